import Testing

@testable import AdaptyMigrationCore
@testable import AdaptyMigrationTesting

/// The dates that are converted from bytes to bytes are those of ``DateText``, or it is asked.
@Suite("Stored dates")
struct StoredDateTests {
    private static let start = Int64(978_307_200_000)

    /// A text in memory that may be read beyond its ends.
    private func view<T>(_ text: String, _ body: (PaddedView) -> T) -> T {
        var memory = PaddedBytes(capacity: 64)
        defer { memory.deallocate() }
        return body(memory.load(Array(text.utf8)))
    }

    private func written(_ put: (inout ByteWriter) -> Void) -> String {
        var writer = ByteWriter(capacity: 64)
        defer { writer.deallocate() }
        put(&writer)
        return String(decoding: writer.array, as: UTF8.self)
    }

    private func number(_ text: String) -> Int64? { view(text) { StoredDate.milliseconds($0, number: 0..<$0.count) } }

    private func text(_ text: String) -> Int64? { view(text) { StoredDate.milliseconds($0, text: 0..<$0.count) } }

    @Test(
        "numbers are read as the double says, or left to it",
        arguments: [
            ("0", 0), ("-0", 0), ("648073710.0009999", 648_073_710_001), ("648073710.0010001", 648_073_710_001),
            ("-1.5", -1500), ("0.9996", 1000), ("-0.0003", 0), ("700000000.25", 700_000_000_250),
            ("700000000.2500000000000000000000000001", 700_000_000_250), ("-978307200", -978_307_200_000),
            ("6311347199.999", 6_311_347_199_999), ("1e9", nil), ("1.5E3", nil), ("6311347200", nil),
            ("-978307200.001", nil),
            ("636286530.123456", 636_286_530_123), ("0.000497", 0), ("0.000502", 1),
            ("6311347199.000497", 6_311_347_199_000), ("0.0005", nil), ("-0.000498", nil), ("0.0005019", nil),
            ("12345678901", nil), ("0.0004999", nil), ("99999999999999999999999", nil),
        ] as [(String, Int64?)])
    func numbers(token: String, milliseconds: Int64?) {
        #expect(number(token) == milliseconds)
        if let milliseconds {
            #expect(DateText.fromStored(Array(token.utf8)[...]) == milliseconds + StoredDateTests.start)
        }
    }

    /// Leap days are left to it, too.
    @Test(
        "texts are read in the form that is written",
        arguments: [
            ("\"2021-07-15T20:28:30.001+0000\"", 648_073_710_001),
            ("\"1970-01-01T00:00:00.000+0000\"", -978_307_200_000),
            ("\"2200-12-31T23:59:59.999+0000\"", 6_311_347_199_999),
            ("\"2000-02-29T00:00:00.000+0000\"", nil), ("\"2021-02-29T00:00:00.000+0000\"", nil),
            ("\"2021-07-15T20:28:30.001-0000\"", nil), ("\"2021-07-15T20:28:30.001+0100\"", nil),
            ("\"2021-07-15T20:28:30.0010000Z\"", nil), ("\"2021-07-15T20:28:30.00000001Z\"", nil),
            ("\"2021-07-15 20:28:30.001+0000\"", nil), ("\"2021-07-15T20:28:30.001Z\"", nil),
            ("\"2201-01-01T00:00:00.000+0000\"", nil),
            ("\"1969-12-31T23:59:59.999+0000\"", nil),
        ] as [(String, Int64?)])
    func texts(token: String, milliseconds: Int64?) { #expect(text(token) == milliseconds) }

    @Test("any number of any digits: one instant, one text, one way back", arguments: 0..<8)
    func random(seed: UInt64) {
        var random = SeededGenerator(seed: LawTests.seed &+ seed), read = 0
        for _ in 0..<20_000 {
            let digits = Int.random(in: 0...16, using: &random),
                whole = Int64.random(in: -990_000_000...6_400_000_000, using: &random)
            let fraction = (0..<digits).map { _ in String(Int.random(in: 0...9, using: &random)) }.joined()
            let token = digits == 0 ? "\(whole)" : "\(whole).\(fraction)"
            guard let milliseconds = number(token) else { continue }
            read += 1
            let all = DateText.fromStored(Array(token.utf8)[...])
            guard all == milliseconds + StoredDateTests.start else {
                Issue.record("\(token): \(milliseconds), not \(all.map { $0 - StoredDateTests.start } ?? 0)")
                return
            }
            let date = written { StoredDate.put(text: milliseconds, &$0) },
                back = written { StoredDate.put(number: milliseconds, &$0) }
            let isSame =
                Array(date.utf8) == DateText.text(milliseconds: milliseconds + StoredDateTests.start)
                && text(date) == (date.contains("-02-29T") ? nil : milliseconds)
                && Array(back.utf8) == DateText.stored(microseconds: (milliseconds + StoredDateTests.start) * 1000)
                && number(back) == milliseconds
            guard isSame else {
                Issue.record("\(token): \(date) \(back)")
                return
            }
        }
        #expect(read > 19_000)
    }
}
