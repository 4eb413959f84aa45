import Testing

@testable import AdaptyMigrationCore

/// The linter of the mapping table. Each rule also runs on a table with a planted fault, so that no rule can fall
/// asleep.
@Suite("Table")
struct TableLintTests {
    @Test("no rule complains", arguments: Table.all.map(\.id))
    func lint(id: TableID) {
        #expect(TableLint.complaints(Table[id]).isEmpty)
    }

    @Test(
        "every planted fault is found",
        arguments: [
            ("two rows of one id", Table(.period, [Row("a", .text, .sdk("a"), "x"), Row("a", .text, .sdk("b"), "x")])),
            (
                "two rows of one name",
                Table(.period, [Row("a", .text, .sdk("a"), "x"), Row("b", .text, .sdk("a"), "x")])
            ),
            (
                "two sources for one target",
                Table(
                    .period,
                    [
                        Row("a", .text, .sdk("a").renamed([.sdk3], "t"), "x"),
                        Row("b", .text, .sdk("b").renamed([.sdk3], "t"), "x"),
                    ])
            ),
            ("a dead row", Table(.period, [Row("a", .text, Names(), "x")])),
            ("two written names", Table(.period, [Row("a", .text, .sdk("a").native([.sdk2], "b"), "x")])),
            ("required but never written", Table(.period, [Row("a", .text, .sdk1("a"), required: .sdk3, "x")])),
            ("no summary", Table(.period, [Row("a", .text, .sdk("a"), "")])),
            (
                "passed by sdk2, and only read by an older dialect",
                Table(.period, [Row("a", .text, Names().older(.sdk1Bridges, "a").passed("a", in: .sdk2), "x")])
            ),
            (
                "passed by sdk3, and only read by an older dialect",
                Table(.period, [Row("a", .text, Names().leftover(.serverV1, "a").passed("a", in: .sdk3), "x")])
            ),
        ])
    func plantedFaults(name: String, table: Table) {
        #expect(!TableLint.complaints(table).isEmpty, "\(name) was not found")
    }

    @Test("JavaScript may read what others pass, and not write it")
    func passed() {
        let names = Names.only(.serverV1, "a").passed("a").leftover(.sdk3Bridges, "a")
        #expect(TableLint.complaints(Table(.period, [Row("a", .text, names, "x")])) == [])
    }

    @Test("tables and kinds are numbered one by one: what is made for one is not taken for another")
    func numbers() {
        #expect(TableID.allCases.map(\.number).sorted() == Array(0..<TableID.count))
        #expect(RecordKind.converted.map(\.number).sorted() == Array(RecordKind.converted.indices))
        for id in TableID.allCases { #expect(Table[id].id == id) }
        #expect(Table.all.map(\.id) == TableID.allCases)
    }

    @Test("custom codecs are named and counted: two, in three rows")
    func customCodecs() {
        let rows = Table.all.flatMap { table in
            table.rows.filter { if case .custom = $0.codec { true } else { false } }.map {
                "\(table.id.rawValue).\($0.id)"
            }
        }
        #expect(Codec.Composite.allCases.count == 2)
        #expect(rows.sorted() == ["accessLevel.offer", "paywall.remote_config", "subscription.offer"])
    }

    /// A table beyond one of these would be left out without a word.
    @Test("the tables fit into the words of the transcoder", arguments: Table.all.map(\.id))
    func ceilings(id: TableID) {
        let table = Table[id], names = Set(ColumnMeanings.all(in: table).keys).union(KindMarks.all)
        #expect(table.rows.count <= 64, "one bit for each row")
        #expect(Column.allCases.count <= 16, "one lane for each column")
        #expect(names.count <= 250, "one byte for each name")
        #expect(names.allSatisfy { $0.utf8.count <= 40 }, "five words for each name")
    }

    @Test("what every version of the SDK needs fits, too", arguments: Table.all.map(\.id), [Column.sdk2, .sdk3])
    func ceilings(id: TableID, column: Column) {
        for sdk in [.oldestReader] + ReaderRules.changes {
            let rules = ReaderRules.of(id, in: column, ReaderRules.range(sdk))
            #expect(rules.pointee.definitions == SDKNeed.of(id, in: sdk), "SDK \(sdk)")
            #expect(rules.pointee.all.nonzeroBitCount == rules.pointee.definitions.count, "one bit for each need")
        }
    }
}
