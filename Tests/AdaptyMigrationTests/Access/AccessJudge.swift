import Foundation

/// Who has access, by the rules of whoever reads a dialect: by flags, or by dates. It knows documents from their
/// descriptions alone, and shares no code with what it judges.
struct AccessJudge {
    /// What a reader sees of one level or subscription.
    struct Access: Equatable, CustomStringConvertible {
        /// `nil` where the record does not say it.
        let isActive: Bool?, isLifetime: Bool?
        let end: Date?

        var description: String {
            func word(_ flag: Bool?) -> String { flag.map { "\($0)" } ?? "unsaid" }
            return "active \(word(isActive)), lifetime \(word(isLifetime)), end \(end.map { "\($0)" } ?? "none")"
        }
    }

    let readsDates: Bool
    /// Whether only levels are read: API v2 names subscriptions by their products, of which the others have several.
    var isOfLevels = false
    let now: Date

    /// Everybody's access by what they have: `level premium`, `subscription com.app.year`.
    func read(_ document: [UInt8]) throws -> [String: Access] {
        var found: [String: Access] = [:]
        try walk(JSONSerialization.jsonObject(with: Data(document), options: .fragmentsAllowed), &found, depth: 0)
        return found
    }

    private static let levels: Set = ["paid_access_levels", "access_levels", "paidAccessLevels", "accessLevels"]
    private static let wrappers: Set = ["data", "attributes", "success", "profile", "v", "purchased_result"]

    private func walk(_ value: Any, _ found: inout [String: Access], depth: Int) {
        guard let object = value as? [String: Any], depth < 8 else { return }
        for (name, value) in object {
            if Self.levels.contains(name) {
                entries(value, "level", key: "access_level_id", &found)
            } else if name == "subscriptions", !isOfLevels {
                entries(value, name, key: "store_product_id", &found)
            } else if Self.wrappers.contains(name) {
                walk(value, &found, depth: depth + 1)
            }
        }
    }

    private func entries(_ value: Any, _ kind: String, key: String, _ found: inout [String: Access]) {
        if let list = value as? [[String: Any]] {
            var latest: [String: Date] = [:]
            for entry in list {
                // Builders of apps write a map as keys and values.
                if entry.count == 2, let key = entry.values.compactMap({ $0 as? String }).first,
                    let value = entry.values.compactMap({ $0 as? [String: Any] }).first
                {
                    found["\(kind) \(key)"] = access(value)
                    continue
                }
                let name = "\(kind) \(entry[key] ?? "")", end = date(entry, "expires_at") ?? .distantFuture
                // Of several entries for one key the one that ends last counts.
                if let before = latest[name], before > end { continue }
                (latest[name], found[name]) = (end, access(entry))
            }
        } else {
            for case let (name, entry as [String: Any]) in value as? [String: Any] ?? [:] {
                found["\(kind) \(name)"] = access(entry)
            }
        }
    }

    private func access(_ entry: [String: Any]) -> Access {
        let end = date(entry, "expires_at", "expiresAt"), start = date(entry, "starts_at", "startsAt")
        guard readsDates else {
            return Access(
                isActive: flag(entry, "is_active", "isActive"), isLifetime: flag(entry, "is_lifetime", "isLifetime"),
                end: end)
        }
        func isSaid(_ name: String) -> Bool { entry[name].map { !($0 is NSNull) } ?? false }
        // Of a date that cannot be read nobody knows what it says.
        let isReadable = isSaid("expires_at") == (end != nil) && isSaid("starts_at") == (start != nil)
        let goesOn = flag(entry, "is_in_grace_period") ?? false
        let isActive = start.map { $0 <= now } ?? true && (goesOn || end.map { $0 > now } ?? true)
        return Access(isActive: isReadable ? isActive : nil, isLifetime: !isSaid("expires_at"), end: end)
    }

    private func flag(_ entry: [String: Any], _ names: String...) -> Bool? {
        for case let number as NSNumber in names.compactMap({ entry[$0] }) { return number.boolValue }
        return names.contains { entry[$0] as? String == "" } ? false : nil
    }

    /// To the second. SDK 1.x stored seconds since 2001.
    private func date(_ entry: [String: Any], _ names: String...) -> Date? {
        for value in names.compactMap({ entry[$0] }) {
            if let number = value as? NSNumber {
                return rounded(Date(timeIntervalSinceReferenceDate: number.doubleValue))
            }
            if let text = value as? String, let date = Self.date(text) { return date }
        }
        return nil
    }

    /// `2022-09-30T15:14:32.123+0300` and its variants; `nil` for a day that does not exist.
    private static func date(_ text: String) -> Date? {
        let form =
            #"^ *(\d{4})-(\d{1,2})-(\d{1,2})[Tt ](\d{1,2}):(\d{1,2}):(\d{1,2})(?:\.\d{1,9})? *(Z|GMT|[+-]\d\d:?\d\d) *$"#
        guard let expression = try? NSRegularExpression(pattern: form),
            let match = expression.firstMatch(in: text, range: NSRange(text.startIndex..., in: text))
        else { return nil }
        let parts = (1...7).compactMap { Range(match.range(at: $0), in: text).map { String(text[$0]) } }
        let numbers = parts.prefix(6).compactMap { Int($0) }
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = TimeZone(secondsFromGMT: 0) ?? .current
        let components = DateComponents(
            year: numbers[0], month: numbers[1], day: numbers[2], hour: numbers[3], minute: numbers[4],
            second: numbers[5])
        guard components.isValidDate(in: calendar), let date = calendar.date(from: components) else { return nil }
        let zone = parts[6].filter { $0.isNumber }, minutes = Int(zone).map { $0 / 100 * 60 + $0 % 100 } ?? 0
        return date.addingTimeInterval(Double(minutes * (parts[6].hasPrefix("-") ? 60 : -60)))
    }

    private func rounded(_ date: Date) -> Date {
        Date(timeIntervalSinceReferenceDate: (date.timeIntervalSinceReferenceDate + 0.0005).rounded(.down))
    }
}
