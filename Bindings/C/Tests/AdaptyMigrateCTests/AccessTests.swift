@_spi(Tools) import AdaptyMigrationTools
import CAdaptyMigrate
import Testing

/// What records say about access.
@Suite struct AccessTests {
    private static let profile =
        #"{"profile_id":"p","paid_access_levels":{"premium":{"id":"premium","is_active":1,"vendor_product_id":"month","expires_at":"2026-02-01T00:00:00.000000+0000"}}}"#

    private static func event(_ name: String) -> String {
        #"{"event_type":"\#(name)","profile_id":"p","event_properties":{"vendor_product_id":"month"}}"#
    }

    @Test("every name of every generation has the meaning of its current name", arguments: EventAlias.all)
    func meanings(_ alias: EventAlias) {
        let meaning = EventName(rawValue: alias.current).meaning.rawValue
        for name in [alias.old, alias.current, alias.old.uppercased()] {
            #expect(CFunction.meaning(Array(AccessTests.event(name).utf8)).text == "\"\(meaning)\"")
        }
    }

    @Test("a name of one's own is unknown, and what is no event of Adapty's is rejected")
    func others() {
        #expect(CFunction.meaning(Array(AccessTests.event("my_event").utf8)).text == #""unknown""#)
        let foreign = Array(#"{"event_type":"subscription_cancelled","content":{"subscription":{}}}"#.utf8)
        #expect(CFunction.meaning(foreign).code == "unrecognised")
        #expect(CFunction.meaning(foreign, from: "webhook-legacy").text == #""ended""#)
        #expect(CFunction.meaning(Array(AccessTests.profile.utf8)).code == "unrecognised")
    }

    @Test(
        "access follows the profile, and the meaning of the events after it",
        arguments: [
            ([], #""active":true,"starts_at":null,"expires_at":"2026-02-01T00:00:00.000Z","will_renew":null"#),
            (
                ["subscription_renewal_cancelled"],
                #""active":true,"starts_at":null,"expires_at":"2026-02-01T00:00:00.000Z","will_renew":false"#
            ),
            (["subscription_renewal_cancelled", "subscription_cancelled"], #""active":false"#),
            (
                ["subscription_refunded"],
                #""is_refund":true,"meaning":"refunded","evidence":"event 1 subscription_refunded"#
            ),
        ] as [([String], String)])
    func entitlements(_ names: [String], _ expected: String) {
        let result = CFunction.entitlements(AccessTests.profile, names.map(AccessTests.event))
        #expect(result.text.contains(expected), "\(result)")
        #expect(result.text.hasPrefix(#"[{"access_level_id":"premium","vendor_product_id":"month""#))
    }

    @Test func withoutAProfile() {
        #expect(CFunction.entitlements(nil, []).text == "[]")
        let result = CFunction.entitlements(nil, [AccessTests.event("subscription_started")])
        #expect(result.text.hasPrefix(#"[{"access_level_id":null,"vendor_product_id":"month","active":true"#))
    }

    @Test func wrongCalls() {
        #expect(CFunction.entitlements(nil, [], at: nil).message == "`at` is missing")
        #expect(CFunction.entitlements(nil, [], at: "today").message == #"`at` is "today", which is not an instant"#)
        #expect(CFunction.entitlements(AccessTests.event("trial_started"), []).code == "unrecognised")
        let second = CFunction.entitlements(nil, [AccessTests.event("trial_started"), "{"])
        #expect(second.code == "truncated" && second.message.hasPrefix("event 2: "))
        #expect(CFunction.entitlements(nil, ["{}"]).message == "event 1: it has no event_type")
        for count in [-1, 1, Int.max] {
            let result = "2026-01-01T00:00:00Z".withCString { at in
                var options = am_options()
                (options.size, options.at) = (MemoryLayout<am_options>.size, at)
                return CFunction.result(options) { am_entitlements(nil, 0, nil, count, $0, $1) }
            }
            #expect(result.status == Int32(AM_MISUSE))
        }
    }
}
