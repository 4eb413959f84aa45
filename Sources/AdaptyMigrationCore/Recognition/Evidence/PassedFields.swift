/// The fields that a dialect keeps, although none of its decoders reads them. A client of an SDK has no use for them,
/// and the revenue of a user is nobody's on a device.
///
/// Worked example, an access level of SDK 2: `{"id":"gold","vendor_transaction_id":"7","is_active":true}` without them
/// is `{"id":"gold","is_active":true}`.
package struct PassedFields: EvidenceVisitor {
    let tape: Tape
    let columns: UInt16
    private let column: Column
    /// The nodes of their names.
    private var names: Set<Int> = []

    private init(_ tape: Tape, _ column: Column) { (self.tape, self.column, columns) = (tape, column, column.bit) }

    /// The nodes of their names in a document.
    private static func names(_ index: JSONIndex, _ kind: RecordKind, _ column: Column) -> Set<Int> {
        index.withPaddedTape { tape in
            var fields = PassedFields(tape, column)
            fields.records(Envelope(tape), kind)
            return fields.names
        }
    }

    /// JSON pointers to them.
    static func pointers(in index: JSONIndex, _ kind: RecordKind, _ column: Column) -> [String] {
        names(index, kind, column).map { index.pointer($0 + 1) }
    }

    /// A document without them.
    ///
    /// - Throws: ``MigrationError`` when the bytes are no JSON.
    package static func removed(from document: [UInt8], _ kind: RecordKind, _ column: Column) throws(MigrationError)
        -> [UInt8]
    {
        let index = try JSONScanner.index(document), names = names(index, kind, column)
        return names.isEmpty ? document : index.without(names)
    }

    mutating func take(
        _ entry: UnsafePointer<EvidenceTable.Entry>, _ value: Int, _ table: UnsafePointer<EvidenceTable>,
        holders: UInt16
    ) {
        let number = Int(entry.pointee.rows[column.rawValue])
        if holders == 0, number > 0, table.pointee.rows[number - 1].isPassed(in: column) { names.insert(value - 1) }
    }
}
