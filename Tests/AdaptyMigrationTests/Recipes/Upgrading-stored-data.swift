import AdaptyMigration
import AdaptyStoredUpgrade
import Foundation
import Testing

extension RecipeTests {
    @Test("a subscriber who is offline after the app update")
    func offline() throws {
        let suite = "recipe.\(UUID())"
        let defaults = try #require(UserDefaults(suiteName: suite))
        defer { defaults.removePersistentDomain(forName: suite) }
        let old =
            #"{"profileId":"p","accessLevels":{"premium":{"id":"premium","isActive":true,"isLifetime":true,"isInGracePeriod":false}}}"#
        defaults.set(Data(old.utf8), forKey: "AdaptySDK_Purchaser_Info")
        var log: [String] = []

        let report = defaults.upgradeAdaptyData(for: "3.12.0")
        if !report.isClean { log.append("\(report)") }

        #expect(log.isEmpty)
        #expect(report.items.map(\.outcome).contains(.upgraded))
        let stored = try #require(defaults.data(forKey: "AdaptySDK_Purchaser_Info"))
        #expect(try AdaptyProfile(decoding: stored).accessLevels["premium"]?.isActive == true)
    }

    @Test("a record, and what became of its members")
    func record() throws {
        let record = Data(
            #"{"id":"1","type":"t","attributes":{"variation_id":"v","developer_id":"d","is_promo":1,"products":[]}}"#
                .utf8)
        var lost: [String] = []
        var kept = Data()
        func store(_ data: Data) { kept = data }

        let migration = try Migrator(MigrationOptions(keepsLedger: true)).upgrade(record)
        for loss in migration.losses { lost.append(loss.path) }
        store(migration.data)

        #expect(lost == ["/id", "/type"])
        #expect(try Migrator().downgrade(kept).data == record)
    }
}
