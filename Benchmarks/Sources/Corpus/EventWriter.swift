/// Writes webhook events of all generations.
struct EventWriter {
    var out = RecordWriter()
    var random: SplitMix64

    init(random: SplitMix64) { self.random = random }

    mutating func write() {
        out.isSpaced = random.chance(100)
        out.order = random.below(4)
        out.open()
        out.name("profile_id")
        out.uuid(&random)
        text("customer_user_id", nullable: 200)
        out.name("idfv")
        out.uuid(&random)
        text("idfa", nullable: 1000)
        date("profile_install_datetime")
        pick("user_agent", Vocabulary.userAgents)
        text("email", nullable: 700)
        pick(
            "event_type",
            random.chance(400)
                ? Vocabulary.legacyEvents : random.chance(250) ? Vocabulary.otherSpellings : Vocabulary.currentEvents)
        date("event_datetime")
        out.name("event_properties")
        properties()
        out.name("event_api_version")
        out.raw("1")
        if random.chance(300) { attributes() }
        if random.chance(200) { attributions() }
        out.close()
    }

    private mutating func properties() {
        let price = random.below(100)
        out.openEntry()
        pick("currency", Vocabulary.currencies)
        for name in ["price_usd", "price_local"] as [StaticString] {
            out.name(name)
            out.cents(price, &random)
        }
        out.name("proceeds_usd")
        out.integer(price * 7 / 10)
        out.raw(".4915")
        for name in ["transaction_id", "original_transaction_id"] as [StaticString] {
            out.name(name)
            out.transaction(&random)
        }
        date("purchase_date")
        date("original_purchase_date")
        out.name("environment")
        out.string(random.chance(900) ? "Production" : "Sandbox")
        pick("vendor_product_id", Vocabulary.products)
        date("event_datetime")
        pick("store", Vocabulary.stores)
        out.name("subscription_expires_at")
        out.date(nullIn1000: 100, &random)
        out.name("consecutive_payments")
        out.integer(random.below(21))
        out.name("rate_after_first_year")
        out.raw(random.pick(["true", "false", "0", "1"] as [StaticString]))
        out.name("trial_duration")
        out.string(random.pick(["3 days", "7 days", "14 days"] as [StaticString]))
        if random.chance(400) {
            out.name("store_offer_category")
            out.string("introductory")
            pick("store_offer_discount_type", Vocabulary.offers)
            text("promotional_offer_id", nullable: 500)
        }
        if random.chance(500) {
            text("paywall_name", nullable: 0)
            out.name("paywall_revision")
            out.raw(random.pick(["1", "\"1\"", "7"] as [StaticString]))
            text("developer_id", nullable: 0)
            text("ab_test_name", nullable: 300)
            text("cohort_name", nullable: 0)
        }
        if random.chance(300) { pick("cancellation_reason", Vocabulary.reasons) }
        out.name("profile_event_id")
        out.uuid(&random)
        pick("store_country", Vocabulary.countries)
        pick("profile_country", Vocabulary.countries)
        out.name("profile_total_revenue_usd")
        out.number(&random)
        out.closeEntry()
    }

    private mutating func attributes() {
        out.name("user_attributes")
        out.open()
        out.name("is_vip")
        out.string("true")
        text("favourite", nullable: 0)
        out.name("level")
        out.number(&random)
        out.close()
    }

    private mutating func attributions() {
        out.name("attributions")
        out.open()
        out.name("apple_search_ads")
        out.open()
        out.name("status")
        out.string("non_organic")
        text("campaign", nullable: 0)
        text("ad_set", nullable: 1000)
        date("created_at")
        out.close()
        out.close()
    }

    private mutating func text(_ name: StaticString, nullable: Int) {
        out.name(name)
        if random.chance(nullable) { out.raw("null") } else { out.text(&random) }
    }

    private mutating func pick(_ name: StaticString, _ choices: [StaticString]) {
        out.name(name)
        out.string(random.pick(choices))
    }

    private mutating func date(_ name: StaticString) {
        out.name(name)
        out.date(&random)
    }
}
