import Testing

@testable import AdaptyMigrationCore

@Suite("Fallback files")
struct FallbackReaderTests {
    @Test(
        "a fallback file is for the versions that read its format, as it is",
        arguments: [
            ("fallback-of-2-11", "2.11.0"), ("fallback-of-3-4", "3.4.0"), ("fallback-of-3-4", "3.7.0"),
        ])
    func fallback(_ name: String, _ version: String) throws {
        let fixture = try #require(Fixture(path: "sdk3/paywalls/\(name)")), file = try fixture.legacy()
        let sdk = try #require(SDKVersion(version))
        #expect(try Migrator(MigrationOptions(readableBy: sdk)).upgrade(file).document == file)
        #expect(try Migrator().upgrade(file, to: .sdk3).document == file)
        let other = SDKVersion(sdk.major, sdk.minor > 3 ? 0 : 8)
        let error = #expect(throws: MigrationError.self) {
            try Migrator(MigrationOptions(readableBy: other)).upgrade(file)
        }
        #expect(error?.code == .noSuchTarget)
    }

    @Test(
        "a file that lists paywalls is for the versions before 2.11",
        arguments: ["sdk1-wire/paywalls/fallback-without-config", "sdk2/paywalls/fallback-of-2023"])
    func listed(_ name: String) throws {
        let file = try #require(Fixture(path: name)).legacy()
        _ = try Migrator(MigrationOptions(readableBy: "2.10.0")).upgrade(file)
        _ = try Migrator().upgrade(file)
        let error = #expect(throws: MigrationError.self) {
            try Migrator(MigrationOptions(readableBy: "2.11.0")).upgrade(file)
        }
        #expect(error?.code == .noSuchTarget && error?.path == "/data")
        #expect(error?.message == "SDK 2.11.0 reads fallback files of format 5 alone")
    }

    @Test("a placement may be a text, which is read like the object")
    func text() throws {
        let file = try #require(Fixture(path: "sdk3/paywalls/fallback-of-2-11")).legacy()
        let index = try JSONScanner.index(file), list = try #require(index.member(0, at: ["data", "onboarding"]))
        func placing(_ list: [UInt8]) throws -> [UInt8] {
            let text = JSONText.encode(String(decoding: list, as: UTF8.self))
            let range = try #require(index.member(0, at: ["data", "onboarding"]).map(index.range))
            return try #require(file.replacing([(range, text)], in: file.indices))
        }
        let migrator = Migrator(MigrationOptions(readableBy: "2.11.0")), whole = try placing(Array(index.raw(list)))
        #expect(try migrator.upgrade(whole).document == whole)
        for (damaged, path) in [("[]", "/data/onboarding"), ("[{", "/data/onboarding"), ("[7]", "/data/onboarding/0")] {
            let error = #expect(throws: MigrationError.self) { try migrator.upgrade(try placing(Array(damaged.utf8))) }
            #expect(error?.path == path, "\(damaged)")
        }
    }

    /// `AdaptyPaywall` and products are elements of arrays that are decoded at once (AdaptySDK-iOS 2.0–3.17).
    @Test(
        "an element of a list that is no record makes the list unreadable",
        arguments: [
            (#"{"data":[{"vendor_product_id":"a","adapty_product_id":"b"},null]}"#, "/data/1"),
            (#"{"data":[7,{"vendor_product_id":"a","introductory_offer_eligibility":true}]}"#, "/data/0"),
        ])
    func oddElement(_ list: String, _ path: String) throws {
        let error = #expect(throws: MigrationError.self) {
            try Migrator(MigrationOptions(readableBy: "3.12.0")).upgrade(Array(list.utf8))
        }
        #expect(error?.code == .missingRequired && error?.path == path)
        _ = try Migrator().upgrade(Array(list.utf8))
    }
}
