/// The fields of a record with values that no version of the SDK reads, in the order of the document.
///
/// Worked example: `"expires_at": "2030-01-01"` is none. In a record of SDK 3 that stays as it is, neither is
/// `"2030-01-01 00:00:00+00"`, which a conversion reads.
package struct UnreadableFields: EvidenceVisitor {
    /// The node of each value, and its row.
    package private(set) var all: [(value: Int, row: Row)] = []
    let tape: Tape
    let columns: UInt16
    private let column: Column
    /// Whether only fields that decide about identity, access or money are looked at.
    private let onlyDeciding: Bool
    private let isStaying: Bool

    /// - Parameters:
    ///   - node: the record.
    ///   - column: names the fields.
    ///   - onlyDeciding: whether to leave out fields that decide nothing about identity, access or money.
    package static func all(
        _ index: JSONIndex, _ node: Int, _ table: TableID, _ column: Column, onlyDeciding: Bool = false
    ) -> [(value: Int, row: Row)] {
        index.withTape { tape in
            var fields = UnreadableFields(tape, column, onlyDeciding: onlyDeciding)
            fields.record(node, EvidenceTable.of(table))
            return fields.all
        }
    }

    /// The same of all records of a document that stays as it is: there a value must be in a form of its column.
    static func all(_ tape: Tape, staying column: Column, _ kind: RecordKind) -> [(value: Int, row: Row)] {
        var fields = UnreadableFields(tape, column, onlyDeciding: false, isStaying: true)
        fields.records(Envelope(tape), kind)
        return fields.all
    }

    private init(_ tape: Tape, _ column: Column, onlyDeciding: Bool, isStaying: Bool = false) {
        (self.tape, self.column, columns) = (tape, column, column.bit)
        (self.onlyDeciding, self.isStaying) = (onlyDeciding, isStaying)
    }

    mutating func take(
        _ entry: UnsafePointer<EvidenceTable.Entry>, _ value: Int, _ table: UnsafePointer<EvidenceTable>,
        holders: UInt16
    ) {
        let number = Int(entry.pointee.rows[column.rawValue])
        guard holders == 0, number > 0, tape.kind(value) != .null else { return }
        let row = table.pointee.rows[number - 1]
        if onlyDeciding && !row.isDeciding || row.isPassed(in: column) { return }
        if case .entries = row.codec, row.codec != .entries(.discount, .list) {
            addOddEntries(value, row)
        } else if !(isStaying ? row.codec.isReadable(tape, value, in: column) : row.codec.read(tape, value) != nil) {
            all.append((value, row))
        }
    }

    /// Adds the entries that are none; the value itself if it is no container of entries.
    private mutating func addOddEntries(_ value: Int, _ row: Row) {
        // PHP writes an empty object so. SDK 2 and 3 refuse it, and of an older record the upgrade mends it.
        if tape.isEmptyArray(value), column.dialect.isUpgraded { return }
        guard tape.kind(value) == (row.codec.isDictionary(in: column) ? .object : .array) else {
            return all.append((value, row))
        }
        switch row.codec.container(in: column) {
        case .dictionaryOfLists:
            addOdd(.array, in: value, row)
            for name in tape.names(value) where tape.kind(name + 1) == .array { addOdd(.object, in: name + 1, row) }
        case .ids: addOdd(.string, in: value, row)
        case .dictionary, .list, .keyed, .keyedLists, nil: addOdd(.object, in: value, row)
        }
    }

    private mutating func addOdd(_ wanted: JSONKind, in container: Int, _ row: Row) {
        for name in tape.names(container) where tape.kind(name + 1) != wanted { all.append((name + 1, row)) }
        for element in tape.elements(container) where tape.kind(element) != wanted { all.append((element, row)) }
    }
}
