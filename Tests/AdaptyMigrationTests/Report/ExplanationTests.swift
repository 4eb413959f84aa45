@_spi(Tools) import AdaptyMigrationTools
import Testing

@Suite("Explanations")
struct ExplanationTests {
    @Test(
        "titles of the dashboard lead to their events",
        arguments: [
            ("Subscription started", "subscription_started"),
            ("Subscription expired (churned)", "subscription_expired"),
            ("Subscription paused (Android only)", "subscription_paused"),
            ("Trial renewal canceled", "trial_renewal_cancelled"), ("Entered grace period", "entered_grace_period"),
            ("Non-subscription purchase refunded", "non_subscription_purchase_refunded"),
            ("Subscription still active", "subscription_active"), ("Auto renew off", "trial_renewal_cancelled"),
            ("Subscription initial purchase", "subscription_started"),
        ])
    func titles(title: String, event: String) throws {
        let text = try #require(Explanation.of(title))
        #expect(text.hasPrefix("\(title) is a title in the dashboard\nevent "))
        #expect(text.contains(event))
    }

    @Test("objects of a running app are explained", arguments: ["skProduct", "skuDetails"])
    func appObjects(name: String) {
        #expect(Explanation.of(name)?.contains("never stored") == true)
    }

    @Test("other words are none", arguments: ["Some other words", "", " ", "subscriptionn"])
    func unknown(name: String) { #expect(Explanation.of(name) == nil) }
}
