/// A value from outside an object for one of its fields: the id of a JSON:API envelope, or the key of an entry in a
/// dictionary.
struct Given {
    let rules: UnsafePointer<TableRules>
    /// The field's row.
    let row: Int
    /// The node of the value.
    var node = 0
    /// A key takes the place of a value that is no text. An id takes the place of weaker spellings.
    let isKey: Bool

    /// `nil` without an id.
    init?(id: Int?, _ rules: UnsafePointer<TableRules>) {
        guard let id, rules.pointee.profileIDBit != 0 else { return nil }
        (self.rules, row, node, isKey) = (rules, rules.pointee.profileIDBit.trailingZeroBitCount, id, false)
    }

    /// `nil` where the target has no such field.
    init?(key name: String, _ rules: UnsafePointer<TableRules>) {
        guard let row = rules.pointee.targets.firstIndex(of: [name]) else { return nil }
        (self.rules, self.row, isKey) = (rules, row, true)
    }

    /// The row's bit in a set of rows.
    var bit: UInt64 { 1 << UInt64(row) }

    /// The field's name as the target writes it, and the same with quotes.
    var name: String { rules.pointee.targets[row]?.last ?? "" }
    var quotedName: Text { rules.pointee.name(row) }
}
