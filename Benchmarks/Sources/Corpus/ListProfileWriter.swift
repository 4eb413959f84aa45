/// Writes profiles as API v2 answers: lists, `store_*` names, offers, no white space.
struct ListProfileWriter {
    var out = RecordWriter()
    var random: SplitMix64

    init(random: SplitMix64) { self.random = random }

    mutating func write() {
        out.open()
        for name in ["app_id", "profile_id"] as [StaticString] {
            out.name(name)
            out.uuid(&random)
        }
        out.name("customer_user_id")
        if random.chance(200) { out.raw("null") } else { out.text(&random) }
        out.name("total_revenue_usd")
        out.cents(random.below(200), &random)
        out.name("segment_hash")
        out.transaction(&random)
        out.name("timestamp")
        out.integer(1_731_000_000_000 + random.below(1_000_000))
        list("custom_attributes", random.below(6)) { writer, number in writer.attribute(number) }
        let level = random.below(Vocabulary.levels.count), product = random.below(Vocabulary.products.count)
        list("access_levels", random.pick([0, 1, 1, 1, 2])) { writer, number in
            writer.level(Vocabulary.levels[(level + number) % Vocabulary.levels.count])
        }
        list("subscriptions", random.pick([0, 1, 1, 1, 2])) { writer, number in
            writer.subscription(Vocabulary.products[(product + number) % Vocabulary.products.count])
        }
        list("non_subscriptions", random.pick([0, 0, 1, 2, 3])) { writer, number in
            writer.purchase(Vocabulary.consumables[number / 2 % Vocabulary.consumables.count])
        }
        out.close()
    }

    private mutating func list(_ name: StaticString, _ count: Int, _ element: (inout ListProfileWriter, Int) -> Void) {
        out.name(name)
        out.byte(0x5B)
        for number in 0..<count {
            out.separate()
            out.open()
            element(&self, number)
            out.close()
        }
        out.byte(0x5D)
    }

    private mutating func attribute(_ number: Int) {
        out.name("key")
        out.byte(0x22)
        out.wordsInside(.ascii, 1, &random)
        out.byte(0x5F)
        out.integer(number)
        out.byte(0x22)
        out.name("value")
        if random.chance(600) { out.text(&random) } else { out.number(&random) }
    }

    private mutating func level(_ id: StaticString) {
        out.name("access_level_id")
        out.string(id)
        bought(random.pick(Vocabulary.products))
        access()
    }

    private mutating func subscription(_ product: StaticString) {
        bought(product)
        access()
        price()
    }

    private mutating func purchase(_ product: StaticString) {
        out.name("purchase_id")
        out.uuid(&random)
        bought(product)
        date("purchased_at", 0)
        flag("is_refund", 30)
        flag("is_consumable", 900)
        price()
    }

    private mutating func bought(_ product: StaticString) {
        out.name("store")
        out.string(random.pick(Vocabulary.stores))
        out.name("store_product_id")
        out.string(product)
        out.name("store_base_plan_id")
        out.raw("null")
        for name in ["store_transaction_id", "store_original_transaction_id"] as [StaticString] {
            out.name(name)
            out.transaction(&random)
        }
        out.name("environment")
        out.string(random.chance(100) ? "Sandbox" : "Production")
    }

    private mutating func access() {
        out.name("offer")
        switch random.below(10) {
        case 0..<7: out.raw("null")
        case 7..<9: out.raw(#"{"category":"introductory","type":"free_trial","id":null}"#)
        default: out.raw(#"{"category":"promotional","type":"pay_up_front","id":"spring"}"#)
        }
        date("starts_at", 800)
        date("purchased_at", 0)
        date("originally_purchased_at", 0)
        date("expires_at", 100)
        date("renewal_cancelled_at", 600)
        date("billing_issue_detected_at", 800)
        flag("is_in_grace_period", 50)
        out.name("cancellation_reason")
        if random.chance(700) { out.raw("null") } else { out.string(random.pick(Vocabulary.reasons)) }
    }

    private mutating func price() {
        out.name("price")
        out.raw(#"{"country":"SE","currency":"SEK","value":"#)
        out.cents(random.below(200), &random)
        out.byte(0x7D)
    }

    private mutating func flag(_ name: StaticString, _ permille: Int) {
        out.name(name)
        out.raw(random.chance(permille) ? "true" : "false")
    }

    private mutating func date(_ name: StaticString, _ nullable: Int) {
        out.name(name)
        out.date(nullIn1000: nullable, &random)
    }
}
