@_spi(Tools) @testable import AdaptyStoredUpgrade
@_spi(Tools) import AdaptyMigrationTools
import AdaptyMigration
import Foundation
import Testing

/// The same through a real `UserDefaults`.
@Suite("UserDefaults")
final class UserDefaultsTests {
    private let name = "adapty-migration-\(UUID().uuidString)"
    private let defaults: UserDefaults
    /// The profile that SDK 1 stored.
    private let old: Data

    init() throws {
        defaults = try #require(UserDefaults(suiteName: name))
        old = Data(try StoredUpgradeTests.fixture("profile/profile-of-1-12.json"))
        defaults.set(old, forKey: StoredKey.profile.rawValue)
    }

    deinit { defaults.removePersistentDomain(forName: name) }

    @Test("one call upgrades, a second changes nothing, undoing gives the bytes back")
    func roundTrip() throws {
        let answers: [String: [String: Data]] = ["getPromo": ["hash": Data("{}".utf8)]]
        defaults.set(answers, forKey: StoredKey.responses.rawValue)
        defaults.set("untouched", forKey: "somebody-else")

        #expect(defaults.upgradeAdaptyData(for: "3.12.0")[.profile]?.outcome == .upgraded)
        let upgraded = try #require(defaults.data(forKey: StoredKey.profile.rawValue))
        #expect(throws: Never.self) { try SDKDecoder("3.12.0").profile([UInt8](upgraded)) }
        #expect(defaults.upgradeAdaptyData(for: "3.12.0")[.profile]?.outcome == .readable)
        #expect(defaults.data(forKey: StoredKey.profile.rawValue) == upgraded)

        #expect(defaults.undoAdaptyUpgrade()[.profile]?.outcome == .restored)
        #expect(defaults.data(forKey: StoredKey.profile.rawValue) == old)
        #expect(defaults.object(forKey: StoredKey.backup.rawValue) == nil)
        #expect(defaults.string(forKey: "somebody-else") == "untouched")
        #expect(
            defaults.string(forKey: StoredKey.profileID.rawValue) == nil,
            "the id came from the profile and goes with it")
    }

    @Test("several threads at once upgrade it, and undoing gives the bytes back", arguments: 0..<10)
    func threads(_: Int) throws {
        let suite = name
        DispatchQueue.concurrentPerform(iterations: 8) { _ in
            UserDefaults(suiteName: suite)?.upgradeAdaptyData(for: "3.12.0")
        }
        let upgraded = try #require(defaults.data(forKey: StoredKey.profile.rawValue))
        #expect(throws: Never.self) { try SDKDecoder("3.12.0").profile([UInt8](upgraded)) }
        while defaults.object(forKey: StoredKey.backup.rawValue) != nil { defaults.undoAdaptyUpgrade() }
        #expect(defaults.data(forKey: StoredKey.profile.rawValue) == old)
    }

    @Test("upgrades of two versions and undoing, all at once, leave what can be undone", arguments: 0..<20)
    func upgradesAndUndoing(_: Int) {
        let suite = name
        DispatchQueue.concurrentPerform(iterations: 9) { number in
            let defaults = UserDefaults(suiteName: suite)
            if number % 3 == 2 {
                defaults?.undoAdaptyUpgrade()
            } else {
                defaults?.upgradeAdaptyData(for: number % 3 == 0 ? "2.6.3" : "3.12.0")
            }
        }
        while defaults.object(forKey: StoredKey.backup.rawValue) != nil { defaults.undoAdaptyUpgrade() }
        #expect(defaults.data(forKey: StoredKey.profile.rawValue) == old)
    }

    @Test("a version as a text, as the SDK publishes it")
    func text() {
        let version = "3.12.0-beta.1"
        #expect(defaults.upgradeAdaptyData(for: version)[.profile]?.outcome == .upgraded)
        #expect(!defaults.upgradeAdaptyData(for: "three").isClean)
    }

    @Test("defaults that look empty stay empty")
    func empty() {
        defaults.removeObject(forKey: StoredKey.profile.rawValue)
        #expect(defaults.upgradeAdaptyData(for: "3.12.0").summary == "nothing to upgrade")
        #expect(defaults.persistentDomain(forName: name)?.isEmpty != false)
    }

    @Test("forgetting removes the backup alone, after which there is nothing to undo")
    func forget() throws {
        #expect(
            defaults.upgradeAdaptyData(for: "three")[.profile]?.note == "this is no version; say one such as 3.12.0")
        defaults.upgradeAdaptyData(for: "3.12.0")
        let upgraded = try #require(defaults.data(forKey: StoredKey.profile.rawValue))
        #expect(defaults.object(forKey: StoredKey.backup.rawValue) != nil && upgraded != old)

        defaults.forgetAdaptyBackup()
        #expect(defaults.object(forKey: StoredKey.backup.rawValue) == nil)
        #expect(defaults.undoAdaptyUpgrade().items.isEmpty)
        #expect(defaults.data(forKey: StoredKey.profile.rawValue) == upgraded)
    }
}
