@_spi(Tools) @testable import AdaptyMigrationTools
import Foundation
import Testing

@testable import AdaptyMigrationCore

/// The linter of the names of events. Each rule also runs on names with a planted fault.
@Suite("Event names")
struct EventLintTests {
    private static func alias(_ old: String, _ current: String) -> EventAlias {
        EventAlias(old: old, current: current, isStated: true)
    }

    @Test("no rule complains")
    func lint() { #expect(EventLint.complaints(EventName.vocabulary, EventAlias.all) == []) }

    @Test(
        "every planted fault is found, and said in a sentence",
        arguments: [
            (
                [("a", "ended")], [("o", "a"), ("p", "a")],
                "a has more than one old name, and a downgrade can write only one: o, p"
            ),
            (
                [("a", "ended"), ("b", "ended")], [("o", "a"), ("o", "b")],
                "o is the old name of more than one event: a, b"
            ),
            ([("a", "ended"), ("a", "paused")], [], "a is in the vocabulary more than once: ended, paused"),
            ([("a", "ended")], [("o", "b")], "o leads to b, which is not in the vocabulary"),
            ([("a", "ended"), ("b", "ended")], [("b", "a")], "b is an old name and a current one"),
            ([("a", "endet")], [], "a means endet, which is no EventMeaning"),
            ([("a", "unknown")], [], "a means unknown, which is no EventMeaning"),
        ] as [([(String, String)], [(String, String)], String)])
    func plantedFaults(vocabulary: [(String, String)], aliases: [(String, String)], sentence: String) {
        let names = vocabulary.map { (name: $0.0, meaning: $0.1) }
        #expect(EventLint.complaints(names, aliases.map { EventLintTests.alias($0.0, $0.1) }) == [sentence])
    }

    @Test("no spelling leads to a name that leads on")
    func chains() {
        for (spelling, name) in EventName.aliases { #expect(EventName.aliases[name] == nil, "\(spelling) leads on") }
    }

    @Test("every current name has a constant, and nothing else has one")
    func constants() throws {
        let file = FixtureTree.sources.appendingPathComponent("AdaptyMigrationModels/Events/EventName+Meaning.swift")
        let constants = try String(contentsOf: file, encoding: .utf8).matches(of: /EventName\(rawValue: "(\w+)"\)/)
        #expect(
            constants.map { String($0.1) }.sorted() == EventName.vocabulary.map(\.name).sorted(),
            "EventName+Meaning.swift does not have one constant for each name of EventName.vocabulary")
    }

    @Test("the table of MIGRATION.md has a row for every old name and every current one, whatever the linter says")
    func rows() {
        let rows = MigrationTables.events(
            [("a", "ended"), ("b", "paused")],
            [EventLintTests.alias("o", "a"), EventLintTests.alias("p", "a"), EventLintTests.alias("q", "c")])
        #expect(
            rows == [
                ["`o`", "`a`", "ended", "**no**", "stated"], ["`p`", "`a`", "ended", "**no**", "stated"],
                ["", "`b`", "paused", "see the access level", ""],
                ["`q`", "`c`", "unknown", "see the access level", "stated"],
            ])
    }
}
