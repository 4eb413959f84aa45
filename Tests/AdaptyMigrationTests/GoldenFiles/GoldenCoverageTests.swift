@testable import AdaptyMigrationCore
import Testing

@Suite("Golden files: every row of the table is met")
struct GoldenCoverageTests {
    @Test("every dialect and kind is present")
    func dialectsAndKinds() {
        let present = Set(Fixture.everything.map { "\($0.dialect.rawValue)/\($0.kind.rawValue)" })
        let wanted = Set(
            RecordKind.converted.flatMap { kind in kind.dialects.map { "\($0.rawValue)/\(kind.rawValue)" } })
        #expect(wanted.subtracting(present).sorted() == [])
    }

    /// Spellings that are another dialect's, and only carried or passed, are left to that dialect's fixtures.
    @Test("every spelling of every row occurs in a fixture of its dialect", arguments: Dialect.allCases)
    func spellings(dialect: Dialect) throws {
        var unmet: [String] = []
        for (table, names) in try namesByTable(dialect) {
            for column in Column.allCases where column.dialect == dialect {
                for row in Table[table].rows {
                    for spelling in row.names[column]
                    where spelling.use.isEvidence && spelling.use != .passed
                        && !Set(spelling.path).isSubset(of: names)
                    {
                        unmet.append("\(column.id) \(table).\(row.id): \(spelling.text)")
                    }
                }
            }
        }
        #expect(unmet.sorted() == [])
    }

    @Test("every event alias and every current name has a fixture")
    func eventNames() throws {
        var names: Set<String> = []
        for fixture in Fixture.everything where fixture.kind == .event { names.formUnion(words(try fixture.legacy())) }
        #expect(EventAlias.all.map(\.old).filter { !names.contains($0) } == [], "old names without a fixture")
        #expect(EventName.vocabulary.map(\.name).filter { !names.contains($0) } == [], "current names without one")
    }

    @Test("only update parameters are part of no kind of record")
    func unreachable() {
        let reached = RecordKind.converted.reduce(into: Set<TableID>()) { $0.formUnion(tables(under: $1)) }
        #expect(Set(TableID.allCases).subtracting(reached) == [.updateParameters])
    }

    /// Every word of the dialect's fixtures, by the tables their kinds lead to.
    private func namesByTable(_ dialect: Dialect) throws -> [TableID: Set<String>] {
        var names: [TableID: Set<String>] = [:]
        for fixture in Fixture.everything where fixture.dialect == dialect {
            let words = words(try fixture.legacy())
            for table in tables(under: fixture.kind) { names[table, default: []].formUnion(words) }
        }
        // The fields of a product occur by themselves or in a paywall.
        let products = names[.product, default: []].union(names[.reference, default: []])
        for table in [TableID.product, .reference] where names[table] != nil { names[table] = products }
        return names
    }

    /// The quoted texts of a document. A name is one of them; that a value could be, too, is no harm here.
    private func words(_ document: [UInt8]) -> Set<String> {
        Set(document.split(separator: UInt8(ascii: "\"")).map { String(decoding: $0, as: UTF8.self) })
    }

    private func tables(under kind: RecordKind) -> Set<TableID> {
        var found: Set<TableID> = []
        var open = [kind.table]
        if kind == .paywalls { open.append(.product) }
        while let table = open.popLast() {
            guard found.insert(table).inserted else { continue }
            for row in Table[table].rows {
                switch row.codec {
                case .record(let inner), .entries(let inner, _): open.append(inner)
                default: continue
                }
            }
        }
        return found
    }
}
