/// The fields of a record with values that no version of the SDK reads, in the order of the document.
package struct UnreadableFields: EvidenceVisitor {
    /// The node of each value, and its row.
    package private(set) var all: [(value: Int, row: Row)] = []
    let tape: Tape
    let columns: UInt16
    private let index: JSONIndex
    private let column: Column
    /// Whether only fields that decide about identity, access or money are looked at.
    private let onlyDeciding: Bool

    /// - Parameters:
    ///   - node: the record.
    ///   - column: names the fields.
    ///   - onlyDeciding: whether to leave out fields that decide nothing about identity, access or money.
    package static func all(
        _ index: JSONIndex, _ node: Int, _ table: TableID, _ column: Column, onlyDeciding: Bool = false
    ) -> [(value: Int, row: Row)] {
        index.withTape { tape in
            var fields = UnreadableFields(tape, index, column, onlyDeciding)
            fields.record(node, EvidenceTable.of(table))
            return fields.all
        }
    }

    private init(_ tape: Tape, _ index: JSONIndex, _ column: Column, _ onlyDeciding: Bool) {
        (self.tape, self.index, self.column, columns) = (tape, index, column, column.bit)
        self.onlyDeciding = onlyDeciding
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
        } else if !isReadable(value, row.codec) {
            all.append((value, row))
        }
    }

    private func isReadable(_ value: Int, _ codec: Codec) -> Bool {
        let kind = tape.kind(value)
        switch codec {
        case .any: return true
        case .text: return kind == .string
        case .flag where kind == .true || kind == .false: return true
        case .timestamp where kind == .string && !tape.nodes[value].hasEscapes:
            return DateText.parse(index.raw(value).dropFirst().dropLast()) != nil
        // Some spellings hold a list of which the field is the first, or one of the list.
        case .record(.discount), .entries(.discount, _): return kind.isContainer
        case .record: return kind == .object
        case .custom(.remoteConfig): return kind == .string || kind == .object
        case .custom, .object, .attributes: return kind.isContainer
        case .integer where kind == .number:
            let number = Double(String(decoding: tape.array(value), as: UTF8.self))
            return number.map { $0 == $0.rounded() } ?? false
        default:
            if case .unreadable = codec.recode(index, value, from: column, to: .sdk2) { return false }
            return true
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
            for name in tape.names(value) { addOdd(.object, in: name + 1, row) }
        case .ids: addOdd(.string, in: value, row)
        case .dictionary, .list, .keyed, .keyedLists, nil: addOdd(.object, in: value, row)
        }
    }

    private mutating func addOdd(_ wanted: JSONKind, in container: Int, _ row: Row) {
        for name in tape.names(container) where tape.kind(name + 1) != wanted { all.append((name + 1, row)) }
        for element in tape.elements(container) where tape.kind(element) != wanted { all.append((element, row)) }
    }
}
