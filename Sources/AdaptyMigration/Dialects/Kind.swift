/// What a record is.
public enum Kind: String, CaseIterable, Sendable, Hashable {
    case profile, paywall, product, promo, event
    /// A list of paywalls, a response with several, or a fallback file.
    case paywalls
    /// A list of products.
    case products

    /// The dialects that have this kind of record.
    public var dialects: [Dialect] {
        switch self {
        case .profile: [.sdk1Wire, .sdk1Stored, .sdk1Bridge, .serverV1, .serverV2, .sdk2, .sdk2Bridge, .sdk3]
        case .paywall, .product, .paywalls, .products: [.sdk1Wire, .sdk1Stored, .sdk1Bridge, .sdk2, .sdk2Bridge, .sdk3]
        case .promo: [.sdk1Wire, .sdk1Stored, .sdk1Bridge]
        case .event: [.webhookLegacy, .webhook]
        }
    }

    /// The table of the record, or of one entry of the list.
    package var table: TableID {
        switch self {
        case .profile: .profile
        case .paywall, .paywalls: .paywall
        case .product, .products: .product
        case .promo: .promo
        case .event: .event
        }
    }

    /// Its position among all kinds.
    var number: Int {
        switch self {
        case .profile: 0
        case .paywall: 1
        case .product: 2
        case .promo: 3
        case .event: 4
        case .paywalls: 5
        case .products: 6
        }
    }

    var isList: Bool { self == .paywalls || self == .products }
}
