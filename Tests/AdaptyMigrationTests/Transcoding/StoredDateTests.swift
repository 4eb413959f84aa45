import Testing

@testable import AdaptyMigrationCore
@_spi(Tools) @testable import AdaptyMigrationTesting

/// The dates that are read without a double are those of ``DateText``, or it is asked.
@Suite("Stored dates")
struct StoredDateTests {
    private static let start = Int64(978_307_200_000)

    /// A text in memory that may be read beyond its ends.
    private func view<T>(_ text: String, _ body: (PaddedView) -> T) -> T {
        var memory = PaddedBytes(capacity: 64)
        defer { memory.deallocate() }
        return body(memory.load(Array(text.utf8)))
    }

    private func number(_ text: String) -> Int64? { view(text) { StoredDate.milliseconds($0, number: 0..<$0.count) } }

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
        #expect(number(token) == milliseconds.map { $0 + StoredDateTests.start })
        if let milliseconds {
            #expect(DateText.fromStored(Array(token.utf8)[...]) == milliseconds + StoredDateTests.start)
        }
    }

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
            guard all == milliseconds else {
                Issue.record("\(token): \(milliseconds), not \(all ?? 0)")
                return
            }
            let date = DateText.text(milliseconds: milliseconds),
                back = String(decoding: DateText.stored(microseconds: milliseconds * 1000), as: UTF8.self)
            guard DateText.microseconds(date[...]) == milliseconds * 1000, number(back) == milliseconds else {
                Issue.record("\(token): \(String(decoding: date, as: UTF8.self)) \(back)")
                return
            }
        }
        #expect(read > 19_000)
    }
}
