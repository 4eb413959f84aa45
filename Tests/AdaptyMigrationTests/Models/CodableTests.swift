import AdaptyMigrationFoundation
import Foundation
import Testing

@testable import AdaptyMigration

/// Every model through `JSONEncoder` and `JSONDecoder`.
@Suite("Models: Codable")
struct CodableTests {
    @Test("every model comes back with the same meaning", arguments: ModelCase.all)
    func roundTrip(_ test: ModelCase) throws {
        func check<Model: ModelRecord & Codable>(_ type: Model.Type) throws {
            for seed in UInt64(0)..<60 {
                let model = try Model(decoding: Model.sample(seed), as: Model.homeDialect)
                let encoded = try JSONEncoder().encode(model)
                #expect(try Meaning([UInt8](encoded)) == Meaning(model.json))
                let again = try JSONDecoder().decode(Model.self, from: encoded)
                #expect(try Meaning(again.json) == Meaning(model.json))
                #expect(try JSONDecoder().decode(Model.self, from: try JSONEncoder().encode(again)) == again)
            }
        }
        try check(test.type)
    }

    @Test("an empty model is an empty object", arguments: ModelCase.all)
    func empty(_ test: ModelCase) throws {
        func check<Model: ModelRecord & Codable>(_ type: Model.Type) throws {
            #expect(try JSONEncoder().encode(Model()) == Data("{}".utf8))
            #expect(try JSONDecoder().decode(Model.self, from: Data("{}".utf8)) == Model())
        }
        try check(test.type)
    }

    @Test("what is no object is a DecodingError", arguments: ModelCase.all)
    func noObject(_ test: ModelCase) {
        func check<Model: ModelRecord & Codable>(_ type: Model.Type) {
            for text in ["[]", "1", #""a""#, "true"] {
                #expect(throws: DecodingError.self, "\(text)") {
                    try JSONDecoder().decode(Model.self, from: Data(text.utf8))
                }
            }
        }
        check(test.type)
    }

    @Test("models nest in types of one's own, and null is an optional's")
    func nested() throws {
        struct Row: Codable, Equatable {
            let user: Int
            let profile: AdaptyProfile
            let levels: [AdaptyProfile.AccessLevel]
            let paywall: AdaptyPaywall?
        }
        let text = #"{"user":7,"profile":{"profile_id":"p"},"levels":[{"id":"a"},{"id":"b"}],"paywall":null}"#
        let row = try JSONDecoder().decode(Row.self, from: Data(text.utf8))
        #expect(row.profile.profileId == "p")
        #expect(row.levels.map(\.id) == ["a", "b"])
        #expect(row.paywall == nil)
        #expect(try JSONDecoder().decode(Row.self, from: JSONEncoder().encode(row)) == row)
    }

    @Test(
        "numbers survive as exactly as Foundation allows",
        arguments: [
            "69.989999999999995", "9.99", "0.1", "-0.5", "9223372036854775807", "18446744073709551615",
            "123456789012345678901234567890", "1e-7", "1e20", "1e200", "3", "0",
        ])
    func numbers(_ lexeme: String) throws {
        let decoded = try JSONDecoder().decode(
            AdaptyPaywallProduct.self,
            from: Data(#"{"vendor_product_id":"p","price":\#(lexeme),"x":[\#(lexeme)]}"#.utf8))
        let price = try #require(decoded.price)
        #expect(try Meaning(price.description) == Meaning(lexeme))
        #expect(
            try Meaning([UInt8](JSONEncoder().encode(decoded)))
                == Meaning(#"{"vendor_product_id":"p","price":\#(lexeme),"x":[\#(lexeme)]}"#))
    }

    @Test("JSONDecoder loses lexemes and duplicates; init(decoding:) keeps the lexeme")
    func documentedLoss() throws {
        let text = #"{"vendor_product_id":"p","price":9.90}"#
        #expect(try AdaptyPaywallProduct.decode(text).price?.description == "9.90")
        #expect(try JSONDecoder().decode(AdaptyPaywallProduct.self, from: Data(text.utf8)).price?.description == "9.9")
    }

    @Test("key strategies touch neither names nor keys that are data")
    func keyStrategies() throws {
        let text =
            #"{"profile_id":"p","subscriptions":{"com.App.oneMonth":{"is_active":true},"my_product_id":{"is_active":false}},"custom_attributes":{"favColor":1,"fav_color":2}}"#
        let decoder = JSONDecoder()
        decoder.keyDecodingStrategy = .convertFromSnakeCase
        let encoder = JSONEncoder()
        encoder.keyEncodingStrategy = .convertToSnakeCase
        let profile = try decoder.decode(AdaptyProfile.self, from: Data(text.utf8))
        #expect(profile.subscriptions?["com.App.oneMonth"]?.isActive == true)
        #expect(profile.subscriptions?["my_product_id"]?.isActive == false)
        #expect(try Meaning([UInt8](encoder.encode(profile))) == Meaning(text))
    }

    @Test("strings are exact: no normalisation, no lost scalars")
    func strings() throws {
        let text = #"{"profile_id":"e\#u{301} é \#u{FEFF}\u0000 😀 \u2028 <\/script>"}"#
        let profile = try JSONDecoder().decode(AdaptyProfile.self, from: Data(text.utf8))
        let direct = try AdaptyProfile.decode(text)
        #expect(
            profile.profileId?.unicodeScalars.elementsEqual(direct.profileId?.unicodeScalars ?? "".unicodeScalars)
                == true)
        let again = try JSONDecoder().decode(AdaptyProfile.self, from: JSONEncoder().encode(profile))
        #expect(
            again.profileId?.unicodeScalars.elementsEqual(direct.profileId?.unicodeScalars ?? "".unicodeScalars) == true
        )
    }

    @Test("Data in, Data out")
    func data() throws {
        let text = #"{"profile_id":"p","price":1.50}"#
        let profile = try AdaptyProfile(decoding: Data(text.utf8), as: .sdk2)
        #expect(try profile.data() == Data(text.utf8))
        #expect(try profile.data(as: .sdk1Stored) == Data(#"{"profileId":"p","price":1.50}"#.utf8))
    }

    @Test("timestamps give dates")
    func dates() {
        #expect(Timestamp("2022-09-30T15:14:32.500000+0000").date == Date(timeIntervalSince1970: 1_664_550_872.5))
        #expect(Timestamp("2022-09-30T18:14:32.500+0300").date == Date(timeIntervalSince1970: 1_664_550_872.5))
        #expect(Timestamp("yesterday").date == nil)
        #expect(Timestamp("2022-09-30T15:14:32.500").date == nil)
    }
}
