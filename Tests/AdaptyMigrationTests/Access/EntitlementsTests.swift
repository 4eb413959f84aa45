@_spi(Tools) import AdaptyMigrationTools
import Testing

@Suite("Entitlements") struct EntitlementsTests {
    private static let day: Int64 = 86_400_000
    /// 2026-01-01T00:00:00Z
    private static let newYear: Int64 = 1_767_225_600_000

    private static func event(
        _ name: String, at date: String = "2026-01-01T00:00:00.000000+0000", ends: String? = nil,
        _ properties: String = ""
    ) -> [UInt8] {
        let end = ends.map { #","subscription_expires_at":"\#($0)""# } ?? ""
        return Array(
            #"{"event_type":"\#(name)","event_datetime":"\#(date)","event_properties":{"vendor_product_id":"month"\#(end)\#(properties)}}"#
                .utf8)
    }

    @Test(
        "old profiles are read as new ones",
        arguments: [
            #"{"paid_access_levels":{"premium":{"is_active":1,"vendor_product_id":"month","expires_at":"2026-02-01T00:00:00Z"}}}"#,
            #"{"accessLevels":{"premium":{"isActive":true,"vendorProductId":"month","expiresAt":791596800}}}"#,
            #"{"data":{"access_levels":[{"access_level_id":"premium","store_product_id":"month","expires_at":"2026-02-01T00:00:00+00:00"}]}}"#,
        ])
    func profiles(document: String) throws {
        var entitlements = Entitlements()
        try entitlements.apply(profile: Array(document.utf8), named: "profile")
        let entry = try #require(entitlements.entries.first)
        #expect(entitlements.entries.count == 1)
        #expect(entry.level == "premium")
        #expect(entry.product == "month")
        #expect(entry.evidence == "profile")
        #expect(entry.meaning == nil)
        #expect(entry.expiresAt == Timestamp("2026-02-01T00:00:00Z"))
        #expect(entry.isActive(at: EntitlementsTests.newYear))
        #expect(!entry.isActive(at: EntitlementsTests.newYear + 31 * EntitlementsTests.day))
    }

    @Test(
        "whatever the name, entitled or not follows its meaning",
        arguments: EventAlias.all.flatMap { [$0.old, $0.current, $0.old.uppercased()] })
    func names(name: String) throws {
        var entitlements = Entitlements()
        try entitlements.apply(
            event: EntitlementsTests.event("subscription_started", ends: "2026-06-01T00:00:00.000000+0000"), named: "1")
        try entitlements.apply(event: EntitlementsTests.event(name, at: "2026-01-02T00:00:00.000000+0000"), named: "2")
        let entry = try #require(entitlements.entries.first)
        #expect(entry.isActive(at: EntitlementsTests.newYear) == EventName(rawValue: name).meaning.isEntitled)
        #expect(entry.evidence == "2")
        #expect(entry.level == nil)
    }

    @Test func whatWasBoughtOnceHasNoEnd() throws {
        var entitlements = Entitlements()
        try entitlements.apply(event: EntitlementsTests.event("non_subscription_purchase"), named: "1")
        #expect(entitlements.entries.first?.isActive(at: Timestamp("9999-12-31T23:59:59Z")) == true)
        #expect(entitlements.entries.first?.isActive(at: Timestamp("soon")) == false)
        #expect(entitlements.entries.first?.willRenew == nil)
        try entitlements.apply(event: EntitlementsTests.event("non_subscription_purchase_refunded"), named: "2")
        #expect(entitlements.entries.first?.isActive(at: EntitlementsTests.newYear) == false)
        #expect(entitlements.entries.first?.isRefund == true)
    }

    @Test func gracePeriodMovesTheEnd() throws {
        var entitlements = Entitlements()
        try entitlements.apply(
            event: EntitlementsTests.event("subscription_started", ends: "2026-01-10T00:00:00.000000+0000"), named: "1")
        try entitlements.apply(event: EntitlementsTests.event("billing_issue_detected"), named: "2")
        try entitlements.apply(
            event: EntitlementsTests.event("entered_grace_period", ends: "2026-01-20T00:00:00.000000+0000"), named: "3")
        let entry = try #require(entitlements.entries.first)
        #expect(entry.isActive(at: EntitlementsTests.newYear + 15 * EntitlementsTests.day))
        #expect(!entry.isActive(at: EntitlementsTests.newYear + 19 * EntitlementsTests.day))
        #expect(entry.meaning == .gracePeriod)
    }

    /// The end of a period that began before the one in force, and the end of that one.
    @Test(
        "an end that comes late is told by what it is the end of",
        arguments: [
            ("2025-12-01T00:00:00.000000+0000", "2025-12-01T00:00:00.000000+0000", true),
            ("2026-01-02T00:00:00.000000+0000", "2026-01-02T00:00:00.000000+0000", false),
        ])
    func late(date: String, end: String, isActive: Bool) throws {
        var entitlements = Entitlements()
        try entitlements.apply(
            event: EntitlementsTests.event("subscription_renewed", ends: "2026-02-01T00:00:00.000000+0000"), named: "1")
        try entitlements.apply(event: EntitlementsTests.event("subscription_expired", at: date, ends: end), named: "2")
        #expect(
            entitlements.entries.first?.isActive(at: EntitlementsTests.newYear + 5 * EntitlementsTests.day) == isActive)
    }

    @Test(
        "a beginning that comes after its end opens nothing, one that reaches further does",
        arguments: [
            ("subscription_refunded", "2026-02-01T00:00:00.000000+0000", false),
            ("subscription_expired", "2026-01-03T00:00:00.000000+0000", false),
            ("subscription_expired", "2026-02-01T00:00:00.000000+0000", true),
        ])
    func lateBeginning(end: String, expiry: String, isActive: Bool) throws {
        var entitlements = Entitlements()
        try entitlements.apply(event: EntitlementsTests.event(end, at: "2026-01-03T00:00:00.000000+0000"), named: "1")
        try entitlements.apply(event: EntitlementsTests.event("subscription_started", ends: expiry), named: "2")
        #expect(entitlements.entries.first?.isActive(at: EntitlementsTests.newYear + EntitlementsTests.day) == isActive)
        #expect(entitlements.entries.first?.evidence == (isActive ? "2" : "1"))
        try entitlements.apply(
            event: EntitlementsTests.event(
                "subscription_started", at: "2026-01-04T00:00:00.000000+0000", ends: "2026-02-04T00:00:00.000000+0000"),
            named: "3")
        #expect(entitlements.entries.first?.isActive(at: EntitlementsTests.newYear + 5 * EntitlementsTests.day) == true)
    }

    /// An expiry, and a renewal at the new year that names none.
    @Test(
        "an expiry that is over when a period begins is no longer known",
        arguments: [
            ("2025-12-31T23:59:59.999Z", true), ("2026-01-01T00:00:00Z", true), ("2026-01-01T00:00:00.001Z", false),
        ])
    func staleExpiry(expiry: String, isOver: Bool) throws {
        var entitlements = Entitlements()
        try entitlements.apply(
            event: EntitlementsTests.event("subscription_started", at: "2025-12-01T00:00:00Z", ends: expiry), named: "1"
        )
        try entitlements.apply(event: EntitlementsTests.event("subscription_renewed"), named: "2")
        #expect((entitlements.entries.first?.expiresAt == nil) == isOver)
    }

    /// The current period is from the new year to the first of February.
    @Test(
        "an end is of an earlier period if it happened before the current one and names an earlier expiry",
        arguments: [
            ("2025-12-31T23:59:59.999Z", "2026-01-31T23:59:59.999Z", true),
            ("2026-01-01T00:00:00Z", "2026-01-31T23:59:59.999Z", false),
            ("2025-12-31T23:59:59.999Z", "2026-02-01T00:00:00Z", false),
        ])
    func earlierPeriod(date: String, end: String, isActive: Bool) throws {
        var entitlements = Entitlements()
        try entitlements.apply(
            event: EntitlementsTests.event("subscription_renewed", ends: "2026-02-01T00:00:00Z"), named: "1")
        try entitlements.apply(event: EntitlementsTests.event("subscription_expired", at: date, ends: end), named: "2")
        #expect(entitlements.entries.first?.isActive(at: EntitlementsTests.newYear) == isActive)
    }

    /// The period ended at the new year.
    @Test(
        "a beginning is of a closed period if it happened before the end and reaches no further",
        arguments: [
            ("2025-12-31T23:59:59.999Z", "2026-01-01T00:00:00Z", false),
            ("2025-12-31T23:59:59.999Z", "2026-01-01T00:00:00.001Z", true),
            ("2026-01-01T00:00:00Z", "2026-01-01T00:00:00Z", true),
        ])
    func closedPeriod(date: String, end: String, opens: Bool) throws {
        var entitlements = Entitlements()
        try entitlements.apply(event: EntitlementsTests.event("subscription_expired"), named: "1")
        try entitlements.apply(event: EntitlementsTests.event("subscription_started", at: date, ends: end), named: "2")
        #expect(entitlements.entries.first?.evidence == (opens ? "2" : "1"))
    }

    @Test func anAccessLevelTakesItsProductsPlace() throws {
        var entitlements = Entitlements()
        try entitlements.apply(event: EntitlementsTests.event("subscription_started"), named: "1")
        try entitlements.apply(
            event: EntitlementsTests.event("access_level_updated", #","access_level_id":"premium","is_active":false"#),
            named: "2")
        #expect(entitlements.entries.map(\.level) == ["premium"])
        #expect(entitlements.entries.map { $0.isActive(at: EntitlementsTests.newYear) } == [false])
        try entitlements.apply(event: EntitlementsTests.event("subscription_renewed"), named: "3")
        #expect(entitlements.entries.map { $0.isActive(at: EntitlementsTests.newYear) } == [true])
    }

    @Test(
        "what says nothing of access changes nothing",
        arguments: [
            #"{"event_type":"our_own","event_properties":{"vendor_product_id":"month"}}"#,
            #"{"event_type":"trial_started"}"#, "{}", "[]", "17",
        ])
    func nothing(document: String) throws {
        var entitlements = Entitlements()
        try entitlements.apply(event: Array(document.utf8), named: "1")
        #expect(entitlements.entries.isEmpty)
        #expect(throws: MigrationError.self) { try entitlements.apply(event: Array("{".utf8), named: "2") }
    }
}

extension Entitlements.Entry {
    /// - Parameter milliseconds: since 1970.
    func isActive(at milliseconds: Int64) -> Bool { isActive(at: Timestamp(microseconds: milliseconds * 1000)) }
}
