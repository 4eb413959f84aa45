import AdaptyMigrationCore

extension ModelView {
    /// The meaning of the value in a normal form: equal for values that differ only in spelling.
    var meaning: [UInt8] {
        var text: [UInt8] = []
        writeMeaning(into: &text)
        return text
    }

    /// The meaning of entries by key, or of a list.
    var entriesMeaning: [UInt8] {
        var text: [UInt8] = []
        writeEntries(node, names, into: &text)
        return text
    }

    private func writeMeaning(into text: inout [UInt8]) {
        if index.kind(node) == .array {
            text.append(.openBracket)
            for element in index.elements(node) {
                inside(Envelope.entry(index, element, names.table.id) ?? element, names).writeMeaning(into: &text)
                text.append(.comma)
            }
            text.append(.closeBracket)
        } else if index.kind(node) == .object {
            writeRows(into: &text)
        } else {
            text += Fingerprint.canonical(index, node, .value)
        }
    }

    private func inside(_ node: Int, _ names: ColumnNames) -> ModelView { ModelView(index, node, names) }

    private func writeRows(into text: inout [UInt8]) {
        text.append(.openBrace)
        for (number, row) in names.table.rows.enumerated() {
            guard let found = find(number), index.kind(found) != .null else { continue }
            text += JSONText.member(row.id, [])
            writeMeaning(of: row, found, into: &text)
            text.append(.comma)
        }
        // If a member without a row repeats, the last one is used.
        var others: [String: Int] = [:]
        for member in index.members(node)
        where !names.isKnown(member.name, index) && !index.nameEquals(member.name, Residue.memberName) {
            others[index.name(member.name)] = member.value
        }
        for (name, value) in others.sorted(by: { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }) {
            text += JSONText.member(name, Fingerprint.canonical(index, value, .value)) + [.comma]
        }
        text.append(.closeBrace)
    }

    private func writeMeaning(of row: Row, _ node: Int, into text: inout [UInt8]) {
        switch row.codec {
        case .record: inside(node, names(of: row.id)).writeMeaning(into: &text)
        case .entries: writeEntries(node, names(of: row.id), into: &text)
        case .custom(.remoteConfig):
            text += remoteConfig(as: .sdk2).map { Fingerprint.canonical($0.index, $0.node, .value) } ?? []
        case .timestamp:
            text += Timestamp(index, node)?.meaning ?? Fingerprint.canonical(index, node, .value)
        case .number, .integer:
            text += JSONNumber(index, node)?.meaning ?? Fingerprint.canonical(index, node, .value)
        default:
            let value = field(row.id) ?? (index, node)
            text += Fingerprint.canonical(value.index, value.node, .value)
        }
    }

    private func writeEntries(_ node: Int, _ names: ColumnNames, into text: inout [UInt8]) {
        guard index.kind(node) == .object else { return inside(node, names).writeMeaning(into: &text) }
        var entries: [String: Int] = [:]
        for member in index.members(node) { entries[index.name(member.name)] = member.value }
        text.append(.openBrace)
        for (key, value) in entries.sorted(by: { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }) {
            text += JSONText.member(key, [])
            inside(value, names).writeMeaning(into: &text)
            text.append(.comma)
        }
        text.append(.closeBrace)
    }
}
