@_spi(Tools) @testable import AdaptyMigrationStreams
import Testing

@testable import AdaptyMigrationCore

@Suite("Codecs: attributes")
struct AttributesTests {
    /// Old servers wrote an empty dictionary of PHP as an array; an array with something in it is nothing that anybody
    /// reads.
    @Test(
        "an empty array becomes an empty object, whatever the white space; any other stays",
        arguments: [
            ("[]", "{}"), ("[ \n\t\r]", "{}"), ("[1]", "[1]"), ("[ {} ]", "[ {} ]"), ("[\"a\"]", "[\"a\"]"),
            ("{}", "{}"), ("{\"a\":1.0}", "{\"a\":1.0}"), ("null", "null"),
        ])
    func arrays(value: String, expected: String) throws {
        let document = Array(#"{"profile_id":"p","custom_attributes":\#(value),"paid_access_levels":{}}"#.utf8)
        var paths = TwoPaths(.upgrade, from: .sdk1Wire)
        for _ in 0..<2 { #expect(paths.difference(document) == nil) }
        let index = try JSONScanner.index(try Migrator().upgrade(document, from: .sdk1Wire).documentWithoutResidue)
        let attributes = try #require(index.member(0, "custom_attributes"))
        #expect(String(decoding: index.raw(attributes), as: UTF8.self) == expected)
    }
}
