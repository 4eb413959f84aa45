import Testing

@testable import AdaptyMigrationAccess
@testable import AdaptyMigrationCore
@_spi(Tools) @testable import AdaptyMigrationTesting
@_spi(Tools) @testable import AdaptyMigrationTools

/// The judge of law 7 reads dates, flags, amounts and events by itself.
@Suite("Access")
struct AccessReadingTests {
    private func comparison(
        _ before: String, _ after: String, _ source: Dialect = .sdk1Wire,
        at instants: [Int64] = [1_767_225_600_000_000], derivedAt: Int64? = nil
    ) throws -> [String] {
        AccessComparison(
            try JSONScanner.index(Array(before.utf8)), try JSONScanner.index(Array(after.utf8)), source, at: instants,
            derivedAt: derivedAt
        ).differences
    }

    @Test(
        "differences are told as facts",
        arguments: [
            (
                #""is_active":true"#, #""is_active":false"#,
                "access level premium: active before, inactive after at 2026-01-01T00:00:00Z, because is_active was true and is false"
            ),
            (
                #""will_renew":true"#, #""will_renew":false"#,
                "access level premium: renews before, does not renew after, because will_renew was true and is false"
            ),
            (
                #""will_renew":true,"#, "",
                "access level premium: renews before, will_renew not said after, because will_renew was true and is not said"
            ),
            (
                "2030-05-01T00:00:00.000Z", "2025-05-01T00:00:00.000Z",
                "access level premium: active before, inactive after at 2026-01-01T00:00:00Z, because expires_at was 2030-05-01T00:00:00Z and is 2025-05-01T00:00:00Z"
            ),
            (
                "2030-05-01T00:00:00.000Z", "2030-05-01T01:00:00.000Z",
                "access level premium: expires 2030-05-01T00:00:00Z before, expires 2030-05-01T01:00:00Z after, because expires_at was 2030-05-01T00:00:00Z and is 2030-05-01T01:00:00Z"
            ),
            (
                "premium", "gold",
                "access level gold: missing before, present after; access level premium: present before, missing after"
            ),
            (
                "\"month\"", "\"year\"",
                "access level premium: product \"month\" before, product \"year\" after, because vendor_product_id was \"month\" and is \"year\""
            ),
        ])
    func sentences(_ old: String, _ new: String, _ sentence: String) throws {
        let profile =
            #"{"paid_access_levels":{"premium":{"is_active":true,"will_renew":true,"vendor_product_id":"month","expires_at":"2030-05-01T00:00:00.000Z"}}}"#
        let parts = profile.split(separator: old, omittingEmptySubsequences: false)
        try #require(parts.count == 2)
        #expect(try comparison(profile, parts.joined(separator: new)).joined(separator: "; ") == sentence)
        #expect(try comparison(profile, profile).isEmpty)
    }

    @Test("an event with another meaning or another amount is told")
    func events() throws {
        let old = #"{"event_type":"TRIAL_CANCELED","event_properties":{"price_usd":9.90}}"#
        #expect(try comparison(old, #"{"event_type":"trial_expired","event_properties":{"price_usd":9.9}}"#).isEmpty)
        #expect(
            try comparison(old, #"{"event_type":"subscription_expired","event_properties":{"price_usd":-9.9}}"#) == [
                #"event: happened "trial_expired" before, happened "subscription_expired" after, because event_type was "trial_expired" and is "subscription_expired""#,
                "event: price_usd 9.9 before, price_usd -9.9 after, because price_usd was 9.9 and is -9.9",
            ])
    }

    @Test("server-v2 is judged by dates and products, and what was derived by the dates")
    func serverV2() throws {
        let old =
            #"{"access_levels":[{"access_level_id":"a","store_product_id":"m","expires_at":"2030-01-01T00:00:00Z"},{"access_level_id":"a","store_product_id":"n","expires_at":"2020-01-01T00:00:00Z"}]}"#
        let new = #"{"paid_access_levels":{"a":{"vendor_product_id":"m","expires_at":"2030-01-01T00:00:00.000Z"}}}"#
        #expect(try comparison(old, new, .serverV2).isEmpty)
        let derived =
            #"{"paid_access_levels":{"a":{"vendor_product_id":"m","is_active":FLAG,"expires_at":"2030-01-01T00:00:00.000Z"}}}"#
            .split(separator: "FLAG")
        #expect(
            try comparison(old, derived.joined(separator: "true"), .serverV2, derivedAt: 1_767_225_600_000_000).isEmpty)
        #expect(
            try comparison(old, derived.joined(separator: "false"), .serverV2, derivedAt: 1_767_225_600_000_000) == [
                "access level a: is_active was derived as false, but by its dates it was active at 2026-01-01T00:00:00Z"
            ])
        #expect(
            try comparison(
                old, #"{"paid_access_levels":{"a":{"vendor_product_id":"n","expires_at":"2020-01-01T00:00:00Z"}}}"#,
                .serverV2
            ).count == 2)
    }

    @Test("a container where a product's id belongs says nothing, wherever it comes to stand")
    func containers() throws {
        let paywall =
            #"{"id":"d","variationId":"v","vendorProductIds":[{"a":1}],"remoteConfigString":null,"remoteConfig":null}"#
        #expect(try Laws(instants: [0]).check(Array(paywall.utf8)) == [])
    }

    @Test(
        "purchases without an id that is a text are the same in a list of all and in lists by product",
        arguments: ["", #""purchase_id":1,"#, #""purchase_id":null,"#, #""purchase_id":{},"#])
    func purchases(id: String) throws {
        let document = Array(
            #"{"profile_id":"p","non_subscriptions":[{\#(id)"store_product_id":"coins"},{"purchase_id":"2","store_product_id":"gems"},{\#(id)"store_product_id":"coins","is_refund":true}]}"#
                .utf8)
        #expect(try Laws(instants: [0]).check(document) == [])
        let upgraded = String(decoding: try Migrator().upgrade(document).documentWithoutResidue, as: UTF8.self),
            lost = upgraded.replacing(#""is_refund":true"#, with: #""is_refund":false"#)
        #expect(lost != upgraded)
        #expect(try !comparison(upgraded, lost, .sdk2).isEmpty)
    }

    private func reading(_ text: String) throws -> AccessReading {
        AccessReading(try JSONScanner.index(Array(text.utf8)))
    }

    @Test(
        "access is open from its start to its expiry, for life whatever the expiry, and never against its flag",
        arguments: [
            (#""expires_at":"2020-01-01T00:00:00Z""#, false),
            (#""is_lifetime":false,"expires_at":"2020-01-01T00:00:00Z""#, false),
            (#""is_lifetime":true,"expires_at":"2020-01-01T00:00:00Z""#, true),
            (#""is_lifetime":false,"expires_at":"2030-01-01T00:00:00Z""#, true),
            (#""expires_at":"2026-01-01T00:00:00Z""#, false), (#""expires_at":"2026-01-01T00:00:00.001Z""#, true),
            (#""starts_at":"2026-01-01T00:00:00Z""#, true), (#""starts_at":"2026-01-01T00:00:00.001Z""#, false),
            (#""is_lifetime":true"#, true), ("", true), (#""expires_at":"soon""#, false),
            (#""starts_at":5.5e400"#, false),
            (#""activated_at":"2031-01-01T00:00:00Z""#, true),
        ])
    func active(level: String, isActive: Bool) throws {
        let rest = level.isEmpty ? "" : ",\(level)"
        for (flag, isOpen) in [("true", true), ("1", true), ("false", false), ("null", false), (#""yes""#, false)] {
            let reading = try reading(#"{"paid_access_levels":{"premium":{"is_active":\#(flag)\#(rest)}}}"#)
            #expect(
                reading.isActive("access level premium", at: 1_767_225_600_000, trustsFlag: true)
                    == (isActive && isOpen), "\(flag)")
            #expect(
                reading.isActive("access level premium", at: 1_767_225_600_000, trustsFlag: false) == isActive,
                "\(flag)"
            )
        }
    }

    @Test(
        "a level without a flag is closed, and so is one that is no object",
        arguments: ["{}", #"{"expires_at":"2030-01-01T00:00:00Z"}"#, "null", "7", "true", #""x""#, "[]", "[{}]"])
    func closed(level: String) throws {
        let text = #"{"profile_id":"p","paid_access_levels":{"premium":\#(level)}}"#
        #expect(try !reading(text).isActive("access level premium", at: 1_767_225_600_000, trustsFlag: true))
        var entitlements = Entitlements(), totals = AccessTotals(instants: [1_767_225_600_000_000])
        try entitlements.apply(profile: Array(text.utf8), named: "profile")
        #expect(entitlements.entries.allSatisfy { !$0.isActive(at: 1_767_225_600_000) })
        try totals.add(Array(text.utf8))
        #expect(!totals.lines.contains { $0.name.contains("active at") })
    }

    @Test(
        "API v2 has no flag: its dates decide, and a missing end is none of them",
        arguments: [
            (#""expires_at":null"#, true), (#""expires_at":"2030-01-01T00:00:00Z""#, true),
            (#""expires_at":"2020-01-01T00:00:00Z""#, false), (#""expires_at":"soon""#, false),
            (#""store":"s""#, false),
        ])
    func dates(level: String, isActive: Bool) throws {
        let reading = try reading(#"{"access_levels":[{"access_level_id":"premium",\#(level)}]}"#)
        #expect(reading.isActive("access level premium", at: 1_767_225_600_000, trustsFlag: true) == isActive)
    }

    @Test(
        "data may hold an object by placement; another wrapper holds the record alone",
        arguments: [("data", ["product month"]), ("attributes", []), ("meta", [])])
    func placements(wrapper: String, subjects: [String]) throws {
        #expect(
            try reading(#"{"\#(wrapper)":{"main":[{"products":[{"vendor_product_id":"month"}]}]},"meta":{}}"#).subjects
                .map(\.subject).sorted() == subjects)
    }

    @Test(
        "amounts are exact",
        arguments: [
            ("9.990", "9.99"), ("-0", "0"), ("1E2", "100"), ("69.989999999999995", "69.989999999999995"),
            ("0.00120e1", "0.012"), ("-1.5e-3", "-0.0015"), ("1e-40", "0." + String(repeating: "0", count: 39) + "1"),
            ("1e-41", "1E-41"), ("1e40", "1" + String(repeating: "0", count: 40)), ("1e41", "1E41"),
            (String(repeating: "7", count: 80), String(repeating: "7", count: 80)),
            (String(repeating: "7", count: 81), String(repeating: "7", count: 81) + "E0"), ("0e9999", "0"),
        ])
    func amounts(_ token: String, _ text: String) { #expect(Amount(token.utf8)?.description == text) }

    @Test("sums are exact, whatever their sign")
    func sums() throws {
        var sum = Amount.Sum()
        for token in ["0.1", "0.2", "-0.3"] { sum.add(try #require(Amount(token.utf8))) }
        #expect(sum.description == "0")
        for token in ["-9.99", "100", "9223372036854775807", "-9223372036854775807", "-200.005"] {
            sum.add(try #require(Amount(token.utf8)))
        }
        #expect(sum.description == "-109.995")
        sum.add(try #require(Amount("1e99".utf8)))
        #expect(sum.description == "-109.995 and 1 not added up")
        #expect(Amount("1e9999".utf8) != nil && Amount("1e10000".utf8) == nil)
        #expect(Amount("1e-9999".utf8) != nil && Amount("1e-10000".utf8) == nil)
    }

    @Test(
        "sums carry",
        arguments: [
            (["7", "8"], "15"), (["-7", "-8"], "-15"), (["99.95", "0.05"], "100"), (["0.5", "0.5", "98"], "99"),
            (["-0.01", "100"], "99.99"),
        ])
    func carries(tokens: [String], total: String) throws {
        var sum = Amount.Sum()
        for token in tokens { sum.add(try #require(Amount(token.utf8))) }
        #expect(sum.description == total)
    }

    @Test("an instant before 1970 is told to the millisecond it is in")
    func beforeEpoch() throws {
        let level = #"{"paid_access_levels":{"premium":{"is_active":true,"expires_at":"1969-12-31T23:59:59.999Z"}}}"#
        let earlier = level.split(separator: "999Z").joined(separator: "998Z")
        for instant: Int64 in [-2_000, -1_001] {
            #expect(
                try comparison(level, earlier, at: [instant]).contains { $0.contains("active before, inactive after") },
                "\(instant)")
        }
        for instant: Int64 in [-2_001, -1_000, 0] {
            #expect(
                try !comparison(level, earlier, at: [instant]).contains { $0.contains("inactive after") }, "\(instant)")
        }
    }

    @Test(
        "the price of a discount is compared, whether there is one or a list",
        arguments: ["introductory_discount\":OFFER", "discounts\":[OFFER]"])
    func discountPrice(member: String) throws {
        let parts = "{\"vendor_product_id\":\"month\",\"price\":9.99,\"\(member)}".split(
            separator: "OFFER", omittingEmptySubsequences: false)
        func product(_ price: String) -> String {
            parts.joined(separator: "{\"price\":\(price),\"number_of_periods\":1}")
        }
        #expect(try comparison(product("1.99"), product("1.990")).isEmpty)
        #expect(
            try comparison(product("1.99"), product("2.99")).contains {
                $0.contains("discount of product month") && $0.contains("1.99") && $0.contains("2.99")
            })
    }

    @Test(
        "amounts of 30 places behind the point and 40 before it are added up, others counted",
        arguments: [("1e39", 0), ("1e40", 1), ("12e38", 0), ("12e39", 1), ("1e-30", 0), ("1e-31", 1), ("0e99", 0)])
    func places(token: String, others: Int) throws {
        var sum = Amount.Sum()
        sum.add(try #require(Amount(token.utf8)))
        #expect(sum.others == others)
    }

    @Test("a record in up to seven wrappers is read", arguments: [(6, 1), (7, 1), (8, 0)])
    func wrappers(count: Int, subjects: Int) throws {
        let level = #"{"paid_access_levels":{"a":{"is_active":true}}}"#
        let text = String(repeating: #"{"data":"#, count: count) + level + String(repeating: "}", count: count)
        #expect(try reading(text).subjects.count == subjects)
    }

    @Test("ten thousand names are counted, the others together", arguments: [(9_999, 0), (10_000, 0), (10_001, 1)])
    func names(count: Int, others: Int) throws {
        let levels = (1...count).map { #""\#($0)":{"is_active":true}"# }.joined(separator: ",")
        var totals = AccessTotals(instants: [])
        try totals.add(Array(#"{"paid_access_levels":{\#(levels)}}"#.utf8))
        #expect(totals.lines.count == min(count, 10_000) + others)
        #expect(totals.lines.contains { $0.name == "others" } == (others > 0))
    }

    @Test("dates are read as the mapping's calendar reads them")
    func dates() {
        var random = SeededGenerator(seed: 5), read = 0
        for _ in 0..<20_000 {
            func digits(_ value: Int, _ width: Int) -> String {
                String(repeating: "0", count: max(0, width - String(value).count)) + String(value)
            }
            let day =
                digits(1 + random.below(9_999), 4) + "-" + digits(random.below(14), 2) + "-"
                + digits(random.below(33), 2)
            let time =
                random.pick(["T", " ", "t"]) + digits(random.below(25), 2) + ":" + digits(random.below(61), 2) + ":"
                + digits(random.below(61), 2)
            let text =
                day + time + random.pick(["", ".5", ".250", ".1234567", "."])
                + random.pick(["Z", "+0000", "-0330", "+05:30", "GMT", " +0100", "", "+01"])
            let milliseconds = AccessInstant.milliseconds(Array(text.utf8), 0, text.utf8.count)
            let expected = DateText.parse(Array(text.utf8)[...])?.microseconds
            #expect(milliseconds == expected.map { $0 >= 0 ? $0 / 1000 : -((999 - $0) / 1000) }, "\(text)")
            guard let milliseconds else { continue }
            read += 1
            let written = AccessInstant.text(milliseconds)
            #expect(
                milliseconds < -62_135_596_800_000
                    || AccessInstant.milliseconds(Array(written.utf8), 0, written.utf8.count) == milliseconds,
                "\(text) \(written)")
        }
        #expect(read > 3_000)
    }

    @Test(
        "every old event name happened what the aliases say",
        arguments: EventName.vocabulary.map(\.name) + EventName.aliases.keys)
    func events(_ name: String) {
        #expect(
            AccessEvent.bySpelling[name]?.name == EventName(rawValue: name).canonical.rawValue,
            "\(name) is not the same event in AccessEvent.all, the second opinion of law 7")
    }

    @Test("totals count and add up")
    func totals() throws {
        var totals = AccessTotals(instants: [1_767_225_600_000_000]), other = totals
        try totals.add(
            Array(
                #"{"paid_access_levels":{"premium":{"is_active":true,"will_renew":true},"gold":{"expires_at":"2020-01-01T00:00:00Z"}}}"#
                    .utf8))
        try other.add(Array(#"{"event_type":"subscription_cancelled","event_properties":{"price_usd":0.1}}"#.utf8))
        try other.add(Array(#"{"event_type":"subscription_expired","price_usd":0.2}"#.utf8))
        totals += other
        #expect(
            totals.lines.map { "\($0.name): \($0.value)" } == [
                "access level gold: 1", "access level gold, does not say whether it is active: closed: 1",
                "access level premium: 1",
                "access level premium, active at 2026-01-01T00:00:00Z: 1", "access level premium, renews: 1",
                "event subscription_expired (access has ended): 2",
                "price_usd of all events: 0.3", "price_usd of subscription_expired: 0.3",
            ])
    }

    @Test("two levels whose names Unicode calls the same are two")
    func equivalentNames() throws {
        let text = "{\"paid_access_levels\":{\"\u{E9}\":{\"is_active\":true},\"e\u{301}\":{\"is_active\":false}}}"
        let read = try AccessReading(JSONScanner.index(Array(text.utf8)))
        #expect(read.subjects.count == 2)
        #expect(read.value("access level \u{E9}", .isActive) == .flag(true))
        #expect(read.value("access level e\u{301}", .isActive) == .flag(false))
    }

    @Test("a flag that no number can hold is off", arguments: ["0", "-0.0", "1e-400", "-1e-400"])
    func smallFlag(number: String) throws {
        let record = Array(
            #"{"profile_id":"p","paid_access_levels":{"a":{"id":"a","is_active":\#(number)}}}"#.utf8)
        #expect(try Laws(instants: [0]).check(record).isEmpty)
    }

    @Test("a placement that is a text is read like the list", arguments: [true, false])
    func placementText(isText: Bool) throws {
        let list = #"[{"variation_id":"v","products":[{"vendor_product_id":"a"}]}]"#
        let placement = isText ? String(decoding: JSONText.encode(list), as: UTF8.self) : list
        let file = #"{"data":{"main":\#(placement)},"meta":{"version":5}}"#
        let reading = AccessReading(try JSONScanner.index(Array(file.utf8)))
        #expect(reading.subjects.map(\.subject) == ["product a"])
    }
}
