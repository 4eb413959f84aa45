import Testing

@testable import AdaptyMigrationCore
@_spi(Tools) @testable import AdaptyMigrationTesting

/// A row that nothing goes through is a promise that nothing keeps.
@Suite("Every row of the table fires both ways")
struct RowCoverageTests {
    private static let migrator: Migrator = {
        var options = MigrationOptions()
        options.keepsLedger = true
        return Migrator(options)
    }()

    /// Documents of every dialect and kind, told what they are.
    private static func documents() throws -> [(document: [UInt8], column: Column, kind: RecordKind)] {
        var documents: [(document: [UInt8], column: Column, kind: RecordKind)] = []
        for fixture in Fixture.everything where fixture.dialect != .sdk1Bridge {
            documents.append((try fixture.legacy(), fixture.dialect.column, fixture.kind))
        }
        for test in LawTests.cases {
            for number in 0..<16 {
                var generator = DocumentGenerator(
                    seed: LawTests.seed &+ UInt64(number), column: test.column, hasBugs: number % 2 == 1)
                documents.append((Array(generator.document(test.kind).text().utf8), test.column, test.kind))
            }
        }
        return documents
    }

    /// The rows that the ledger of a conversion speaks of.
    private static func fired(_ migration: Migration, _ trail: RowTrail, _ isMeant: (Ledger.Action) -> Bool) -> Set<
        RowTrail.Place
    > {
        Set(migration.ledger.entries.filter { isMeant($0.action) }.compactMap { trail.places[$0.path] })
    }

    /// No record has update parameters, and a promo's own members are an envelope around its paywall, which comes back
    /// as bytes: these two tables are for the typed models and for recognition.
    private static let rows: Set<RowTrail.Place> = Set(
        Table.all.filter { $0.id != .updateParameters && $0.id != .promo }.flatMap { table in
            table.rows.indices.map { RowTrail.Place(table: table.id, row: $0) }
        })

    private static func names(_ places: Set<RowTrail.Place>) -> [String] {
        places.map { "\($0.table).\(Table[$0.table].rows[$0.row].id)" }.sorted()
    }

    @Test("up: the conversion of some document names each row")
    func up() throws {
        var fired: Set<RowTrail.Place> = []
        for (document, column, kind) in try RowCoverageTests.documents() {
            for target in [column.dialect.hub, .sdk3] {
                guard let up = try? RowCoverageTests.migrator.upgrade(document, from: column.dialect, to: target) else {
                    continue
                }
                fired.formUnion(RowCoverageTests.fired(up, try RowTrail(document, column, kind)) { $0 != .unknown })
            }
        }
        #expect(RowCoverageTests.names(RowCoverageTests.rows.subtracting(fired)) == [])
    }

    @Test("down: the conversion of some current document names each row, or the residue puts it back")
    func down() throws {
        var fired: Set<RowTrail.Place> = []
        for (document, column, kind) in try RowCoverageTests.documents() {
            for target in kind.dialects where target.age < column.dialect.age {
                guard let down = try? RowCoverageTests.migrator.downgrade(document, from: column.dialect, to: target)
                else { continue }
                fired.formUnion(RowCoverageTests.fired(down, try RowTrail(document, column, kind)) { $0 != .unknown })
            }
            for target in [column.dialect.hub, .sdk3] {
                guard let up = try? RowCoverageTests.migrator.upgrade(document, from: column.dialect, to: target),
                    try Migrator().downgrade(up.document).documentWithoutResidue == document
                else { continue }
                fired.formUnion(RowCoverageTests.fired(up, try RowTrail(document, column, kind)) { $0 == .stashed })
            }
        }
        #expect(RowCoverageTests.names(RowCoverageTests.rows.subtracting(fired)) == [])
    }
}
