import AdaptyMigrationFiles
import Testing
@testable import AdaptyMigrateCommands

@Suite struct PartsTests {
    @Test(arguments: [("", ""), ("M", "TQ=="), ("Ma", "TWE="), ("Man", "TWFu"), ("ÿþ~", "w7/Dvn4=")])
    func base64(_ text: String, _ expected: String) { #expect(Base64.encode(Array(text.utf8)) == expected) }

    @Test func paths() {
        #expect(Path.name(of: "a/b/c.json") == "c.json")
        #expect(Path.name(of: "a/b/") == "b")
        #expect(Path.folder(of: "/a") == "/")
        #expect(Path.folder(of: "a") == "")
        #expect(Path.suffix(of: "x/A.NDJSON") == "ndjson")
        #expect(Path.suffix(of: ".json") == "")
    }

    @Test func controlCharactersDoNotReachTheTerminal() {
        #expect(Terminal.printable("a\u{1B}[31mb") == "a\\u{1b}[31mb")
    }

    @Test func instants() {
        #expect(Instant(argument: "2024-06-01T00:00:00Z")?.microseconds == 1_717_200_000_000_000)
        #expect(Instant(argument: "2024-06-01")?.microseconds == 1_717_200_000_000_000)
        #expect(Instant(argument: "2024-06-01T00:00:00") == nil)
    }
}
