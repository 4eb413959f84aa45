@_spi(Tools) import AdaptyMigrationTools

/// The values that a member's name allows to keep, made from the rows of the table. If several tables have the name,
/// any of them may allow it. The value must also have the right form.
struct RedactionRole: OptionSet, Sendable {
    let rawValue: UInt16

    init(rawValue: UInt16) { self.rawValue = rawValue }

    /// A row of a table, or a member of an envelope.
    static let known = RedactionRole(rawValue: 1 << 0)
    /// Numbers are kept: prices, counts, revisions, dates and flags as numbers.
    static let number = RedactionRole(rawValue: 1 << 1)
    /// Texts that are dates are kept.
    static let date = RedactionRole(rawValue: 1 << 2)
    /// Codes of languages, regions and currencies are kept.
    static let code = RedactionRole(rawValue: 1 << 3)
    /// An object whose member names and values are data.
    static let attributes = RedactionRole(rawValue: 1 << 4)
    /// An object whose member names are data and whose values are records.
    static let dictionary = RedactionRole(rawValue: 1 << 5)
    /// A record, or a list of records.
    static let record = RedactionRole(rawValue: 1 << 6)
    /// The object of the configuration. Only its language is not data.
    static let configuration = RedactionRole(rawValue: 1 << 7)

    static func of(_ name: String) -> RedactionRole { all[name] ?? [] }

    private static let all: [String: RedactionRole] = {
        var all: [String: RedactionRole] = [:]
        for table in TableID.allCases {
            for row in Table[table].rows {
                for spelling in Column.allCases.flatMap({ row.names[$0] }) {
                    all[spelling.path[spelling.path.count - 1], default: []].formUnion(row.redactionRole)
                    for holder in spelling.path.dropLast() { all[holder, default: []].formUnion([.known, .record]) }
                }
            }
        }
        let holders = [
            "data", "attributes", "success", "profile", "v", "meta", "purchaserInfo", "purchaser_info", "product",
            "paywalls", "purchased_result", "purchaseResult",
        ]
        for name in holders + KeyedPair.values {
            all[name, default: []].formUnion([.known, .record])
        }
        for name in ["lang", "locale"] { all[name, default: []].formUnion([.known, .code]) }
        for name in ["h", "t", "id", "type", "category", "offer_category", "offer_type", "offer_id"] + KeyedPair.keys {
            all[name, default: []].insert(.known)
        }
        return all
    }()
}

extension Row {
    private static let codes: Set<String> = ["currency", "currency_code", "region_code", "request_locale"]

    fileprivate var redactionRole: RedactionRole {
        switch codec {
        case .text: Row.codes.contains(id) ? [.known, .code] : .known
        case .number, .integer, .flag, .sandbox, .eligibility, .periodUnit, .paymentMode: [.known, .number]
        case .timestamp: [.known, .number, .date]
        case .any, .eventName: .known
        case .object: [.known, .record]
        case .attributes: [.known, .attributes]
        case .record, .custom(.offer): [.known, .record]
        case .entries(_, .accessLevels), .entries(_, .subscriptions), .entries(_, .nonSubscriptions):
            [.known, .dictionary]
        case .entries: [.known, .record]
        case .custom(.remoteConfig): [.known, .configuration]
        }
    }
}
