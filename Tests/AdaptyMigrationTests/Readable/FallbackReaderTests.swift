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
        let main = "/data/onboarding"
        for (damaged, path) in [("[]", main), ("[{", main), ("7", main), ("null", main), ("[7]", main + "/0")] {
            let error = #expect(throws: MigrationError.self) { try migrator.upgrade(try placing(Array(damaged.utf8))) }
            #expect(error?.path == path, "\(damaged)")
        }
    }

    @Test(
        "a placement of another form makes the file unreadable; one that is null has no paywalls",
        arguments: [
            ("2.11.0", "{}", "/data/other"), ("2.11.0", "true", "/data/other"), ("3.12.0", "[]", "/data/other"),
            ("3.12.0", "7", "/data/other"), ("3.12.0", #"{"data":[{}]}"#, "/data/other/meta/placement"),
        ])
    func otherForm(_ version: String, _ placement: String, _ path: String) throws {
        let sdk = try #require(SDKVersion(version)), isListed = sdk < "3.8.0"
        let name = isListed ? "fallback-of-2-11" : "fallback-of-3-12", main = isListed ? "onboarding" : "main"
        let index = try JSONScanner.index(try #require(Fixture(path: "sdk3/paywalls/\(name)")).legacy())
        let list = try #require(index.member(0, at: ["data", main] + (isListed ? [] : ["data"])))
        let paywall = try #require(index.elements(list).first)
        let weight = isListed ? "{" : #"{"weight":100,"#
        let raw = weight + String(decoding: index.raw(paywall).dropFirst(), as: UTF8.self)
        let said = index.member(paywall, "placement").map { String(decoding: index.raw($0), as: UTF8.self) } ?? ""
        func file(_ other: String) -> [UInt8] {
            let whole = isListed ? "[\(raw)]" : #"{"data":[\#(raw)],"meta":{"placement":\#(said)}}"#
            let meta = #"{"version":\#(sdk.fallbackFormat ?? 0),"response_created_at":1,"developer_ids":["main"]}"#
            return Array(#"{"data":{"other":\#(other),"main":\#(whole)},"meta":\#(meta)}"#.utf8)
        }
        let migrator = Migrator(MigrationOptions(readableBy: sdk))
        let error = #expect(throws: MigrationError.self) { try migrator.upgrade(file(placement)) }
        #expect(error?.path == path)
        #expect(throws: Never.self) { try migrator.upgrade(file("null")) }
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

    /// The decoders read it until 2.10.
    @Test("an element of meta.products counts as long as it is read", arguments: ["2.8.0", "2.11.0"])
    func metaProducts(_ version: String) throws {
        let list = #"{"data":[{"developer_id":"d","variation_id":"v","products":[]}],"meta":{"products":[null]}}"#
        let sdk = try #require(SDKVersion(version))
        var path: String?
        do throws(MigrationError) {
            _ = try Migrator(MigrationOptions(readableBy: sdk)).upgrade(Array(list.utf8))
        } catch { path = error.path }
        #expect((path == "/meta/products/0") == (version == "2.8.0"))
    }
}
