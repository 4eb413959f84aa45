import AdaptyMigrationCore

/// Describes, in sentences, how access and money differ between two documents (law 7).
///
/// ```
/// access level premium: active before, inactive after at 2026-01-01T00:00:00Z, because is_active was true and is false
/// ```
package struct AccessComparison {
    private let before: AccessReading
    private let after: AccessReading
    /// Milliseconds since 1970.
    private let instants: [Int64]
    /// Whether the old document has no stored flags (`server-v2`). Then dates and products are compared, and flags only
    /// if they were derived.
    private let isUnsaid: Bool
    /// The instant at which those flags were derived; `nil` when they were not.
    private let derivedAt: Int64?
    /// Whether the new document says access by dates alone (`server-v2`). It is read from now on, so it is compared at the
    /// last instant.
    private let saysDates: Bool
    /// Whether the new document is of SDK 3, which has the one offer that it picked in the place of discounts.
    private let picksOffers: Bool
    /// Whether the new document contains placeholders, and null for values that could not be read. These are the
    /// defaults of SDK 1.x, which change nobody's access.
    private let isFilled: Bool

    /// - Parameters:
    ///   - instants: microseconds since 1970.
    ///   - derivedAt: microseconds since 1970.
    package init(
        _ before: JSONIndex, _ after: JSONIndex, _ source: Dialect?, to target: Dialect? = nil, at instants: [Int64],
        derivedAt: Int64? = nil, isFilled: Bool = false
    ) {
        isUnsaid = source == .serverV2
        saysDates = target == .serverV2 && source != .serverV2
        picksOffers = target == .sdk3
        self.before = AccessReading(before, ignoresKeys: saysDates)
        self.after = AccessReading(after, ignoresKeys: saysDates)
        self.instants = (saysDates ? instants.max().map { [$0] } ?? [] : instants).map { $0.milliseconds }
        self.derivedAt = derivedAt.map(\.milliseconds)
        self.isFilled = isFilled
    }

    /// The differences; empty when both documents agree.
    package var differences: [String] {
        var differences: [String] = []
        let subjects = Set((before.subjects + after.subjects).map { ExactText($0.subject) }).map(\.text)
        for subject in subjects.sorted(by: { $0.utf8.lexicographicallyPrecedes($1.utf8) }) {
            guard let old = before.facts(of: subject) else {
                differences.append("\(subject): missing before, present after")
                continue
            }
            guard let new = after.facts(of: subject) else {
                // An entry without facts is ignored, as by SDK 1.x.
                if isFilled || saysDates, old.saysNothing { continue }
                // SDK 3 picks the offer itself, and its paywalls have no discounts.
                if isFilled || picksOffers,
                    subject.utf8.starts(with: "discount of ".utf8)
                        || subject.utf8.starts(with: "introductory discount of ".utf8)
                {
                    continue
                }
                differences.append("\(subject): present before, missing after")
                continue
            }
            differences += compare(subject, old, new)
        }
        return differences
    }

    private func compare(_ subject: String, _ old: AccessReading.Facts, _ new: AccessReading.Facts) -> [String] {
        var changed = AccessField.compared.filter { old[$0]?.value ?? .unsaid != new[$0]?.value ?? .unsaid }
        var differences: [String] = []
        if isFilled {
            changed.removeAll {
                isDefault($0, before.value(subject, $0), after.value(subject, $0)) || isKey($0, subject)
            }
        }
        if isUnsaid {
            changed.removeAll { AccessField.unsaidByServerV2.contains($0) && before.value(subject, $0) == .unsaid }
            if let difference = derived(subject) { differences.append(difference) }
        }
        if saysDates {
            changed.removeAll {
                AccessField.unsaidByServerV2.contains($0) && after.value(subject, $0) == .unsaid || isKey($0, subject)
            }
            if let difference = lifetime(subject) { differences.append(difference) }
        }
        if let difference = activity(subject, changed, old, new) {
            differences.append(difference)
            changed.removeAll(where: AccessField.decidingActive.contains)
        }
        return differences
            + changed.map { field in
                let was = before.value(subject, field), now = after.value(subject, field)
                return
                    "\(subject): \(field.told(was)) before, \(field.told(now)) after, because \(reason(field, old, new))"
            }
    }

    /// Whether SDK 1.x read the old value as the new one: a missing flag as false, a missing text as an empty one, an
    /// unreadable date as no date.
    private func isDefault(_ field: AccessField, _ old: AccessFact.Value, _ new: AccessFact.Value) -> Bool {
        switch (old, new) {
        case (.unsaid, .flag(false)), (.unsaid, .text("")): true
        case (.text, .unsaid), (.unreadable, .unsaid): field.form == .instant
        default: false
        }
    }

    /// Whether an entry without a product now has the one under which it is.
    private func isKey(_ field: AccessField, _ subject: String) -> Bool {
        guard field == .product, before.value(subject, field) == .unsaid,
            case .text(let product) = after.value(subject, field)
        else { return false }
        return subject.utf8.reversed().starts(with: " \(product)".utf8.reversed())
    }

    /// Whether access is active before and inactive after at some instant, or the other way round.
    private func activity(
        _ subject: String, _ changed: [AccessField], _ old: AccessReading.Facts, _ new: AccessReading.Facts
    ) -> String? {
        func isActive(_ reading: AccessReading, _ instant: Int64) -> Bool {
            reading.isActive(subject, at: instant, trustsFlag: !isUnsaid)
        }
        let differing = instants.filter { isActive(before, $0) != isActive(after, $0) }
        guard let first = differing.first else { return nil }
        let state = isActive(before, first) ? "active before, inactive after" : "inactive before, active after"
        var reasons = AccessField.decidingActive.filter(changed.contains).map { reason($0, old, new) }
        if saysDates { reasons.append("the dates alone say so") }
        return
            "\(subject): \(state) at \(differing.map(AccessInstant.text).joined(separator: ", ")), because \(reasons.joined(separator: " and "))"
    }

    /// Without an end access is for a lifetime.
    private func lifetime(_ subject: String) -> String? {
        guard case .flag(let flag) = before.value(subject, .isLifetime) else { return nil }
        let end = after.value(subject, .expiresAt)
        if flag == (end == .unsaid) { return nil }
        return "\(subject): is_lifetime was \(flag), and by its dates it \(AccessField.expiresAt.told(end))"
    }

    /// A flag that the old document does not have must agree with its dates at the given instant.
    private func derived(_ subject: String) -> String? {
        guard let derivedAt, case .flag(let flag) = after.value(subject, .isActive),
            before.value(subject, .isActive) == .unsaid
        else { return nil }
        if let field = before.facts(of: subject)?.unreadable([.startsAt, .expiresAt]) {
            return
                "\(subject): is_active was derived as \(flag), but \(field.spellings[0]) was \(before.value(subject, field))"
        }
        let isActive = before.isActive(subject, at: derivedAt, trustsFlag: false)
        return isActive == flag
            ? nil
            : "\(subject): is_active was derived as \(flag), but by its dates it was \(isActive ? "active" : "inactive") at \(AccessInstant.text(derivedAt))"
    }

    private func reason(_ field: AccessField, _ old: AccessReading.Facts, _ new: AccessReading.Facts) -> String {
        let name = new[field]?.member ?? old[field]?.member ?? field.spellings[0]
        return "\(name) was \(old[field]?.value ?? .unsaid) and is \(new[field]?.value ?? .unsaid)"
    }
}

extension AccessField {
    /// The fact in words: `renews`, `expires 2026-01-01T00:00:00Z`, `price -9.99`.
    package func told(_ value: AccessFact.Value) -> String {
        switch (self, value) {
        case (.isActive, .flag(let isSet)): isSet ? "active" : "inactive"
        case (.isLifetime, .flag(let isSet)): isSet ? "for a lifetime" : "not for a lifetime"
        case (.willRenew, .flag(let isSet)): isSet ? "renews" : "does not renew"
        case (.isRefund, .flag(let isSet)): isSet ? "refunded" : "not refunded"
        case (.isInGracePeriod, .flag(let isSet)): isSet ? "in the grace period" : "not in the grace period"
        case (.isConsumable, .flag(let isSet)): isSet ? "consumable" : "not consumable"
        case (.startsAt, _): "starts \(value)"
        case (.activatedAt, _): "activated \(value)"
        case (.expiresAt, .unsaid), (.subscriptionExpiresAt, .unsaid): "never expires"
        case (.expiresAt, _), (.subscriptionExpiresAt, _): "expires \(value)"
        case (.product, _): "product \(value)"
        case (.event, _): "happened \(value)"
        default: "\(spellings[0]) \(value)"
        }
    }
}

extension Int64 {
    /// Converts microseconds; rounds towards the past.
    fileprivate var milliseconds: Int64 { self >= 0 ? self / 1000 : -((999 - self) / 1000) }
}
