import Testing

@testable import AdaptyMigrationCore

/// Instants are from the calendar (`date -u -d … +%s`), not from the code.
@Suite("Codecs: dates")
struct DateTextTests {
    private func parse(_ text: String) -> DateText.Parsed? { DateText.parse(Array(text.utf8)[...]) }

    @Test(
        "a date with a zone is read, to the microsecond",
        arguments: [
            ("2022-09-30T15:14:32.000000+0000", 1_664_550_872_000_000),
            ("2020-02-18T18:40:22.517975Z", 1_582_051_222_517_975), ("1970-01-01T00:00:00.0GMT", 0),
            ("1969-12-31T23:59:59.999999Z", -1), ("2000-02-29T00:00:00.5+00:00", 951_782_400_500_000),
            ("2024-02-29T23:59:59.123456789Z", 1_709_251_199_123_456),
            ("1900-03-01T00:00:00.0Z", -2_203_891_200_000_000), ("2100-03-01T00:00:00.0Z", 4_107_542_400_000_000),
            ("0001-01-01T00:00:00.0Z", -62_135_596_800_000_000),
            ("9999-12-31T23:59:59.0Z", 253_402_300_799_000_000),
            ("2023-01-08T15:05:59.000+0300", 1_673_179_559_000_000),
            ("2023-01-08T15:05:59.000-05:30", 1_673_210_159_000_000),
            ("2023-01-08T15:05:59.0+2359", 1_673_104_019_000_000), ("2022-9-3T5:4:2.5Z", 1_662_181_442_500_000),
            (" 2022-09-30T15:14:32.0 +0000 ", 1_664_550_872_000_000),
            ("2022-04-30T00:00:00Z", 1_651_276_800_000_000), ("2022-12-31T00:00:00Z", 1_672_444_800_000_000),
            ("2022-09-30 15:14:32+0000", 1_664_550_872_000_000),
        ])
    func accepted(text: String, microseconds: Int64) { #expect(parse(text)?.microseconds == microseconds) }

    @Test(
        "what names no instant is not read",
        arguments: [
            "", "2022", "2022-09-30", "2022-09-30T15:14:32.0", "2022-09-30T15:14:32", "202-09-30T15:14:32.0Z",
            "0000-09-30T15:14:32.0Z", "2022-00-30T15:14:32.0Z", "2022-13-30T15:14:32.0Z",
            "2022-09-00T15:14:32.0Z", "2022-09-31T15:14:32.0Z", "2023-02-29T00:00:00.0Z", "1900-02-29T00:00:00.0Z",
            "2100-02-29T00:00:00.0Z", "2022-01-32T00:00:00.0Z", "2022-09-30T24:00:00.0Z",
            "2022-09-30T15:60:32.0Z", "2022-09-30T15:14:60.0Z", "2022-09-30T15:14:32.Z",
            "2022-09-30T15:14:32.1234567890Z", "2022-09-30T15:14:32.0+2400", "2022-09-30T15:14:32.0+0060",
            "2022-09-30T15:14:32.0+3", "2022-09-30T15:14:32.0+3:00", "2022-09-30T15:14:32.0+03",
            "2022-09-30T15:14:32.0+03:0", "2022-09-30T15:14:32.0+030", "2022-09-30T15:14:32.0+03000",
            "2022-09-30T15:14:32.0Zx",
            "2022/09/30T15:14:32.0Z", "2022-09-30_15:14:32.0Z", "2022-09-30T15:14.0Z", "-2022-09-30T15:14:32.0Z",
            "2022-09-30T15:14:32.0 UTC",
        ])
    func refused(text: String) { #expect(parse(text) == nil) }

    @Test(
        "the form that SDKs read is kept, and every other brought to it without another instant",
        arguments: [
            ("2022-09-30T15:14:32.000000+0000", true, "2022-09-30T15:14:32.000000+0000"),
            ("2022-09-30T15:14:32Z", false, "2022-09-30T15:14:32.000Z"),
            ("2022-09-30 15:14:32.5+03:00", false, "2022-09-30T15:14:32.5+03:00"),
            ("2022-09-30t15:14:32+0000", false, "2022-09-30T15:14:32.000+0000"),
        ])
    func canonical(text: String, isCanonical: Bool, canonical: String) throws {
        let parsed = try #require(parse(text))
        #expect(parsed.isCanonical == isCanonical)
        #expect(String(decoding: parsed.canonical, as: UTF8.self) == canonical)
        #expect(parse(canonical)?.microseconds == parsed.microseconds)
        #expect(parse(canonical)?.isCanonical == true)
    }

    @Test(
        "seconds since 2001 are read to the millisecond and written as text, and back",
        arguments: [
            ("0", "2001-01-01T00:00:00.000+0000", "0"),
            ("648073710.0009999", "2021-07-15T20:28:30.001+0000", "648073710.001"),
            ("-1.5", "2000-12-31T23:59:58.500+0000", "-1.5"),
            ("-978307200", "1970-01-01T00:00:00.000+0000", "-978307200"),
            ("-978307200.001", "1969-12-31T23:59:59.999+0000", "-978307200.001"),
            ("1e9", "2032-09-09T01:46:40.000+0000", "1000000000"),
            ("-31622400", "2000-01-01T00:00:00.000+0000", "-31622400"),
            ("700000000.25", "2023-03-08T20:26:40.250+0000", "700000000.25"),
            ("-26524800", "2000-02-29T00:00:00.000+0000", "-26524800"),
            ("94694399.999", "2004-01-01T23:59:59.999+0000", "94694399.999"),
            ("-62999999999", "0004-08-11T08:00:01.000+0000", "-62999999999"),
        ])
    func stored(token: String, text: String, back: String) throws {
        let milliseconds = try #require(DateText.fromStored(Array(token.utf8)[...]))
        #expect(String(decoding: DateText.text(milliseconds: milliseconds), as: UTF8.self) == "\"\(text)\"")
        #expect(parse(text)?.microseconds == milliseconds * 1000)
        #expect(String(decoding: DateText.stored(microseconds: milliseconds * 1000), as: UTF8.self) == back)
    }

    @Test(
        "microseconds are written with no more digits than needed",
        arguments: [
            (978_307_200_000_001, "0.000001"), (978_307_200_100_000, "0.1"), (978_307_199_999_999, "-0.000001"),
            (978_307_201_020_300, "1.0203"),
        ])
    func digits(microseconds: Int64, text: String) {
        #expect(String(decoding: DateText.stored(microseconds: microseconds), as: UTF8.self) == text)
    }

    @Test(
        "seconds outside the years 1 to 9999, or no number, are not read",
        arguments: ["-63000000000", "250000000000", "1e300", "nan", "x", ""])
    func outside(token: String) { #expect(DateText.fromStored(Array(token.utf8)[...]) == nil) }

    @Test(
        "a token is text with a zone, or seconds since 2001",
        arguments: [
            ("\"1970-01-01T00:00:01.0Z\"", 1_000_000), ("\"1970\\u002d01-01T00:00:01.0Z\"", 1_000_000),
            ("-978307199", 1_000_000),
        ])
    func tokens(token: String, microseconds: Int64) {
        #expect(DateText.microseconds(Array(token.utf8)[...]) == microseconds)
    }
}
