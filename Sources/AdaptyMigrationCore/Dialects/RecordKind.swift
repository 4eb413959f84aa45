/// The kind of a record.
public enum RecordKind: String, CaseIterable, Sendable, Hashable {
    case profile, paywall, product, promo, event
    /// A list of paywalls, a response with several, or a fallback file.
    case paywalls
    /// A list of products.
    case products
    /// A flow, the successor of the paywall in SDK 4. It is recognised and kept; the table has no rows for it.
    case flow
    /// An onboarding (SDK 3.8 and later). It is recognised and kept; the table has no rows for it.
    case onboarding

    /// The kinds that can be converted.
    public static let converted = allCases.filter(\.isConverted)

    /// Whether the table has rows for the kind.
    public var isConverted: Bool { self != .flow && self != .onboarding }

    /// The dialects that have this kind of record.
    public var dialects: [Dialect] {
        switch self {
        case .profile: [.sdk1Wire, .sdk1Stored, .sdk1Bridge, .serverV1, .serverV2, .sdk2, .sdk2Bridge, .sdk3]
        case .paywall, .product, .paywalls, .products: [.sdk1Wire, .sdk1Stored, .sdk1Bridge, .sdk2, .sdk2Bridge, .sdk3]
        case .promo: [.sdk1Wire, .sdk1Stored, .sdk1Bridge]
        case .event: [.webhookLegacy, .webhook]
        case .flow, .onboarding: [.sdk3]
        }
    }

    /// The columns of its dialects.
    package var columns: [Column] { RecordKind.columns[number] }

    private static let columns: [[Column]] = allCases.map { kind in
        Column.allCases.filter { kind.dialects.contains($0.dialect) }
    }

    /// The table of the record, or of one entry of the list.
    package var table: TableID {
        switch self {
        case .profile: .profile
        // Flows and onboardings never reach a converter, so their table does not matter.
        case .paywall, .paywalls, .flow, .onboarding: .paywall
        case .product, .products: .product
        case .promo: .promo
        case .event: .event
        }
    }

    /// The number of kinds.
    package static let count = allCases.count

    /// Its position among all kinds.
    package var number: Int {
        switch self {
        case .profile: 0
        case .paywall: 1
        case .product: 2
        case .promo: 3
        case .event: 4
        case .paywalls: 5
        case .products: 6
        case .flow: 7
        case .onboarding: 8
        }
    }

    package var isList: Bool { self == .paywalls || self == .products }
}
