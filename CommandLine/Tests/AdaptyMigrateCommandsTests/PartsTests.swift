import Testing
@testable import AdaptyMigrateCommands

@Suite struct PartsTests {
    @Test(arguments: [("", ""), ("M", "TQ=="), ("Ma", "TWE="), ("Man", "TWFu"), ("ÿþ~", "w7/Dvn4=")])
    func base64(_ text: String, _ expected: String) { #expect(Base64.encode(Array(text.utf8)) == expected) }

    @Test func aDiffHasContextAndHunks() {
        let old = (1...20).map(String.init)
        var new = old
        new[1] = "two"
        new.remove(at: 15)
        #expect(LineDiff.unified(old, old).isEmpty)
        #expect(LineDiff.unified(old, new) == ["@@ -1,5 +1,5 @@", " 1", "-2", "+two", " 3", " 4", " 5",
                                               "@@ -13,7 +13,6 @@", " 13", " 14", " 15", "-16", " 17", " 18", " 19"])
    }

    @Test func documentsAreLaidOutWithTheirLexemes() {
        #expect(Indenter.lines(Array(#"{"a":[1.0,"x,\"}"],"b":{ },"c":[]}"#.utf8)) == ["{", #"  "a": ["#, "    1.0,", #"    "x,\"}""#, "  ],", #"  "b": {},"#, #"  "c": []"#, "}"])
    }

    @Test func membersOfALineAreFound() throws {
        let members = try #require(MemberScanner.members(of: Array(#" { "a" : [1,{"b":"}"}] , "c":"x:\",y","d":-1e5 } "#.utf8), maximumDepth: 9))
        #expect(members.map { String(decoding: $0.name, as: UTF8.self) } == ["a", "c", "d"])
        #expect(members.map { String(decoding: $0.value, as: UTF8.self) } == [#"[1,{"b":"}"}]"#, #""x:\",y""#, "-1e5"])
        #expect(MemberScanner.members(of: Array("[1]".utf8), maximumDepth: 9) == nil)
        #expect(MemberScanner.members(of: Array("{".utf8), maximumDepth: 9) == nil)
    }

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
