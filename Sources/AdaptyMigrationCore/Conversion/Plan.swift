/// Two columns of every table joined: what each member name of the source means to the target.
package struct Plan: Sendable {
    let from: Column
    let to: Column

    /// The plan for two columns.
    package static func from(_ from: Column, to: Column) -> Plan { Plan(from: from, to: to) }

    /// Joined at first use and kept.
    package subscript(table: TableID) -> TablePlan {
        let number = (from.rawValue * Plan.columns + to.rawValue) * TableID.count + table.number
        return Plan.tables.value(number) { [from, to] in TablePlan(Table[table], from: from, to: to) }
    }

    private static let columns = Column.allCases.count
    private static let tables = LazyTable<TablePlan>(count: columns * columns * TableID.count)
}

/// One table of a ``Plan``. It never changes; a class, so that handing it on costs nothing.
package final class TablePlan: Sendable {
    package enum Action: Sendable {
        case row(Int, rank: Int, use: Spelling.Use)
        /// An object of the source column that holds fields (`placement`); `orElse` when the member is no object.
        case holder(Int, orElse: Int?)
        /// An object in a holder whose members are fields like those beside it (`ios`).
        case platform
    }

    /// What each name means. Of two rows with one name the first counts.
    package struct Actions: Sendable {
        private let actions: [ExactText: Action]

        fileprivate init(_ named: [(name: String, action: Action)]) {
            actions = Dictionary(named.map { (ExactText($0.name), $0.action) }, uniquingKeysWith: { first, _ in first })
        }

        package var names: [String] { actions.keys.map(\.text) }

        package subscript(name: String) -> Action? { actions[ExactText(name)] }

        package subscript(index: JSONIndex, name: Int) -> Action? { self[index.name(name)] }
    }

    package struct Holder: Sendable {
        package let name: String
        package let actions: Actions
    }

    /// As many rows as a table may have: they are bits of a word.
    static let longest = 64

    let id: TableID
    package let rows: [Row]
    package let actions: Actions
    package let holders: [Holder]
    /// Where each row goes; `nil` when the target has no such field.
    package let targets: [[String]?]
    /// The rows that the target's decoder refuses to miss.
    package let required: [Int]

    init(_ table: Table, from: Column, to: Column) {
        id = table.id
        rows = table.rows
        targets = table.rows.map { $0.names.written(to)?.path }
        required = table.rows.indices.filter { table.rows[$0].isRequired(in: to) }

        var named: [(name: String, action: Action)] = [], held: [String: [(name: String, action: Action)]] = [:]
        var holderOrder: [String] = []
        func add(_ spelling: Spelling, row: Int, rank: Int) {
            let path = spelling.path
            // What stays in its column stays in its platform's object.
            if path.count == 3, from == to { return }
            let action = Action.row(row, rank: rank, use: spelling.use)
            if path.count == 1 { return named.append((path[0], action)) }
            if held[path[0]] == nil { holderOrder.append(path[0]) }
            held[path[0], default: []].append((path[path.count - 1], action))
            if path.count == 3 { held[path[0]]?.append((path[1], .platform)) }
        }
        for (position, row) in table.rows.enumerated() {
            for (rank, spelling) in row.names[from].enumerated() { add(spelling, row: position, rank: rank) }
        }
        if to == .serverV2, let offer = table.rows.firstIndex(where: { $0.codec == .custom(.offer) }) {
            named.removeAll { Offer.parts.contains($0.name) || Offer.parts.map(Names.camelCase).contains($0.name) }
            for (rank, part) in Offer.parts.enumerated() {
                let name = from.isCamelCase ? Names.camelCase(part) : part
                named.append((name, .row(offer, rank: rank, use: .native)))
            }
        }
        // A name of the target in a source that should not have it yet is the same field, not an unknown member.
        // So is every older name of it: the target would read it the next time.
        for (position, row) in table.rows.enumerated() where from != to {
            let written = row.names.written(to)
            for spelling in row.names[to] where spelling == written || TablePlan.isRead(row, from, to) {
                let path = spelling.path
                if path.count == 2, let known = held[path[0]], !known.contains(where: { $0.0 == path[1] }) {
                    add(Spelling(spelling.text, .leftover), row: position, rank: 100)
                }
                guard spelling.path.count == 1, !named.contains(where: { $0.name == spelling.path[0] }),
                    held[spelling.path[0]] == nil
                else { continue }
                add(
                    Spelling(spelling.text, spelling.use == .fallback ? .fallback : .leftover), row: position, rank: 100
                )
            }
        }
        holders = holderOrder.map { Holder(name: $0, actions: Actions(held[$0] ?? [])) }
        let around = holderOrder.enumerated().map { position, name in
            (name, Action.holder(position, orElse: table.rows.firstIndex { $0.names.written(to)?.text == name }))
        }
        actions = Actions(around + named)
    }

    /// Whether an upgrade reads the target's older names of a row. A custom codec has its own names.
    private static func isRead(_ row: Row, _ from: Column, _ to: Column) -> Bool {
        if case .custom = row.codec { return false }
        return from.dialect.age <= to.dialect.age || from.dialect.hub == to.dialect
    }

    /// Whether the target has fields in an object of that name.
    func writes(_ holder: String) -> Bool { targets.contains { $0.map { $0.count > 1 && $0[0] == holder } ?? false } }
}
