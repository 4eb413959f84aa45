/// Placeholders of ``MigrationOptions/fillRequired``. They are those of ``SDKNeed``, which decides for every version of
/// the SDK, too: an answer, a device and a file have one value for a member that nobody said.
///
/// Worked example: a subscription of SDK 2 without `vendor_transaction_id` gets its `vendor_original_transaction_id`,
/// and a level without `id` gets the key under which it is.
extension RecordConversion {
    /// The value for a field that the target requires and the source does not have; `nil` for a field that has none.
    func placeholder(for row: Row, in node: Int, of table: Table) -> [UInt8]? {
        let name = row.name(in: to) ?? row.id
        switch SDKNeed.newest(name, in: table.id)?.filler {
        case .text(let text)?: return Array(text.utf8)
        case .key?: return key(of: node, table.id) ?? row.codec.placeholder(in: to)
        case .member(let path, let text)?: return said(path, in: node, of: table, like: text) ?? Array(text.utf8)
        case .earliest(let names)?: return earliest(names, in: node, of: table) ?? Array(SDKNeed.never.utf8)
        case .renamed?, .copy?, .integer?, .some(.none), nil: return row.codec.placeholder(in: to)
        }
    }

    /// The key of an entry, and of an entry in the list under a key.
    private func key(of node: Int, _ table: TableID) -> [UInt8]? {
        let path = tape.index.path(node).suffix(table == .nonSubscription ? 2 : 1)
        return path.first.map { JSONText.encode($0) }
    }

    /// The value of another field as the target writes it, or of a member in it; `nil` where it is not of the kind of a
    /// text.
    private func said(_ path: [String], in node: Int, of table: Table, like text: String) -> [UInt8]? {
        guard let row = table.row(path[0]), var value = value(of: row, in: node) else { return nil }
        if path.count > 1 {
            guard let inner = tape.member(value, at: Array(path.dropFirst())) else { return nil }
            value = inner
        }
        let bytes = row.codec.recode(tape, value, from: from, to: to).said.new ?? tape.array(value)
        return bytes.first == text.utf8.first ? bytes : nil
    }

    private func value(of row: Row, in node: Int) -> Int? {
        for spelling in row.names[from] {
            if let value = tape.member(node, at: spelling.path), tape.kind(value) != .null { return value }
        }
        return nil
    }

    /// The earliest of these dates that can be read and is not after the object's end; `nil` for none.
    private func earliest(_ names: [String], in node: Int, of table: Table) -> [UInt8]? {
        func date(_ name: String) -> (moment: Int64, text: [UInt8])? {
            said([name], in: node, of: table, like: "\"").flatMap { text in
                DateText.microseconds(text[...]).map { ($0, text) }
            }
        }
        return SDKNeed.earliest(of: names, date)
    }
}
