/// Writes paywalls of SDK 1.x: as the backend sent them, and as the SDK stored them, with the prices of the App Store.
struct PaywallWriter {
    var out = RecordWriter()
    var random: SplitMix64
    private var isStored = false

    init(random: SplitMix64) { self.random = random }

    mutating func write() {
        isStored = random.chance(400)
        out.isSpaced = !isStored && random.chance(100)
        out.order = 0
        out.open()
        name("developer_id", "developerId")
        out.text(&random)
        name("revision", "revision")
        out.integer(random.below(40))
        name("variation_id", "variationId")
        out.uuid(&random)
        name("ab_test_name", "abTestName")
        out.text(&random)
        name("paywall_name", "name")
        out.text(&random)
        products()
        flag("is_promo", "isPromo", 100)
        name("visual_paywall", "visualPaywall")
        if random.chance(700) {
            out.raw("null")
        } else {
            out.string(#"<html><body class=\"dark\"><h1>Unlock everything<\/h1>\n<p>From 9,99 €<\/p><\/body><\/html>"#)
        }
        payload()
        out.close()
    }

    private mutating func name(_ wire: StaticString, _ stored: StaticString) { out.name(isStored ? stored : wire) }

    private mutating func flag(_ wire: StaticString, _ stored: StaticString, _ permille: Int) {
        name(wire, stored)
        out.raw(random.chance(permille) ? "true" : "false")
    }

    /// A text that is JSON itself.
    private mutating func payload() {
        name("custom_payload", "customPayloadString")
        if random.chance(150) { return out.raw("null") }
        out.raw(#""{\"theme\":\"dark\",\"titles\":["#)
        for position in 0..<random.number(1...8) {
            out.raw(position > 0 ? #",\""# : #"\""#)
            out.wordsInside(random.chance(200) ? .mixed : .ascii, 3, &random)
            out.raw(#"\""#)
        }
        out.raw(#"],\"discount\":"#)
        out.cents(random.below(90), &random)
        out.raw(#"}""#)
    }

    private mutating func products() {
        out.name("products")
        out.byte(0x5B)
        let first = random.below(Vocabulary.products.count)
        for position in first..<first + random.number(1...4) {
            out.separate()
            product(Vocabulary.products[position % Vocabulary.products.count])
        }
        out.byte(0x5D)
    }

    private mutating func product(_ id: StaticString) {
        out.open()
        name("vendor_product_id", "vendorProductId")
        out.string(id)
        if !isStored {
            out.name("title")
            out.raw("null")
        }
        flag("introductory_offer_eligibility", "introductoryOfferEligibility", 600)
        flag("promotional_offer_eligibility", "promotionalOfferEligibility", 300)
        name("promotional_offer_id", "promotionalOfferId")
        if random.chance(800) { out.raw("null") } else { out.text(&random) }
        if isStored { storeFields() }
        out.close()
    }

    /// What StoreKit adds.
    private mutating func storeFields() {
        out.name("localizedTitle")
        out.text(&random)
        out.name("localizedDescription")
        out.text(&random)
        price()
        out.name("currencyCode")
        out.string(random.pick(Vocabulary.currencies))
        out.name("regionCode")
        out.string(random.pick(Vocabulary.countries))
        flag("", "isFamilyShareable", 50)
        period()
        out.name("localizedSubscriptionPeriod")
        out.string("1 month")
        if random.chance(400) {
            out.name("introductoryDiscount")
            discount(nil)
        }
        out.name("discounts")
        out.byte(0x5B)
        for position in 0..<random.pick([0, 0, 1, 2]) {
            out.separate()
            discount(position)
        }
        out.byte(0x5D)
    }

    private mutating func price() {
        out.name("price")
        out.cents(random.below(100), &random)
        out.name("localizedPrice")
        out.string("9,99 €")
    }

    /// Units and payment modes are integers on disk.
    private mutating func period() {
        out.name("subscriptionPeriod")
        out.open()
        out.name("unit")
        out.integer(random.below(4))
        out.name("numberOfUnits")
        out.integer(random.number(1...6))
        out.close()
    }

    private mutating func discount(_ number: Int?) {
        out.open()
        if let number {
            out.name("identifier")
            out.byte(0x22)
            out.wordsInside(.ascii, 1, &random)
            out.integer(number)
            out.byte(0x22)
        }
        price()
        period()
        out.name("numberOfPeriods")
        out.integer(random.number(1...3))
        out.name("paymentMode")
        out.integer(random.below(3))
        out.close()
    }
}
