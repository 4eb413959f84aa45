@testable import AdaptyMigrationCore
@_spi(Tools) @testable import AdaptyMigrationTools

/// What only one dialect has, for MIGRATION.md: from the facts about each pair, those that hold against every other
/// dialect with such an object.
struct OwnMembers {
    /// The objects of one table in one column.
    private struct Place: Hashable {
        let owner: Column
        let table: TableID
    }

    private let all = DialectPair.all.flatMap(\.facts)
    private let placed: [Place: [DialectPair.Fact]]
    /// The columns of other dialects that have such objects.
    private let rivals: [Place: Set<Column>]

    init() {
        placed = Dictionary(grouping: all) { Place(owner: $0.owner, table: $0.table) }
        var found: [Place: Set<Column>] = [:]
        for pair in DialectPair.all {
            for table in pair.tables {
                found[Place(owner: pair.a, table: table), default: []].insert(pair.b)
                found[Place(owner: pair.b, table: table), default: []].insert(pair.a)
            }
        }
        rivals = found
    }

    var text: String {
        let rows = Dialect.allCases.map { "| `\($0.rawValue)` | \(cell($0)) |" }
        return (["| dialect | only it has |", "| :-- | :-- |"] + rows).joined(separator: "\n")
    }

    /// The members that no other dialect has, or what tells the dialect from the one that is most like it.
    private func cell(_ dialect: Dialect) -> String {
        let own = own(dialect)
        if !own.isEmpty { return list(own) }
        guard let nearest = nearest(dialect) else { return "nothing" }
        let facts = facts(dialect, nearest)
        return facts.isEmpty
            ? "nothing: `\(nearest.rawValue)` may have all its members"
            : "nothing; unlike `\(nearest.rawValue)`, it has \(list(facts))"
    }

    private func own(_ dialect: Dialect) -> [DialectPair.Fact] {
        Column.allCases.filter { $0.dialect == dialect }.flatMap { owner in
            Table.all.flatMap { own(Place(owner: owner, table: $0.id)) }
        }
    }

    /// One fact for each member that no rival has, or that every rival has in another form.
    private func own(_ place: Place) -> [DialectPair.Fact] {
        (placed[place] ?? []).grouped { ($0.name, $0) }.compactMap { _, facts in
            guard Set(facts.map(\.other)) == rivals[place] else { return nil }
            return facts.first { $0.forms != nil } ?? facts[0]
        }
    }

    /// What one dialect has and another has not.
    private func facts(_ dialect: Dialect, _ other: Dialect) -> [DialectPair.Fact] {
        all.filter { $0.owner.dialect == dialect && $0.other.dialect == other }
    }

    /// The dialect from which the fewest members tell one; the first of several.
    private func nearest(_ dialect: Dialect) -> Dialect? {
        let others = Set(
            DialectPair.all.flatMap { pair in
                pair.a.dialect == dialect ? [pair.b.dialect] : pair.b.dialect == dialect ? [pair.a.dialect] : []
            })
        let counts = Dialect.allCases.filter { others.contains($0) }.map { other in
            (other, Set(facts(dialect, other).map { "\($0.table.rawValue) \($0.name)" }).count)
        }
        return counts.min { $0.1 < $1.1 }?.0
    }

    /// The first dozen members with the objects that they are in, and how many more.
    private func list(_ facts: [DialectPair.Fact]) -> String {
        let members = facts.grouped { (Member(name: $0.name, form: $0.forms?.own), $0.table.title.lowercased()) }
        let places = members.prefix(12).grouped { member, objects in (member.place(objects), "`\(member.name)`") }
        let text = places.map { place, names in "\(names.joined(separator: ", ")) (\(place))" }.joined(separator: "; ")
        return members.count > 12 ? "\(text) and \(members.count - 12) more" : text
    }

    private struct Member: Hashable {
        let name: String
        /// The form that decides; `nil` where the name does.
        let form: JSONForm?

        /// The objects, without repetitions, and the form.
        func place(_ objects: [String]) -> String {
            let all = objects.grouped { ($0, $0) }.map(\.key).joined(separator: ", ")
            return form.map { "\(all); as \($0.rawValue)" } ?? all
        }
    }
}
