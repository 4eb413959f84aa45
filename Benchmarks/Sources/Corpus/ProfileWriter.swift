/// Writes profiles as the backend sent them to SDK 1.x: bare attributes or a JSON:API envelope.
struct ProfileWriter {
    var out = RecordWriter()
    var random: SplitMix64
    /// 15 % of the senders write flags as 0 and 1.
    private var hasNumericFlags = false

    init(random: SplitMix64) { self.random = random }

    /// - Parameters:
    ///   - isEveryday: with envelopes, attributes, leftovers and unknown members; otherwise short, and `filler` makes
    ///     the size.
    ///   - filler: writes further members at the end of the record.
    mutating func write(isEveryday: Bool = true, filler: (inout RecordWriter, inout SplitMix64) -> Void = { _, _ in }) {
        out.isSpaced = isEveryday && random.chance(100)
        out.order = isEveryday ? random.below(4) : 0
        hasNumericFlags = random.chance(150)
        let isEnveloped = isEveryday && random.chance(300)
        if isEnveloped {
            out.open()
            out.name("data")
            out.open()
            out.name("type")
            out.string("adapty_analytics_profile")
            out.name("id")
            out.uuid(&random)
            out.name("attributes")
        }
        out.open()
        identity(isEnveloped)
        if isEveryday { attributes() }
        levels(isEnveloped)
        subscriptions(isEveryday ? random.pick([0, 1, 1, 1, 2]) : 1)
        nonSubscriptions(isEveryday ? random.pick([0, 0, 1, 2]) : 0)
        if isEveryday {
            leftovers()
            unknown()
        }
        filler(&out, &random)
        out.close()
        if isEnveloped {
            out.close()
            out.close()
        }
    }

    private mutating func identity(_ isEnveloped: Bool) {
        if !isEnveloped, random.chance(500) {
            out.name("id")
            out.uuid(&random)
        }
        if !isEnveloped || random.chance(500) {
            out.name("profile_id")
            out.uuid(&random)
        }
        out.name("app_id")
        out.uuid(&random)
        out.name("customer_user_id")
        if random.chance(200) { out.raw("null") } else { out.text(&random) }
    }

    private mutating func attributes() {
        out.name("custom_attributes")
        guard random.chance(900) else { return out.raw("[]") }
        out.open()
        for position in 0..<random.below(9) {
            out.separate()
            out.byte(0x22)
            out.wordsInside(.ascii, 1, &random)
            out.byte(0x5F)
            out.integer(position)
            out.raw(out.isSpaced ? "\": " : "\":")
            if random.chance(600) { out.text(&random) } else { out.number(&random) }
        }
        out.close()
    }

    /// A bare record always has a level: its transaction ids tell it from one of SDK 2.
    private mutating func levels(_ isEnveloped: Bool) {
        out.name("paid_access_levels")
        if isEnveloped, random.chance(200) { return out.raw(random.chance(500) ? "null" : "{}") }
        let first = random.below(Vocabulary.levels.count), count = random.pick([1, 1, 1, 2])
        out.open()
        for position in first..<first + count {
            let id = Vocabulary.levels[position % Vocabulary.levels.count]
            out.name(id)
            out.openEntry()
            out.name("id")
            out.string(id)
            access()
            if random.chance(50) {
                out.name("perk")
                out.raw(#"{"is_active":1,"tags":["a","b"]}"#)
            }
            out.closeEntry()
        }
        out.close()
    }

    private mutating func subscriptions(_ count: Int) {
        out.name("subscriptions")
        if count == 0 { return out.raw(random.chance(700) ? "null" : "{}") }
        let first = random.below(Vocabulary.products.count)
        out.open()
        for position in first..<first + count {
            out.name(Vocabulary.products[position % Vocabulary.products.count])
            subscription()
        }
        out.close()
    }

    mutating func subscription() {
        out.openEntry()
        access()
        flag("is_sandbox", 100)
        out.closeEntry()
    }

    /// The members that levels and subscriptions share.
    private mutating func access() {
        flag(random.chance(2) ? #"is_\u0061ctive"# : "is_active", 500)
        out.name("vendor_product_id")
        out.string(random.pick(Vocabulary.products))
        out.name("vendor_transaction_id")
        out.transaction(&random)
        out.name("vendor_original_transaction_id")
        out.transaction(&random)
        out.name("store")
        out.string(random.pick(Vocabulary.stores))
        date("activated_at", 0)
        date("starts_at", 800)
        date("renewed_at", 100)
        date("expires_at", 100)
        flag("is_lifetime", 50)
        out.name("cancellation_reason")
        if random.chance(700) { out.raw("null") } else { out.string(random.pick(Vocabulary.reasons)) }
        flag("is_refund", 30)
        offer("active_introductory_offer_type", 700)
        offer("active_promotional_offer_type", 850)
        out.name("active_promotional_offer_id")
        if random.chance(900) { out.raw("null") } else { out.text(&random) }
        flag("will_renew", 500)
        flag("is_in_grace_period", 50)
        date("unsubscribed_at", 600)
        date("billing_issue_detected_at", 800)
    }

    private mutating func nonSubscriptions(_ count: Int) {
        out.name("non_subscriptions")
        if count == 0 { return out.raw("null") }
        let first = random.below(Vocabulary.consumables.count)
        out.open()
        for position in first..<first + count {
            let product = Vocabulary.consumables[position % Vocabulary.consumables.count]
            out.name(product)
            out.byte(0x5B)
            for _ in 0..<random.pick([1, 1, 2]) {
                out.separate()
                purchase(product)
            }
            out.byte(0x5D)
        }
        out.close()
    }

    private mutating func purchase(_ product: StaticString) {
        out.openEntry()
        out.name("purchase_id")
        out.uuid(&random)
        out.name("vendor_product_id")
        out.string(product)
        out.name("vendor_transaction_id")
        out.transaction(&random)
        out.name("vendor_original_transaction_id")
        out.transaction(&random)
        out.name("store")
        out.string(random.pick(Vocabulary.stores))
        date("purchased_at", 0)
        flag("is_one_time", 500)
        flag("is_sandbox", 100)
        flag("is_refund", 30)
        out.closeEntry()
    }

    private mutating func leftovers() {
        if random.chance(700) {
            out.name("total_revenue_usd")
            out.number(&random)
        }
        if random.chance(400) {
            flag("promotional_offer_eligibility", 500)
            flag("introductory_offer_eligibility", 500)
        }
    }

    /// Members of no table: they pass through.
    private mutating func unknown() {
        guard random.chance(300) else { return }
        out.name("x_internal")
        out.open()
        out.name("tags")
        out.byte(0x5B)
        for _ in 0..<random.below(6) {
            out.separate()
            out.text(&random)
        }
        out.byte(0x5D)
        out.name("score")
        out.number(&random)
        out.name("nested")
        out.raw(#"{"a":[1,2,{"b":null,"is_active":1}],"c":{}}"#)
        out.close()
    }

    private mutating func flag(_ name: StaticString, _ permille: Int) {
        out.name(name)
        let isTrue = random.chance(permille)
        if hasNumericFlags, !isTrue, random.chance(30) { return out.raw("\"\"") }
        out.raw(hasNumericFlags ? (isTrue ? "1" : "0") : (isTrue ? "true" : "false"))
    }

    private mutating func date(_ name: StaticString, _ nullable: Int) {
        out.name(name)
        out.date(nullIn1000: nullable, &random)
    }

    private mutating func offer(_ name: StaticString, _ nullable: Int) {
        out.name(name)
        if random.chance(nullable) {
            out.raw("null")
        } else {
            out.string(random.chance(950) ? random.pick(Vocabulary.offers) : "")
        }
    }
}
