import Testing

@testable import AdaptyMigrationCore
@_spi(Tools) @testable import AdaptyMigrationTools

/// The hash of the rules changes with every rule, and with nothing else.
@Suite("Rules")
struct RulesTests {
    @Test("prose is not in the rules")
    func prose() {
        let text = Rules.text
        for row in Table.all.flatMap(\.rows) {
            #expect(!text.contains(row.summary), "\(row.id)")
            if row.note.utf8.count > 8 { #expect(!text.contains(row.note), "\(row.id)") }
        }
    }

    @Test("a name, its use, a codec and a required field change the rules")
    func rows() {
        func row(_ codec: Codec = .text, _ names: Names = .everywhere("a"), required: ColumnSet = []) -> String {
            Rules.line(Row("a", codec, names, required: required, "A summary."))
        }
        let lines = [
            row(), row(.flag), row(.sandbox), row(.record(.period)), row(.text, .everywhere("b")),
            row(.text, .everywhere("a").older(.sdk2, "b")), row(.text, .everywhere("a").leftover(.sdk2, "b")),
            row(required: .sdk2), row(required: .sdk3),
        ]
        #expect(Set(lines).count == lines.count)
    }

    @Test("the result of every codec is in the rules")
    func values() {
        let text = Rules.text
        for result in ["\"2021-07-15T20:28:30.001+0000\"", "!{}", "\"payUpFront\"", "\"Sandbox\""] {
            #expect(text.contains(result), "\(result)")
        }
        #expect(MigrationTables.rulesHash.utf8.count == 64)
    }
}
