@_spi(Tools) import AdaptyMigrationTools
import Testing

@testable import AdaptyMigrationCore

/// The offers of SDK 2.6–3.1, which SDK 3.2 has as one and SDK 2.0 in two members.
@Suite("Offers in subscription_details")
struct DetailsOfferTests {
    struct Case: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let details: String
        /// The offer of SDK 3.2; `nil` for none.
        let offer: String?
        /// What stays of the eligibility, beside the offer; `nil` where the details say none.
        var eligibility: String?
        /// What the ledger calls stashed on the way to SDK 3.2, below `/subscription_details`.
        var stashed: [String] = []
    }

    private static let trial =
        #"{"price":{"amount":0},"subscription_period":{"unit":"week","number_of_units":1},"number_of_periods":1,"payment_mode":"free_trial"}"#
    private static let half =
        #"{"price":{"amount":4.99},"identifier":"half","subscription_period":{"unit":"month","number_of_units":1},"number_of_periods":3,"payment_mode":"pay_as_you_go"}"#
    private static let halfPhase =
        #"{"price":{"amount":4.99},"subscription_period":{"unit":"month","number_of_units":1},"number_of_periods":3,"payment_mode":"pay_as_you_go"}"#

    static let cases = [
        Case(
            testDescription: "the free trial with its id and tags",
            details:
                #""android_offer_id":"trial","android_offer_tags":["new"],"introductory_offer_eligibility":"eligible","introductory_offer_phases":[\#(trial)]"#,
            offer:
                #"{"offer_identifier":{"type":"introductory","id":"trial"},"phases":[\#(trial)],"offer_tags":["new"]}"#,
            eligibility: #""eligible""#),
        Case(
            testDescription: "of two offers the introductory one",
            details: #""introductory_offer_phases":[\#(trial)],"promotional_offer":\#(half)"#,
            offer: #"{"offer_identifier":{"type":"introductory"},"phases":[\#(trial)]}"#, stashed: ["promotional_offer"]
        ),
        Case(
            testDescription: "who may get no trial gets the promotional offer",
            details:
                #""introductory_offer_eligibility":"ineligible","introductory_offer_phases":[\#(trial)],"promotional_offer":\#(half)"#,
            offer: #"{"offer_identifier":{"type":"promotional","id":"half"},"phases":[\#(halfPhase)]}"#,
            eligibility: #""ineligible""#, stashed: ["introductory_offer_phases"]),
        Case(
            testDescription: "no offer", details: #""introductory_offer_phases":[],"android_offer_id":"x""#, offer: nil,
            stashed: ["introductory_offer_phases", "android_offer_id"]),
    ]

    private static func product(_ details: String) -> [UInt8] {
        Array(
            #"{"vendor_product_id":"a","adapty_product_id":"ap","paywall_variation_id":"v","paywall_name":"N","price":{"amount":9.90},"subscription_details":{"renewal_type":"autorenewable",\#(details)}}"#
                .utf8)
    }

    private static func migrator() -> Migrator {
        var options = MigrationOptions()
        options.keepsLedger = true
        return Migrator(options)
    }

    @Test("to SDK 3.2, and back", arguments: cases)
    func newest(test: Case) throws {
        let product = DetailsOfferTests.product(test.details)
        let made = try DetailsOfferTests.migrator().upgrade(product, to: .sdk3)
        let index = try JSONScanner.index(made.documentWithoutResidue)
        let offer = index.member(0, at: ["subscription", "offer"]).map {
            String(decoding: index.raw($0), as: UTF8.self)
        }
        #expect(offer == test.offer)
        let eligibility = index.member(0, "introductory_offer_eligibility").map {
            String(decoding: index.raw($0), as: UTF8.self)
        }
        #expect(eligibility == test.eligibility)
        #expect(index.member(0, "subscription_details") == nil)
        let stashed = made.ledger.entries.filter { $0.action == .stashed }.map(\.path)
        #expect(Set(stashed) == Set(test.stashed.map { "/subscription_details/\($0)" }))
        #expect(try LedgerCoverage(product, made).silent.isEmpty)
        #expect(try Migrator().downgrade(made.document).document == product)
    }

    @Test("to SDK 2.0: the first phase, a list of discounts, and the eligibility")
    func older() throws {
        let product = DetailsOfferTests.product(
            #""introductory_offer_eligibility":"eligible","introductory_offer_phases":[\#(DetailsOfferTests.trial),\#(DetailsOfferTests.halfPhase)],"promotional_offer":\#(DetailsOfferTests.half),"android_offer_id":"trial""#
        )
        let made = try DetailsOfferTests.migrator().convert(product, to: .sdk2)
        let index = try JSONScanner.index(made.documentWithoutResidue)
        func text(_ path: String...) -> String? {
            index.member(0, at: path).map { String(decoding: index.raw($0), as: UTF8.self) }
        }
        #expect(text("introductory_discount", "price") == "0")
        #expect(text("introductory_discount", "payment_mode") == #""free_trial""#)
        #expect(text("introductory_offer_eligibility") == #""eligible""#)
        #expect(text("discounts")?.hasPrefix(#"[{"price":4.99,"identifier":"half""#) == true)
        let stashed = made.ledger.entries.filter { $0.action == .stashed }.map(\.path)
        #expect(stashed == ["/subscription_details/introductory_offer_phases/1"])
        #expect(text("android_offer_id") == #""trial""#)
        #expect(try LedgerCoverage(product, made).silent.isEmpty)
        #expect(try Migrator().upgrade(made.document, to: .sdk3).document.isEmpty == false)
    }

    @Test("a product that SDK 2.6 reads says eligible where its source does")
    func readable() throws {
        let product = DetailsOfferTests.product(
            #""introductory_offer_eligibility":"eligible","introductory_offer_phases":[\#(DetailsOfferTests.trial)]"#)
        var options = MigrationOptions()
        options.readableBy = SDKVersion("2.6.0")
        let made = try Migrator(options).upgrade(product).documentWithoutResidue
        #expect(
            !String(decoding: made, as: UTF8.self).contains("ineligible"), "\(String(decoding: made, as: UTF8.self))")
    }

    @Test("of JavaScript, in the names of the wire")
    func javaScript() throws {
        let product = Array(
            #"{"vendorProductId":"a","adaptyId":"ap","variationId":"v","paywallABTestName":"A","paywallName":"N","price":{"amount":9.9},"subscriptionDetails":{"subscriptionPeriod":{"unit":"month","numberOfUnits":1},"ios":{"promotionalOffer":{"price":{"amount":4.99},"numberOfPeriods":3,"paymentMode":"pay_as_you_go","subscriptionPeriod":{"unit":"month","numberOfUnits":1},"ios":{"identifier":"half"}}}}}"#
                .utf8)
        let made = try DetailsOfferTests.migrator().upgrade(product, to: .sdk3)
        let index = try JSONScanner.index(made.documentWithoutResidue)
        let offer = index.member(0, at: ["subscription", "offer"]).map {
            String(decoding: index.raw($0), as: UTF8.self)
        }
        #expect(
            offer
                == #"{"offer_identifier":{"type":"promotional","id":"half"},"phases":[{"price":{"amount":4.99},"number_of_periods":3,"payment_mode":"pay_as_you_go","subscription_period":{"unit":"month","number_of_units":1}}]}"#
        )
        #expect(try LedgerCoverage(product, made).silent.isEmpty)
        #expect(try Migrator().downgrade(made.document).document == product)
    }
}
