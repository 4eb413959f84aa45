import Testing

@testable import AdaptyMigrationCore

@Suite("The ledger")
struct LedgerTests {
    @Test("product ids that become entries are told, at their place and with what they become")
    func entries() throws {
        var options = MigrationOptions()
        options.keepsLedger = true
        let paywall = Array(#"{"id":"d","variationId":"v","revision":1,"vendorProductIds":["month","year"]}"#.utf8)
        let upgraded = try Migrator(options).upgrade(paywall, from: .sdk2Bridge)
        #expect(
            upgraded.ledger.entries.contains {
                $0.action == .recoded && $0.path == "/vendorProductIds" && $0.target == "products"
            }, "\(upgraded.ledger.entries)")
    }
}
