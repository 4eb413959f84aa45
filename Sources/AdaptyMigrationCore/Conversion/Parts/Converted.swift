/// What became of a document in memory of its own.
package struct Converted {
    package let document: [UInt8]
    package let ledger: Ledger
    /// Where each member went; `nil` unless somebody asked.
    let trace: (any ConversionObserver)?

    /// Converts a document: the record out of its envelopes, or the list with its entries.
    ///
    /// - Parameter isWayBack: whether the record goes back to what it was, see ``RecordConversion/isWayBack``.
    package init(
        _ index: JSONIndex, _ kind: RecordKind, from: Column, to: Column, _ options: MigrationOptions,
        isWayBack: Bool = false
    ) throws(MigrationError) {
        self = try index.withPaddedTape { tape throws(MigrationError) -> Converted in
            var conversion = RecordConversion(options)
            conversion.isWayBack = isWayBack
            let isChanged = try conversion.document(
                tape, Found(Envelope(tape), kind, from), to: to)
            return Converted(isChanged ? conversion.out.array : index.bytes, conversion.ledger, conversion.notes?.trace)
        }
    }

    private init(_ document: [UInt8], _ ledger: Ledger, _ trace: (any ConversionObserver)?) {
        (self.document, self.ledger, self.trace) = (document, ledger, trace)
    }

    /// One record inside a document.
    ///
    /// - Returns: its new text, `nil` when it stays as it is; and what happened.
    package static func record(
        _ index: JSONIndex, _ node: Int, _ table: TableID, from: Column, to: Column, _ options: MigrationOptions,
        isWayBack: Bool = false
    ) throws(MigrationError) -> (text: [UInt8]?, counts: ConversionCounts) {
        try index.withPaddedTape {
            tape throws(MigrationError) -> (text: [UInt8]?, counts: ConversionCounts) in
            var conversion = RecordConversion(options)
            conversion.isWayBack = isWayBack
            let text = try conversion.record(tape, node, table, from: from, to: to)
            return (text, conversion.counts)
        }
    }
}

extension RecordConversion {
    fileprivate var ledger: Ledger {
        Ledger(counts, notes?.entries ?? [], keepsEntries: options.keepsLedger)
    }
}
