import Testing

@_spi(Tools) @testable import AdaptyMigrationTesting

@Suite("The test kit: diffs")
struct DocumentDiffTests {
    @Test("a document is laid out with a pointer for each line")
    func layout() {
        let lines = Indenter.lines(Array(#"{"a~/":[1.0,"x,\"}"],"b":{ },"c":[[],{"d" : null}]}"#.utf8))
        #expect(
            lines.map(\.text) == [
                "{", #"  "a~/": ["#, "    1.0,", #"    "x,\"}""#, "  ],", #"  "b": {},"#, #"  "c": ["#, "    [],",
                "    {", #"      "d": null"#, "    }", "  ]", "}",
            ])
        #expect(
            lines.map(\.pointer) == [
                "", "/a~0~1", "/a~0~1/0", "/a~0~1/1", "/a~0~1", "/b", "/c", "/c/0", "/c/1", "/c/1/d", "/c/1", "/c", "",
            ])
    }

    @Test(
        "what is no JSON is laid out without a trap",
        arguments: [#"{"a":"#, "]]}", #""\"#, #"{"a\"#, "[,,", "{{{", "", "\u{0}"])
    func broken(text: String) {
        let shown = Indenter.lines(Array(text.utf8)).map(\.text).joined().filter { $0 != " " }
        #expect(shown == text.filter { $0 != " " })
    }

    @Test("changes far apart are hunks of their own, each naming what changed")
    func hunks() {
        let old = "[" + (0..<20).map(String.init).joined(separator: ",") + "]"
        let new = old.replacing("[0,", with: "[-1,").replacing(",18,", with: ",x,")
        #expect(DocumentDiff.unified(Array(old.utf8), Array(old.utf8)) == [])
        #expect(
            DocumentDiff.unified(Array(old.utf8), Array(new.utf8)) == [
                "@@ -1,5 +1,5 @@ /0", " [", "-  0,", "+  -1,", "   1,", "   2,", "   3,",
                "@@ -17,6 +17,6 @@ /18", "   15,", "   16,", "   17,", "-  18,", "+  x,", "   19", " ]",
            ])
    }

    @Test("white space alone is no difference of lines, but of bytes")
    func whiteSpace() {
        #expect(DocumentDiff.unified(Array("[1]".utf8), Array("[ 1]".utf8)) == [])
        #expect(DocumentDiff.place(Array("[1]".utf8), Array("[ 1]".utf8)) == #"byte 1: "[1]" against "[ 1]""#)
    }
}
