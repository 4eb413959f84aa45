import AdaptyMigration
import Foundation
import Testing

extension RecipeTests {
    @Test("a typed edit, and the way back")
    func edit() throws {
        let stored = Data(
            #"{"profileId":"p","accessLevels":{"premium":{"id":"premium","isActive":true}},"mine":1.50}"#.utf8)
        let file = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID()).json")
        defer { try? FileManager.default.removeItem(at: file) }

        var profile = try PurchaserInfoModel(decoding: stored).upgraded()
        profile.accessLevels["premium"]?.isActive = false
        try profile.write(to: file)

        let saved = try AdaptyProfile(contentsOf: file)
        let old = try saved.downgraded(to: PurchaserInfoModel.self)
        try old.write(to: file)

        let edited = String(decoding: stored, as: UTF8.self).replacing("true", with: "false")
        #expect(try String(contentsOf: file, encoding: .utf8) == edited)
    }

    @Test("a level is granted, extended and revoked for the current SDK and for API v2, which has no flag")
    func grant() throws {
        let level =
            #""is_active":true,"expires_at":null,"is_lifetime":true,"vendor_product_id":"p","store":"app_store""#
        let record = Data(
            #"{"profile_id":"p","paid_access_levels":{"premium":{"id":"premium","is_active":false,"expires_at":"2020-01-01T00:00:00.000Z"},"gold":{"id":"gold",\#(level)}}}"#
                .utf8)
        var profile = try AdaptyProfile(decoding: record, as: .sdk3)

        let end = Timestamp(Date(timeIntervalSinceNow: 30 * 86_400))

        // Grant.
        profile.accessLevels["gift"] = AdaptyProfile.AccessLevel(
            id: "gift", isActive: true, vendorProductId: "com.example.gift", store: .adapty,
            activatedAt: Timestamp(Date()), isLifetime: false, willRenew: false, isInGracePeriod: false,
            isRefund: false)
        profile.accessLevels["gift"]?.expiresAt = end

        // Extend.
        profile.accessLevels["premium"]?.isActive = true
        profile.accessLevels["premium"]?.expiresAt = end

        // Revoke.
        profile.accessLevels["gold"]?.isActive = false
        profile.accessLevels["gold"]?.expiresAt = Timestamp(Date())
        profile.accessLevels["gold"]?.isLifetime = false

        let server = try ServerProfile(decoding: Migrator().upgrade(profile.data, to: .serverV2).data)
        for (id, open) in [("gift", true), ("premium", true), ("gold", false)] {
            #expect(profile.hasAccess(to: id) == open && server.hasAccess(to: id) == open, "\(id)")
            #expect(!profile.hasAccess(to: id, at: Date(timeIntervalSinceNow: 31 * 86_400)))
        }
    }
}
