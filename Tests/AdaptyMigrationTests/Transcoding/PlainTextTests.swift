@testable import AdaptyMigrationStreams
import AdaptyMigrationTesting
import Testing

@testable import AdaptyMigrationCore

/// What is called plain is JSON, and what most residues hold is called plain.
@Suite("Plain text")
struct PlainTextTests {
    private static func ends(_ text: [UInt8]) -> (value: Int?, string: Int?, member: (name: Int, end: Int)?) {
        let buffer = RecordBuffer()
        buffer.append(text)
        let view = buffer.store.view.part(0..<text.count)
        return (PlainText.value(view, 0, .shared), PlainText.string(view, 0), PlainText.member(view, 0, .shared))
    }

    private static func isJSON(_ text: [UInt8]) -> Bool { (try? JSONScanner.index(text)) != nil }

    @Test(
        "values and members",
        arguments: [
            (#""""#, true), (#""a""#, true), (#""seven b""#, true), (#""exactly 8""#, true),
            (#""more than one word of text""#, true), ("true", true), ("null", true), ("-1.5e3", true), ("0", true),
            (#""a\"b""#, false), (#""é""#, false), ("\"\t\"", false), (#""open"#, false), ("[]", false), ("{}", false),
            ("01", false), ("tru", false), ("", false), ("1 ", false), (#""a" "#, false),
        ])
    func values(_ text: String, isPlain: Bool) {
        let value = Array(text.utf8), member = Array(#""name":"#.utf8) + value
        #expect((PlainTextTests.ends(value).value == value.count) == isPlain)
        #expect((PlainTextTests.ends(member).member?.end == member.count) == isPlain)
        if isPlain { #expect(PlainTextTests.ends(member).member?.name == 6) }
    }

    @Test("no text is called plain that is not JSON", arguments: ConformanceCase.all)
    func conformance(_ test: ConformanceCase) {
        let value = PlainTextTests.ends(test.bytes)
        if value.value == test.bytes.count { #expect(PlainTextTests.isJSON(test.bytes)) }
        if value.string == test.bytes.count { #expect(PlainTextTests.isJSON(test.bytes)) }
        let member = Array(#""name":"#.utf8) + test.bytes
        if PlainTextTests.ends(member).member?.end == member.count { #expect(PlainTextTests.isJSON(test.bytes)) }
    }

    @Test("nor any text of the bytes that count, of lengths around a word")
    func short() {
        var random = SeededGenerator(seed: 7), plain = 0
        for _ in 0..<200_000 {
            let alphabet: [UInt8] = [
                0x22, 0x22, 0x5C, 0x61, 0x3A, 0x1F, 0x20, 0x21, 0x80, 0x7F, 0x30, 0x31, 0x2D, 0x2E, 0x65,
            ]
            let text =
                [0x22]
                + (0..<Int.random(in: 0..<18, using: &random)).map { _ in
                    Int.random(in: 0..<6, using: &random) > 0 ? 0x61 : alphabet.randomElement(using: &random) ?? 0
                }
            let ends = PlainTextTests.ends(text)
            if ends.string == text.count {
                plain += 1
                #expect(PlainTextTests.isJSON(text))
            }
            if ends.member?.end == text.count { #expect(PlainTextTests.isJSON([0x7B] + text + [0x7D])) }
        }
        #expect(plain > 1000)
    }
}
