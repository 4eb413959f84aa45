/// What becomes of the members of one table's records between two columns, found by the numbers of their names.
///
/// **Contract.** The memory is written in ``of(_:from:to:)`` only, and kept as long as the process.
struct TableRules {
    /// As many rows as a table may have: they are bits of a word.
    static let longest = 64

    let table: Table
    /// By row, the names that lead to its field in the target; `nil` when the target has no such field.
    let targets: [[String]?]
    /// The rows that the target's decoder refuses to miss; and those of them that the target has, one bit each.
    let requiredRows: [Int]
    let required: UInt64
    /// The row of `profile_id`; 0 in tables that have none.
    let profileIDBit: UInt64
    /// By row, the object in the target that contains the field, empty for none, and the name there, with quotes.
    private let holders: UnsafePointer<Text>, names: UnsafePointer<Text>
    /// By the number of a name, its rule plus one; 0 for names that the table does not have.
    private(set) var slots: UnsafePointer<UInt8>
    private(set) var rules: UnsafePointer<MemberRule>

    var id: TableID { table.id }
    var rows: [Row] { table.rows }

    static func of(_ table: TableID, from: Column, to: Column) -> UnsafePointer<TableRules> {
        all.value((from.rawValue * Column.count + to.rawValue) * TableID.count + table.number) {
            Kept([TableRules(Table[table], to: to).with(NameMeanings(Table[table], from: from, to: to))])
        }.pointer
    }

    private static let all = LazyTable<Kept<TableRules>>(count: Column.count * Column.count * TableID.count)

    private static let none = (slots: Kept<UInt8>([]), rules: Kept<MemberRule>([]))

    /// Without rules.
    private init(_ table: Table, to: Column) {
        let targets = table.rows.map { $0.names.written(to)?.path }
        (self.table, self.targets) = (table, targets)
        requiredRows = table.rows.indices.filter { table.rows[$0].isRequired(in: to) }
        required = requiredRows.reduce(0) { targets[$1] == nil ? $0 : $0 | 1 << UInt64($1) }
        profileIDBit =
            table.id == .profile ? table.rows.firstIndex { $0.id == "profile_id" }.map { 1 << UInt64($0) } ?? 0 : 0
        let paths = targets.map { ($0 ?? []).map { Text(kept: JSONText.encode($0)) } }
        holders = Kept(paths.map { $0.count > 1 ? $0[0] : .empty }).pointer
        names = Kept(paths.map { $0.last ?? .empty }).pointer
        (slots, rules) = (Self.none.slots.pointer, Self.none.rules.pointer)
    }

    private func with(_ meanings: NameMeanings) -> TableRules {
        func fieldRule(_ name: String, _ meaning: NameMeanings.Meaning) -> MemberRule {
            MemberRule(name, meaning, self, from: meanings.from, to: meanings.to)
        }
        return with(meanings.record) { name, meaning in
            var rule = fieldRule(name, meaning)
            if let inside = meanings.held[name] { rule.child = Kept([with(inside, fieldRule)]).pointer }
            return rule
        }
    }

    /// The same with rules for some names. Of two meanings of one name the first counts.
    private func with(
        _ named: [NameMeanings.Named], _ rule: (String, NameMeanings.Meaning) -> MemberRule
    ) -> TableRules {
        var seen: Set<String> = [], all = self
        let named = named.filter { seen.insert($0.name).inserted }
        all.slots = KnownNames.slots(named.map { KnownNames.numbers.number($0.name) })
        all.rules = Kept(named.map { rule($0.name, $0.meaning) }).pointer
        return all
    }

    /// The object in the target that contains a row's field; empty for none.
    func holder(_ row: Int) -> Text { holders[row] }

    /// The name of a row's field in the target, with quotes.
    func name(_ row: Int) -> Text { names[row] }

    /// Whether the target has fields in an object of that name.
    func writes(_ holder: String) -> Bool { targets.contains { $0.map { $0.count > 1 && $0[0] == holder } ?? false } }

    /// The rule for a name; `nil` for names that the table does not have.
    @inline(__always)
    func rule(_ number: UInt16) -> UnsafePointer<MemberRule>? {
        let slot = Int(slots[Int(number)])
        return slot == 0 ? nil : rules + (slot &- 1)
    }
}
