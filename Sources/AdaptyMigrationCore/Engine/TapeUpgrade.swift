/// The upgrade of records on their tapes.
package enum TapeUpgrade {
    /// What became of one record.
    package struct Result {
        package let found: TapeRecognizer.Found
        package let target: Dialect
        /// `nil` when it stays as it is.
        package let converted: ConvertedRecord?
        package let counts: [Ledger.Action: Int]
    }

    private static let residue = KnownNames.numbers.number(Residue.memberName)

    /// - Parameter dialect: the record's dialect; `nil` to recognise it.
    /// - Returns: `nil` for what the tape does not convert yet: lists, promos, records that were upgraded before or that
    ///   are newer than the current dialect, and those that ``TapeRecognizer`` is not sure of.
    package static func upgrade(_ tape: Tape, from dialect: Dialect?, _ options: MigrationOptions)
        throws(MigrationError) -> Result?
    {
        guard let found = TapeRecognizer.recognise(tape, dialect), !found.kind.isList, found.column.dialect.isUpgraded,
            !hasResidue(tape)
        else { return nil }
        let target = found.column.dialect.hub
        var conversion = RecordConversion(tape, from: found.column, to: target.column, options)
        defer { conversion.deallocate() }
        let converted = try conversion.document(found.node, found.kind, id: found.id)
        return Result(found: found, target: target, converted: converted, counts: conversion.counts.all)
    }

    private static func hasResidue(_ tape: Tape) -> Bool {
        (0..<tape.nodeCount).contains { tape.nodes[$0].number == residue }
    }
}
