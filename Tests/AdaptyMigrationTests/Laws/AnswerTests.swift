@_spi(Tools) import AdaptyMigrationTools
import Testing

@testable import AdaptyMigrationCore

/// Answers of the bridges of SDK 1.x that hold a profile and a product: both are converted, with every option.
@Suite("Answers with two records")
struct AnswerTests {
    private static func answer() throws -> [UInt8] {
        try #require(Fixture(path: "sdk1-bridge/profile/answer-to-make-purchase")).legacy()
    }

    private func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }

    @Test("the product has what a version of the SDK requires", arguments: [false, true])
    func readable(fills: Bool) throws {
        var options = MigrationOptions(readableBy: "3.12.0")
        options.fillRequired = fills
        let made = try Migrator(options).upgrade(AnswerTests.answer())
        let index = try JSONScanner.index(made.documentWithoutResidue)
        for name in ["adapty_product_id", "access_level_id", "product_type"] {
            #expect(index.member(0, at: ["product", name]) != nil, "\(name)")
        }
        #expect(try Migrator().downgrade(made.document).documentWithoutResidue == AnswerTests.answer())
    }

    @Test("an edit of the product comes back, whatever the target was", arguments: [Dialect.sdk2, .sdk3, .serverV2])
    func edited(target: Dialect) throws {
        var options = MigrationOptions()
        options.instant = Timestamp("2022-08-15T00:00:00Z")
        let made = try Migrator(options).upgrade(AnswerTests.answer(), to: target)
        let edited = text(made.document).replacing(#":"Monthly""#, with: #":"EDITED""#, maxReplacements: 1)
        #expect(edited != text(made.document))
        let back = try Migrator().downgrade(Array(edited.utf8))
        #expect(
            text(back.documentWithoutResidue)
                == text(try AnswerTests.answer()).replacing(#":"Monthly""#, with: #":"EDITED""#))
    }

    @Test("of discounts in two places those of the product count, and nothing else is missed")
    func discounts() throws {
        func discount(_ id: String) -> String {
            #"[{"price":1,"identifier":"\#(id)","numberOfPeriods":1,"subscriptionPeriod":{"unit":"month","numberOfUnits":1}}]"#
        }
        let product =
            #"{"vendorProductId":"m","introductoryOfferEligibility":false,"localizedTitle":"T","discounts":\#(discount("a")),"ios":{"discounts":\#(discount("b"))}}"#
        #expect(try Laws(instants: [0]).check(Array(product.utf8)).isEmpty)
    }
}
