import AdaptyMigration
import AdaptyMigrationTools
import Foundation
import Testing

/// What a backend writes, with the two imports that the page of `AdaptyMigrationTools` names.
@Suite("The imports of a backend")
struct BackendImportTests {
    @Test("data, dates, access and entitlements")
    func imports() throws {
        let now = Date(), end = Timestamp(now.addingTimeInterval(60))
        let stored = Data(
            #"{"profile_id":"p","paid_access_levels":{"premium":{"id":"premium","is_active":true,"expires_at":"\#(end)"}}}"#
                .utf8)
        let upgraded = try Migrator().upgrade(stored, from: .sdk2).data
        let profile = try AdaptyProfile(decoding: upgraded, as: .sdk2)
        #expect(profile.hasAccess(to: "premium") && !profile.hasAccess(to: "premium", at: now.addingTimeInterval(61)))
        #expect(profile.data == upgraded && profile.accessLevels["premium"]?.expiresAt?.date == end.date)

        var entitlements = Entitlements()
        try entitlements.apply(profile: profile.document, named: "profile")
        let entry = try #require(entitlements.entries.first)
        #expect(entry.isActive(at: Timestamp(now)) && !entry.isActive(at: Timestamp(now.addingTimeInterval(61))))
        #expect(entry.expiresAt == end)
    }
}
