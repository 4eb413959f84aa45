/// What becomes of the members of one table's records between two columns, found by the numbers of their names.
///
/// Worked out once for the process. What a rule cannot say is ``MemberRule/Operation/irregular``: the whole object is
/// then converted by a ``Converter``.
///
/// **Contract.** The memory is written in ``of(_:from:to:)`` only, and kept as long as the process.
struct TableRules {
    let id: TableID
    /// By the number of a name, its rule plus one; 0 for names that the table does not have.
    let slots: UnsafePointer<UInt8>
    let rules: UnsafePointer<MemberRule>
    /// The rows that the target's decoder refuses to miss, one bit each.
    let required: UInt64
    /// The row of `profile_id`; 0 in tables that have none.
    let profileIDBit: UInt64

    static func of(_ table: TableID, from: Column, to: Column) -> UnsafePointer<TableRules> {
        all.value((from.rawValue * Column.count + to.rawValue) * TableID.count + table.number) {
            let memory = UnsafeMutablePointer<TableRules>.allocate(capacity: 1)
            memory.initialize(to: TableRules(table, from: from, to: to))
            return Kept(pointer: UnsafePointer(memory))
        }.pointer
    }

    private struct Kept: @unchecked Sendable {
        let pointer: UnsafePointer<TableRules>
    }

    private static let all = LazyTable<Kept>(count: Column.count * Column.count * TableID.count)

    private init(_ id: TableID, from: Column, to: Column) {
        self.id = id
        let plan = Plan.from(from, to: to)[id]
        let names = Set(plan.keys.names).sorted()
        let slots = UnsafeMutablePointer<UInt8>.allocate(capacity: KnownNames.numbers.names.count)
        slots.initialize(repeating: 0, count: KnownNames.numbers.names.count)
        let rules = UnsafeMutablePointer<MemberRule>.allocate(capacity: names.count + 1)
        for (position, name) in names.enumerated() {
            (rules + position).initialize(to: MemberRule(name, Table[id], plan, from: from, to: to))
            slots[Int(KnownNames.numbers.number(name))] = UInt8(position + 1)
        }
        self.slots = UnsafePointer(slots)
        self.rules = UnsafePointer(rules)
        required = plan.required.reduce(0) { $0 | 1 << UInt64($1) }
        profileIDBit =
            id == .profile ? Table[id].rows.firstIndex { $0.id == "profile_id" }.map { 1 << UInt64($0) } ?? 0 : 0
    }

    /// The rule for a name; `nil` for names that the table does not have.
    @inline(__always)
    func rule(_ number: UInt16) -> UnsafePointer<MemberRule>? {
        let slot = Int(slots[Int(number)])
        return slot == 0 ? nil : rules + (slot &- 1)
    }
}
