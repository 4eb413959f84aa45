import AdaptyMigration

/// What a member's name lets its value keep; made from the rows of the table. A name that several tables have lets a value keep
/// what any of them would, and a value must have the looks of it.
struct RedactionRole: OptionSet, Sendable {
    let rawValue: UInt16

    init(rawValue: UInt16) { self.rawValue = rawValue }

    /// A row of a table, or a member of an envelope.
    static let known = RedactionRole(rawValue: 1 << 0)
    /// Numbers stay: prices, counts, revisions, dates and flags as numbers.
    static let number = RedactionRole(rawValue: 1 << 1)
    /// Texts that are dates stay.
    static let date = RedactionRole(rawValue: 1 << 2)
    /// Texts that are words of a vocabulary stay, known or not: stores, reasons, types, event names.
    static let word = RedactionRole(rawValue: 1 << 3)
    /// An object whose member names are data, and its values too.
    static let attributes = RedactionRole(rawValue: 1 << 4)
    /// An object whose member names are data, and its values records.
    static let dictionary = RedactionRole(rawValue: 1 << 5)
    /// A record, or a list of records.
    static let record = RedactionRole(rawValue: 1 << 6)
    /// The configuration's object, of which only the language is not data.
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
        for name in ["data", "attributes", "success", "profile", "v", "meta"] { all[name, default: []].formUnion([.known, .record]) }
        for name in ["type", "category", "offer_category", "offer_type", "lang", "locale"] { all[name, default: []].formUnion([.known, .word]) }
        for name in ["h", "t", "id"] { all[name, default: []].insert(.known) }
        return all
    }()
}

extension Row {
    /// Rows whose texts are words that somebody documented, not texts of a customer's.
    private static let words: Set<String> = [
        "store", "environment", "cancellation_reason", "active_introductory_offer_type", "active_promotional_offer_type", "currency", "currency_code",
        "region_code", "request_locale", "product_type", "renewal_type", "replacement_mode", "promo_type", "store_offer_category", "store_offer_discount_type",
    ]

    fileprivate var redactionRole: RedactionRole {
        switch codec {
        case .text: Row.words.contains(id) ? [.known, .word] : .known
        case .number, .integer, .flag: [.known, .number]
        case .timestamp: [.known, .number, .date]
        case .sandbox, .eligibility, .periodUnit, .paymentMode: [.known, .number, .word]
        case .eventName: [.known, .word]
        case .any: .known
        case .attributes: [.known, .attributes]
        case .record, .custom(.offer): [.known, .record]
        case .entries(_, .accessLevels), .entries(_, .subscriptions), .entries(_, .nonSubscriptions): [.known, .dictionary]
        case .entries: [.known, .record]
        case .custom(.remoteConfig): [.known, .configuration]
        }
    }
}
