#if AppData
import AdaptyMigration
import Foundation
import Testing

@testable import AdaptyMigrationStores

/// `UserDefaults` files, binary and XML.
@Suite("Property lists")
struct PropertyListStoreTests {
    static let profile = Data(#"{"profileId":"p","accessLevels":{"premium":{"id":"premium","isActive":true,"vendorProductId":"m","store":"app_store","expiresAt":1000000000,"isLifetime":false,"willRenew":true,"isInGracePeriod":false,"isRefund":false}},"subscriptions":{},"nonSubscriptions":{}}"#.utf8)

    /// A folder that goes with the test.
    final class Folder {
        let url = FileManager.default.temporaryDirectory.appendingPathComponent("plist-" + UUID().uuidString)
        init() throws { try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true) }
        deinit { try? FileManager.default.removeItem(at: url) }
    }

    @Test("upgraded, upgraded again, undone: the same file", arguments: [PropertyListSerialization.PropertyListFormat.binary, .xml])
    func roundTrip(format: PropertyListSerialization.PropertyListFormat) throws {
        let folder = try Folder(), url = folder.url.appendingPathComponent("app.plist")
        let members: [String: Any] = ["AdaptySDK_Purchaser_Info": PropertyListStoreTests.profile, "AdaptySDK_Profile_Id": "p", "theirs": ["a", 1, Date(timeIntervalSince1970: 1)] as [Any]]
        let before = try PropertyListSerialization.data(fromPropertyList: members, format: format, options: 0)
        try before.write(to: url)
        let store = try PropertyListStore(path: url.path, sdk: "3.12.0")
        #expect(try store.plan()[.profile]?.outcome == .upgraded)
        #expect(try Data(contentsOf: url) == before)

        #expect(try store.apply()[.profile]?.outcome == .upgraded)
        let after = try Data(contentsOf: url)
        var found = PropertyListSerialization.PropertyListFormat.openStep
        let upgraded = try #require(try PropertyListSerialization.propertyList(from: after, options: [], format: &found) as? [String: Any])
        #expect(found == format && (upgraded["theirs"] as? NSArray)?.isEqual(to: members["theirs"] as? [Any] ?? []) == true)
        let text = String(decoding: upgraded["AdaptySDK_Purchaser_Info"] as? Data ?? Data(), as: UTF8.self)
        #expect(text.hasPrefix(#"{"v":{"profile_id":"p","paid_access_levels":{"premium":{"id":"premium","is_active":true"#))
        #expect(try store.apply()[.profile]?.outcome == .readable)
        #expect(try Data(contentsOf: url) == after)

        #expect(try store.rollback()[.profile]?.outcome == .restored)
        #expect(try Data(contentsOf: url) == before)
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.url.path) == ["app.plist"])
    }

    @Test("what is no such file is named")
    func trouble() throws {
        let folder = try Folder(), url = folder.url.appendingPathComponent("app.plist")
        #expect(throws: StoreFailure.self) { try PropertyListStore(path: url.path, sdk: "3.12.0").plan() }
        try Data("not a property list".utf8).write(to: url)
        #expect { try PropertyListStore(path: url.path, sdk: "3.12.0").apply() } throws: { "\($0)".contains("is no property list") }
        #expect { try PropertyListStore(path: url.path, sdk: "1.17.0") } throws: { "\($0)".contains("sdk=3.12.0") }
    }
}
#endif
