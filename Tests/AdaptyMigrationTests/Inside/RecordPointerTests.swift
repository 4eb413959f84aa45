@_spi(Tools) @testable import AdaptyMigrationTools
import Testing

@Suite("Inside: pointers")
struct RecordPointerTests {
    @Test(
        "names are decoded, and the first slash may be left out",
        arguments: [
            ("/payload", ["payload"]), ("payload", ["payload"]), ("/Records/*/body", ["Records", "*", "body"]),
            ("/a~1b/~0c/~01", ["a/b", "~c", "~1"]), ("/", [""]), ("/a//b", ["a", "", "b"]),
            ("payload/0", ["payload", "0"]),
        ])
    func steps(text: String, steps: [String]) { #expect(RecordPointer(text)?.steps == steps) }

    @Test("what is no pointer is refused", arguments: ["", "/a~", "/a~2", "~/a"])
    func refused(text: String) { #expect(RecordPointer(text) == nil) }
}
