/// What each member name of a record in one column means to another column.
struct NameMeanings {
    enum Meaning {
        case row(Int, rank: Int, use: Spelling.Use, shape: Spelling.Shape = .ofRow)
        /// An object of the source column that contains fields (`placement`). The row is for a value that is no object.
        case holder(orElse: Int?)
        /// An object in a holder whose members are fields like those beside it (`ios`).
        case platform
    }

    typealias Named = (name: String, meaning: Meaning)

    /// The names of the record's members. Of two meanings of one name the first counts.
    private(set) var record: [Named] = []
    /// The same of the members in each object that contains fields.
    private(set) var held: [String: [Named]] = [:]
    private var holders: [String] = []
    let from: Column, to: Column

    init(_ table: Table, from: Column, to: Column) {
        (self.from, self.to) = (from, to)
        for (position, row) in table.rows.enumerated() {
            for (rank, spelling) in row.names[from].enumerated() { add(spelling, row: position, rank: rank) }
        }
        if to.has(.offersInParts), let offer = table.rows.firstIndex(where: { $0.codec == .custom(.offer) }) {
            record.removeAll { Offer.parts.contains($0.name) || Offer.parts.map(Names.camelCase).contains($0.name) }
            for (rank, part) in Offer.parts.enumerated() {
                let name = from.isCamelCase ? Names.camelCase(part) : part
                record.append((name, .row(offer, rank: rank, use: .native)))
            }
        }
        if from != to { for (position, row) in table.rows.enumerated() { addLeftovers(row, position) } }
        let around = holders.map { name in
            (name, Meaning.holder(orElse: table.rows.firstIndex { $0.names.written(to)?.text == name }))
        }
        record = around + record
    }

    private mutating func add(_ spelling: Spelling, row: Int, rank: Int) {
        let path = spelling.path
        // What stays in its column stays in its platform's object.
        if path.count == 3, from == to { return }
        let meaning = Meaning.row(row, rank: rank, use: spelling.use, shape: spelling.shape)
        if path.count == 1 { return record.append((path[0], meaning)) }
        if held[path[0]] == nil { holders.append(path[0]) }
        held[path[0], default: []].append((path[path.count - 1], meaning))
        if path.count == 3 { held[path[0]]?.append((path[1], .platform)) }
    }

    /// A name of the target in a source that should not have it yet is the same field, not an unknown member, also in the
    /// source's own case. So is every older name of it: the target would read it the next time.
    private mutating func addLeftovers(_ row: Row, _ position: Int) {
        let written = row.names.written(to)
        for spelling in row.names[to] where spelling == written || isRead(row) {
            let path = spelling.path
            if path.count == 2, let known = held[path[0]], !known.contains(where: { $0.name == path[1] }) {
                add(Spelling(spelling.text, .leftover, spelling.shape), row: position, rank: 100)
            }
            guard path.count == 1 else { continue }
            let camel = from.isCamelCase && !to.isCamelCase ? Names.camelCase(path[0]) : path[0]
            for name in [path[0], camel] where isFree(name) {
                add(Spelling(name, spelling.use == .fallback ? .fallback : .leftover), row: position, rank: 100)
            }
        }
    }

    /// Whether a name means nothing yet.
    private func isFree(_ name: String) -> Bool {
        !record.contains { $0.name == name } && held[name] == nil
            && KnownNames.numbers.number(name) != NameNumbers.none
    }

    /// Whether an upgrade reads the target's older names of a row. A custom codec has its own names.
    private func isRead(_ row: Row) -> Bool {
        if case .custom = row.codec { return false }
        return from.dialect.age <= to.dialect.age || from.dialect.hub == to.dialect
    }
}
