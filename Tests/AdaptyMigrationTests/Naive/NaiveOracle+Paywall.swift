import Foundation

extension NaiveOracle {
    func paywall(_ document: Meaning) -> Meaning {
        var paywall = moved(document, NaiveField.paywall)
        // What SDK 2 and 3 do not read stays, under the name it has on the wire today.
        if let isWinback = paywall.remove(name("is_winback")) { paywall["is_promo"] = converted(isWinback, .flag) }
        let payloads = ["custom_payload", "customPayloadString", "internalCustomPayload"].compactMap {
            paywall.remove($0)
        }
        if let payload = payloads.first, paywall["remote_config"] == nil || paywall["remote_config"] == .null {
            paywall["remote_config"] =
                payload == .null
                ? .null : .object([Array("lang".utf8): .text(Array("en".utf8)), Array("data".utf8): payload])
        }
        if source.isStored, let name = paywall.remove("name") { paywall["paywall_name"] = name }
        paywall["products"] = paywall["products"]?.mapElements(product)
        return paywall
    }

    func product(_ document: Meaning) -> Meaning {
        var product = moved(document, NaiveField.product)
        if let eligibility = product["introductory_offer_eligibility"], case .flag(let isEligible) = eligibility {
            product["introductory_offer_eligibility"] = .text(Array((isEligible ? "eligible" : "ineligible").utf8))
        }
        guard source.isStored else { return product }
        if let price = product.remove("localizedPriceString") { product["localized_price"] = price }
        if let price = product.remove("localizedIntroductoryPriceString") {
            product["localized_introductory_price"] = price
        }
        product = moved(product, NaiveField.storeProduct)
        if let period = product.remove("subscriptionPeriod") { product["subscription_period"] = self.period(period) }
        if let discount = product.remove("introductoryDiscount") {
            product["introductory_discount"] = self.discount(discount)
        }
        product["discounts"] = product["discounts"]?.mapElements(discount)
        return product
    }

    private func discount(_ document: Meaning) -> Meaning {
        var discount = moved(document, NaiveField.discount)
        if let price = discount.remove("localizedPriceString") { discount["localized_price"] = price }
        if let period = discount.remove("subscriptionPeriod") { discount["subscription_period"] = self.period(period) }
        if let mode = discount.remove("paymentMode") {
            discount["payment_mode"] = enumeration(mode, ["pay_as_you_go", "pay_up_front", "free_trial", "unknown"])
        }
        return discount
    }

    private func period(_ document: Meaning) -> Meaning {
        var period = document
        if let units = period.remove("numberOfUnits") { period["number_of_units"] = units }
        if let unit = period["unit"] {
            period["unit"] = enumeration(unit, ["day", "week", "month", "year", "unknown"])
        }
        return period
    }

    private func enumeration(_ value: Meaning, _ names: [String]) -> Meaning {
        for (number, name) in names.enumerated() where value == .number(Decimal(number)) {
            return .text(Array(name.utf8))
        }
        return value
    }
}
