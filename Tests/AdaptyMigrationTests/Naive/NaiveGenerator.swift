@_spi(Tools) @testable import AdaptyMigrationTesting

/// Well-formed documents of the legacy dialects, made from the documents' field lists.
struct NaiveGenerator {
    private var random: SeededGenerator
    private let source: NaiveOracle.Source

    init(_ source: NaiveOracle.Source, seed: UInt64) {
        self.source = source
        random = SeededGenerator(seed: seed)
    }

    mutating func document() -> String {
        let sample =
            switch source {
            case .wireProfile, .storedProfile, .bridgeProfile, .unityProfile, .serverProfile: profile()
            case .wirePaywall, .storedPaywall: paywall()
            case .wireProduct, .storedProduct: product(isAlone: true)
            case .legacyEvent: event()
            }
        return sample.text(random.pick(Sample.Style.all))
    }

    // MARK: Values

    private mutating func text() -> String {
        random.pick([
            #""x""#, #""""#, #""com.app.month:base""#, #""Ünï \"q\" \\ \/""#, #""\u00e9\ud83d\ude00""#,
            #""1000000628581600""#, #"" spaced ""#, "\"e\u{301}\"",
        ])
    }

    private mutating func flag() -> String {
        let isLoose = source == .wireProfile || source == .wirePaywall || source == .wireProduct
        return random.pick(isLoose ? ["true", "false", "1", "0", #""""#] : ["true", "false"])
    }

    private mutating func date() -> String {
        if source.isStored {
            return random.pick([
                "648073710.0009999", "648073710", "679609710.517", "1.5e8", "0", "-86400.25", "700000000.9999",
                "599616000.0015",
            ])
        }
        let exact = [
            "2022-09-30T15:14:32.000000+0000", "2020-01-15T15:10:36.517975+0000", "2024-07-15T13:14:10.797Z",
            "2023-01-08T15:05:59.000+0300", "2021-02-28T23:59:59.999999-0530",
        ]
        let bare = ["2022-10-30T16:17:17Z", "2022-07-30T10:00:00+0300", "2024-12-24T10:50:23+0000"]
        let isBridge = source == .bridgeProfile || source == .unityProfile
        return "\"\(random.pick(isBridge ? exact + bare : exact + bare.suffix(1)))\""
    }

    private mutating func value(_ value: NaiveField.Value) -> String {
        switch value {
        case .text, .any: text()
        case .flag: flag()
        case .date: date()
        case .number:
            random.pick(["9.99", "9.990", "0", "69.989999999999995", "1E2", "12345678901234567890", "-4.5e-1"])
        case .integer: random.pick(["0", "1", "2", "42", "-1"])
        case .store: random.pick([#""app_store""#, #""play_store""#, #""adapty""#, #""stripe""#, #""my store""#])
        case .offer: random.pick([#""free_trial""#, #""pay_as_you_go""#, #""pay_up_front""#, #""new_type""#])
        case .reason:
            random.pick([
                #""voluntarily_cancelled""#, #""billing_error""#, #""refund""#, #""price_increase""#, #""upgraded""#,
            ])
        }
    }

    private mutating func unknown() -> Sample {
        random.pick([
            .token("1.50"), .token("null"), .token(#""new""#),
            .array([.token("true"), .object([(#""a_b""#, .token("1")), (#""aB""#, .token("2"))])]), .object([]),
        ])
    }

    // MARK: Objects

    private func key(_ snake: String) -> String { "\"\(source.isCamelCase ? NaiveField.camelCase(snake) : snake)\"" }

    private mutating func members(_ fields: [(name: String, value: NaiveField.Value)], always: Set<String> = []) -> [(
        name: String, value: Sample
    )] {
        var members: [(name: String, value: Sample)] = []
        for field in fields where always.contains(field.name) || random.chance(70) {
            // SDK 1.x omits nil when it stores.
            let isNull = !always.contains(field.name) && !source.isStored && random.chance(8)
            members.append((key(field.name), .token(isNull ? "null" : value(field.value))))
        }
        return members
    }

    private mutating func object(_ members: [(name: String, value: Sample)]) -> Sample {
        var members = members
        if random.chance(20) {
            members.append((random.pick([#""x_new""#, #""xNew""#, #""title""#, #""""#, #""Ünï""#]), unknown()))
        }
        if random.chance(50) { members.shuffle(using: &random) }
        return .object(members)
    }

    private mutating func dictionary(_ entry: (inout NaiveGenerator) -> Sample) -> Sample {
        let keys = ["premium", "Gold-Level", "com.app.month:base", "id", "is_active", "paidAccessLevels", "ключ"].filter
        { _ in random.chance(25) }
        return .object(keys.map { ("\"\($0)\"", entry(&self)) })
    }

    private mutating func profile() -> Sample {
        var root: [(name: String, value: Sample)] = []
        let isWrapped = source == .wireProfile && random.chance(60)
        if !isWrapped || random.chance(50) { root.append((key("profile_id"), .token(text()))) }
        if random.chance(60) {
            root.append((key("customer_user_id"), .token(source.isStored ? text() : random.pick(["null", text()]))))
        }
        let isServer = source == .serverProfile || source == .wireProfile
        if random.chance(50) {
            let isEmptyList = source == .wireProfile && random.chance(30)
            root.append(
                (
                    key("custom_attributes"),
                    isEmptyList
                        ? .array([])
                        : .object([
                            (#""Fav Color""#, .token(text())), (#""fav_count""#, .token("123.0")),
                            (#""favCount""#, .token("1.0")),
                        ])
                ))
        }
        if isServer {
            for field in NaiveField.serverOnly where random.chance(40) {
                guard field.name == "apple_validation_result" else {
                    root.append((key(field.name), .token(value(field.value))))
                    continue
                }
                if source == .wireProfile { root.append((key(field.name), unknown())) }
            }
        } else if source != .unityProfile {
            root += members(NaiveField.eligibilities)
        }
        root.append((levelsKey(), orNull(dictionary { $0.level() })))
        if random.chance(70) { root.append((#""subscriptions""#, orNull(dictionary { $0.subscription() }))) }
        if random.chance(70) {
            root.append(
                (
                    key("non_subscriptions"),
                    orNull(
                        dictionary { generator in
                            .array((0..<generator.random.below(3)).map { _ in generator.purchase() })
                        })
                ))
        }
        let body = object(root)
        if isWrapped {
            return .object([
                (
                    #""data""#,
                    .object([
                        (#""type""#, .token(#""adapty_analytics_profile""#)), (#""id""#, .token(#""envelope-id""#)),
                        (#""attributes""#, body),
                    ])
                )
            ])
        }
        return source == .serverProfile && random.chance(50) ? .object([(#""data""#, body)]) : body
    }

    private mutating func levelsKey() -> String {
        switch source {
        case .storedProfile: random.chance(30) ? #""paidAccessLevels""# : #""accessLevels""#
        case .bridgeProfile: #""accessLevels""#
        case .unityProfile: #""access_levels""#
        default: #""paid_access_levels""#
        }
    }

    private mutating func orNull(_ map: Sample) -> Sample {
        !source.isStored && random.chance(12) ? .token("null") : map
    }

    private mutating func level() -> Sample {
        object(members(NaiveField.accessLevel, always: ["id", "is_active"]) + server())
    }
    private mutating func subscription() -> Sample {
        object(members(NaiveField.subscription, always: ["is_active", "vendor_product_id"]) + server())
    }
    private mutating func purchase() -> Sample {
        object(members(NaiveField.nonSubscription, always: ["purchase_id", "vendor_product_id"]))
    }

    /// Sent by servers, typed later, passed through.
    private mutating func server() -> [(name: String, value: Sample)] {
        guard source == .serverProfile || source == .wireProfile else { return [] }
        let names = ["active_promotional_offer_id"] + (source == .serverProfile ? ["base_plan_id", "offer_id"] : [])
        return names.filter { _ in random.chance(40) }.map { ("\"\($0)\"", .token(random.pick(["null", text()]))) }
    }

    // MARK: Paywalls and products

    private mutating func paywall() -> Sample {
        var root = members(NaiveField.paywall, always: ["developer_id", "variation_id"])
        if random.chance(60) { root.append((source.isStored ? #""name""# : #""paywall_name""#, .token(text()))) }
        if random.chance(10) {
            root.removeAll { $0.name == key("is_promo") }
            root.append((key("is_winback"), .token(flag())))
        }
        let payloads = [#""{\"color\": \"red\", \"n\": 1.0}""#, #""""#, #""\"{\\\"twice\\\":1}\"""#]
        if random.chance(60) {
            let name =
                source.isStored
                ? random.pick([#""customPayloadString""#, #""internalCustomPayload""#]) : #""custom_payload""#
            root.append((name, .token(source.isStored ? random.pick(payloads) : random.pick(payloads + ["null"]))))
        }
        root.append((#""products""#, .array((0..<random.below(3)).map { _ in product(isAlone: false) })))
        let body = object(root)
        guard source == .wirePaywall, random.chance(50) else { return body }
        let wrapped = Sample.object([
            (#""id""#, .token(#""e""#)), (#""type""#, .token(#""adapty_inapps_purchase_container""#)),
            (#""attributes""#, body),
        ])
        return random.chance(50) ? .object([(#""data""#, wrapped)]) : wrapped
    }

    private mutating func product(isAlone: Bool) -> Sample {
        var always: Set = ["vendor_product_id"]
        if isAlone { always.formUnion(["introductory_offer_eligibility", "promotional_offer_eligibility"]) }
        var root = members(NaiveField.product, always: always)
        guard source.isStored else { return object(root) }
        root += members(NaiveField.storeProduct, always: ["localized_title", "price"])
        if random.chance(10) {
            root.removeAll { $0.name == key("localized_price") }
            root.append((#""localizedPriceString""#, .token(text())))
            root.append((#""localizedIntroductoryPriceString""#, .token(text())))
        }
        if random.chance(60) { root.append((#""subscriptionPeriod""#, period())) }
        if random.chance(40) { root.append((#""introductoryDiscount""#, discount())) }
        root.append((#""discounts""#, .array((0..<random.below(3)).map { _ in discount() })))
        return object(root)
    }

    private mutating func period() -> Sample {
        object([(#""unit""#, .token(String(random.below(5)))), (#""numberOfUnits""#, .token(String(random.below(13))))])
    }

    private mutating func discount() -> Sample {
        var root = members(NaiveField.discount, always: ["price"])
        root.append((#""subscriptionPeriod""#, period()))
        root.append((#""paymentMode""#, .token(String(random.below(4)))))
        if random.chance(10) {
            root.removeAll { $0.name == #""localizedPrice""# }
            root.append((#""localizedPriceString""#, .token(text())))
        }
        return object(root)
    }

    // MARK: Events

    private mutating func event() -> Sample {
        let known =
            EventNameTests.aliases.map(\.old) + EventNameTests.withOneL.map(\.spelling)
            + EventNameTests.current.map(\.name)
        let names =
            known + known.map { $0.uppercased() } + [
                "my_event", "Subscription_Cancelled", "subscription_cancelled_now", "refund",
            ]
        let properties: [(name: String, value: Sample)] = [
            (#""price_usd""#, .token(value(.number))),
            (#""proceeds_usd""#, .token(random.pick(["6.99", "null", "-6.990"]))),
            (#""transaction_id""#, .token(random.pick([#""1000000628581600""#, "100000062858160012"]))),
            (
                #""purchase_date""#,
                .token(random.pick([#""2020-02-18T18:40:22.000000+0000""#, #""2020-02-18T18:40:22Z""#]))
            ), (#""environment""#, .token(#""Sandbox""#)), (#""vendor_product_id""#, .token(text())),
            (#""store""#, .token(value(.store))), (#""trial_duration""#, .token(#""7 days""#)),
            (#""cancellation_reason""#, .token(value(.reason))),
            (#""rate_after_first_year""#, .token(random.pick(["true", "false"]))),
            (#""paywall_revision""#, .token(random.pick(["1", #""1""#]))),
            (#""is_active""#, .token(random.pick(["true", "false"]))),
        ].filter { _ in random.chance(60) }
        var root: [(name: String, value: Sample)] = [
            (#""profile_id""#, .token(text())), (#""customer_user_id""#, .token(random.pick(["null", text()]))),
            (#""event_datetime""#, .token(#""2020-02-18T18:40:22.000000+0000""#)),
            (#""event_api_version""#, .token("1")), (#""idfv""#, .token("null")),
            (#""user_attributes""#, .object([(#""Fav Color""#, .token(text()))])),
        ].filter { _ in random.chance(70) }
        root.append((#""event_type""#, .token("\"\(random.pick(names))\"")))
        root.append((#""event_properties""#, object(properties)))
        return object(root)
    }
}
