/// What becomes of the members of one table's records between two columns, found by the numbers of their names.
///
/// **Contract.** The memory is written in ``of(_:from:to:)`` only, and kept as long as the process.
struct TableRules {
    let plan: TablePlan
    /// By the number of a name, its rule plus one; 0 for names that the table does not have.
    let slots: UnsafePointer<UInt8>
    let rules: UnsafePointer<MemberRule>
    /// By row, the object in the target that contains the field, empty for none, and the name there, with quotes.
    private let holders: UnsafePointer<Text>, names: UnsafePointer<Text>
    /// The rows that the target has and its decoder refuses to miss, one bit each.
    let required: UInt64
    /// The row of `profile_id`; 0 in tables that have none.
    let profileIDBit: UInt64

    var id: TableID { plan.id }

    static func of(_ table: TableID, from: Column, to: Column) -> UnsafePointer<TableRules> {
        all.value((from.rawValue * Column.count + to.rawValue) * TableID.count + table.number) {
            let plan = Plan.from(from, to: to)[table]
            return Kept(pointer: kept(TableRules(plan, plan.actions, from: from, to: to)))
        }.pointer
    }

    private struct Kept: @unchecked Sendable {
        let pointer: UnsafePointer<TableRules>
    }

    private static let all = LazyTable<Kept>(count: Column.count * Column.count * TableID.count)

    /// A value in memory that is kept as long as the process.
    static func kept<Value>(_ value: Value) -> UnsafePointer<Value> {
        let memory = UnsafeMutablePointer<Value>.allocate(capacity: 1)
        memory.initialize(to: value)
        return UnsafePointer(memory)
    }

    /// - Parameter actions: of the record's members, or of the fields in an object that contains some.
    init(_ plan: TablePlan, _ actions: TablePlan.Actions, from: Column, to: Column) {
        self.plan = plan
        let names = actions.names.sorted()
        let slots = UnsafeMutablePointer<UInt8>.allocate(capacity: KnownNames.numbers.names.count)
        slots.initialize(repeating: 0, count: KnownNames.numbers.names.count)
        let rules = UnsafeMutablePointer<MemberRule>.allocate(capacity: names.count + 1)
        for (position, name) in names.enumerated() {
            guard let action = actions[name] else { continue }
            (rules + position).initialize(to: MemberRule(name, action, plan, from: from, to: to))
            slots[Int(KnownNames.numbers.number(name))] = UInt8(position + 1)
        }
        self.slots = UnsafePointer(slots)
        self.rules = UnsafePointer(rules)
        let holders = UnsafeMutablePointer<Text>.allocate(capacity: plan.rows.count),
            fields = UnsafeMutablePointer<Text>.allocate(capacity: plan.rows.count)
        for (row, path) in plan.targets.enumerated() {
            let path = (path ?? []).map { Text(kept: JSONText.encode($0)) }
            (holders + row).initialize(to: path.count > 1 ? path[0] : .empty)
            (fields + row).initialize(to: path.last ?? .empty)
        }
        (self.holders, self.names) = (UnsafePointer(holders), UnsafePointer(fields))
        required = plan.required.reduce(0) { plan.targets[$1] == nil ? $0 : $0 | 1 << UInt64($1) }
        profileIDBit =
            plan.id == .profile ? plan.rows.firstIndex { $0.id == "profile_id" }.map { 1 << UInt64($0) } ?? 0 : 0
    }

    /// The object in the target that contains a row's field; empty for none.
    func holder(_ row: Int) -> Text { holders[row] }

    /// The name of a row's field in the target, with quotes.
    func name(_ row: Int) -> Text { names[row] }

    /// The rule for a name; `nil` for names that the table does not have.
    @inline(__always)
    func rule(_ number: UInt16) -> UnsafePointer<MemberRule>? {
        let slot = Int(slots[Int(number)])
        return slot == 0 ? nil : rules + (slot &- 1)
    }
}
