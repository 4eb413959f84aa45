@_spi(Tools) import AdaptyMigrationTools
import Foundation

/// The obvious converter: reads a whole tree with Foundation, moves members one by one, keeps nothing for the way back.
struct NaiveOracle {
    enum Source: String, CaseIterable, Sendable {
        case wireProfile, storedProfile, bridgeProfile, unityProfile, serverProfile, wirePaywall, storedPaywall,
            wireProduct, storedProduct, legacyEvent

        var dialect: Dialect {
            switch self {
            case .wireProfile, .wirePaywall, .wireProduct: .sdk1Wire
            case .storedProfile, .storedPaywall, .storedProduct: .sdk1Stored
            case .bridgeProfile, .unityProfile: .sdk1Bridge
            case .serverProfile: .serverV1
            case .legacyEvent: .webhookLegacy
            }
        }

        /// Members are called like Swift properties.
        var isCamelCase: Bool {
            switch self {
            case .storedProfile, .storedPaywall, .storedProduct, .bridgeProfile: true
            default: false
            }
        }

        /// Written by a plain `JSONEncoder`: dates and enums are numbers.
        var isStored: Bool { dialect == .sdk1Stored }
    }

    let source: Source

    static func upgrade(_ bytes: [UInt8], _ source: Source) throws -> Meaning {
        let document = try Meaning(bytes)
        let oracle = NaiveOracle(source: source)
        switch source {
        case .wireProfile, .storedProfile, .bridgeProfile, .unityProfile, .serverProfile:
            return oracle.profile(document)
        case .wirePaywall, .storedPaywall: return oracle.paywall(oracle.unwrapped(document).body)
        case .wireProduct, .storedProduct: return oracle.product(document)
        case .legacyEvent: return oracle.event(document)
        }
    }

    /// The name a field has in this source.
    func name(_ snake: String) -> String { source.isCamelCase ? NaiveField.camelCase(snake) : snake }

    /// `{"data": {"id", "type", "attributes": …}}`, any layer of it.
    func unwrapped(_ document: Meaning) -> (body: Meaning, id: Meaning?) {
        var body = document, id: Meaning?
        if let data = body["data"] { body = data }
        if let attributes = body["attributes"] {
            id = body["id"]
            body = attributes
        }
        return (body, id)
    }

    /// Moves the listed fields to their new names with their new values; every other member stays.
    func moved(_ object: Meaning, _ fields: [(name: String, value: NaiveField.Value)]) -> Meaning {
        guard case .object(var members) = object else { return object }
        for field in fields {
            guard let value = members.removeValue(forKey: Array(name(field.name).utf8)) else { continue }
            members[Array(field.name.utf8)] = converted(value, field.value)
        }
        return .object(members)
    }

    func converted(_ value: Meaning, _ kind: NaiveField.Value) -> Meaning {
        switch (kind, value) {
        case (.flag, .number(0)), (.flag, .text([])): .flag(false)
        case (.flag, .number(1)): .flag(true)
        case (.date, .number(let seconds)): .text(Array(NaiveOracle.date(secondsSince2001: seconds).utf8))
        case (.date, .text(let text)): .text(Array(NaiveOracle.date(String(decoding: text, as: UTF8.self)).utf8))
        default: value
        }
    }

    // MARK: Dates

    /// SDK 2.x wants a fraction; an instant without one gets `.000`.
    static func date(_ text: String) -> String {
        guard let separator = text.firstIndex(where: { $0 == "T" }), !text.contains(".") else { return text }
        let end = text.index(separator, offsetBy: 9)
        return text[..<end] + ".000" + text[end...]
    }

    static func date(secondsSince2001 seconds: Decimal) -> String {
        var milliseconds = seconds * 1000, rounded = Decimal()
        NSDecimalRound(&rounded, &milliseconds, 0, .plain)
        let total = NSDecimalNumber(decimal: rounded).intValue
        let whole = total >= 0 ? total / 1000 : -((999 - total) / 1000)
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = .gmt
        let parts = calendar.dateComponents(
            [.year, .month, .day, .hour, .minute, .second], from: Date(timeIntervalSinceReferenceDate: Double(whole)))
        func pad(_ number: Int?, _ width: Int) -> String {
            let digits = String(number ?? 0)
            return String(repeating: "0", count: max(0, width - digits.count)) + digits
        }
        return
            "\(pad(parts.year, 4))-\(pad(parts.month, 2))-\(pad(parts.day, 2))T\(pad(parts.hour, 2)):\(pad(parts.minute, 2)):\(pad(parts.second, 2)).\(pad(total - whole * 1000, 3))+0000"
    }
}
