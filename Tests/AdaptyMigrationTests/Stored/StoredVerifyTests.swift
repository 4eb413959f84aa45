@_spi(Tools) @testable import AdaptyMigrationTools
@_spi(Tools) @testable import AdaptyStoredData
@_spi(Tools) @testable import AdaptyStoredUpgrade
import Foundation
import Testing

@testable import AdaptyMigrationCore

/// Whatever is not as the upgrade left it is found, in the store and in its backup.
@Suite("Stored data, verified")
struct StoredVerifyTests {
    private static func upgraded() throws -> [StoredKey: StoredValue] {
        let stored: [StoredKey: StoredValue] = [
            .profile: .data(try StoredUpgradeTests.fixture("profile/profile-of-1-12.json")),
            .paywalls: .data(
                [0x5B] + (try StoredUpgradeTests.fixture("paywall/paywall-of-1-12.json")) + Array(",7]".utf8)),
        ]
        return StoredUpgrade(for: "3.12.0").plan(stored).applied(to: stored)
    }

    @Test("what was upgraded is proven")
    func proven() throws {
        let after = try StoredVerifyTests.upgraded(), report = StoredUpgrade.verify(after)
        #expect(report.items.map(\.outcome) == Array(repeating: .proven, count: 4) && report.isClean, "\(report)")
        #expect(StoredUpgrade.verify([:]).items.isEmpty)
    }

    @Test("a flipped bit in any value is found", arguments: [StoredKey.profile, .paywalls])
    func flipped(key: StoredKey) throws {
        let after = try StoredVerifyTests.upgraded(), bytes = try #require(after[key]?.bytes)
        for place in stride(from: 0, to: bytes.count, by: 7) {
            var flipped = bytes
            flipped[place] ^= 1 << UInt8(place % 8)
            #expect(!StoredUpgrade.verify(after.merging([key: .data(flipped)]) { $1 }).isClean, "byte \(place)")
        }
    }

    /// Every way to damage one value: each leaf of the backup changed, each member dropped.
    private static func damaged(_ value: StoredValue) -> [StoredValue] {
        switch value {
        case .data(let bytes):
            (0..<min(bytes.count, 40)).map { place in
                .data(bytes.enumerated().map { $0.offset == place ? $0.element ^ 1 : $0.element })
            }
        case .text(let text): [.text(text + " "), .text(String(text.dropLast()))]
        case .number(let number): [.number(number ^ 1)]
        case .dictionary(let members):
            members.keys.sorted().flatMap { key -> [StoredValue] in
                var without = members
                without[key] = nil
                return [.dictionary(without)]
                    + damaged(members[key] ?? .other).map { .dictionary(members.merging([key: $0]) { $1 }) }
            }
        case .other: []
        }
    }

    @Test("a flipped bit or a dropped member anywhere in the backup is found, and nothing is undone from it")
    func backup() throws {
        let after = try StoredVerifyTests.upgraded(), backup = try #require(after[.backup])
        let json = try #require(backup.text.map { Array($0.utf8) }), members = try #require(StoredValue(json: json))
        let flipped = stride(from: 0, to: json.count, by: 23).map { place in
            var flipped = json
            flipped[place] ^= 1
            return StoredValue.text(String(decoding: flipped, as: UTF8.self))
        }
        let faults = flipped + StoredVerifyTests.damaged(members)
        #expect(flipped.count > 100 && faults.count > 200)
        for fault in faults {
            let stored = after.merging([.backup: fault]) { $1 }
            #expect(!StoredUpgrade.verify(stored).isClean)
            #expect(
                StoredUpgrade.undo(stored).changes.isEmpty
                    && StoredUpgrade.undo(stored).report.items.map(\.outcome) == [.refused])
            #expect(StoredUpgrade(for: "3.17.2").plan(stored).changes.isEmpty)
        }
    }

    @Test("dropped, doubled and swapped values and a stale backup are found")
    func planted() throws {
        let after = try StoredVerifyTests.upgraded()
        var later = after
        later[.profile] = .data(
            Array(#"{"v":{"profile_id":"later","paid_access_levels":{"p":{"id":"p","is_active":true}}}}"#.utf8))
        later[.profileID] = .text("later")
        later = StoredUpgrade(for: "3.17.2").plan(later).applied(to: later)
        #expect(later[.backup] != after[.backup])
        #expect(!StoredUpgrade.verify(after.filter { $0.key != .profile }).isClean, "dropped")
        let faults: [(String, [StoredKey: StoredValue?])] = [
            ("doubled", [.paywalls: after[.profile]]),
            ("swapped", [.paywalls: after[.profile], .profile: after[.paywalls]]),
            ("stale backup", [.profile: later[.profile], .profileID: later[.profileID]]),
            ("backup of later", [.backup: later[.backup]]),
        ]
        for (name, fault) in faults {
            let stored = fault.reduce(into: after) { $0[$1.key] = $1.value }
            #expect(!StoredUpgrade.verify(stored).isClean, "\(name)")
        }
    }

    @Test("a profile made from an answer comes back as one that SDK 1.x reads, although its residue is of an answer")
    func takenBackFromAnAnswer() throws {
        let body = Array(
            #"{"data":{"type":"adapty_analytics_profile","id":"me","attributes":{"app_id":"a","paid_access_levels":{"premium":{"id":"premium","is_active":1,"vendor_transaction_id":"1"}}}}}"#
                .utf8)
        let stored: [StoredKey: StoredValue] = [
            .profile: .data(Array("junk".utf8)), .profileID: .text("me"),
            .responses: .dictionary(["getPurchaserInfo": .dictionary(["hash": .data(body)])]),
        ]
        var after = StoredUpgrade(for: "3.12.0").plan(stored).applied(to: stored)
        after[.profile] = .data(
            Array(
                #"{"v":{"profile_id":"me","segment_hash":"s","is_test_user":false,"timestamp":1,"paid_access_levels":{"premium":{"id":"premium","is_active":false,"vendor_product_id":"p","store":"app_store","activated_at":"2024-01-01T00:00:00.000Z","is_lifetime":false,"will_renew":false,"is_in_grace_period":false,"is_refund":false}}}}"#
                    .utf8))
        let back = StoredUpgrade.undo(after).applied(to: after)
        let profile = try JSONDecoder().decode(SDK1Profile.self, from: Data(try #require(back[.profile]?.bytes)))
        #expect(profile.profileId == "me" && profile.accessLevels["premium"]?.isActive == false)
    }
}
