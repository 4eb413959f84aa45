/// The kind of a record. Later versions may add kinds, so a `switch` needs an `@unknown default`.
#if hasAttribute(nonexhaustive)
@nonexhaustive
#endif
public enum RecordKind: String, CaseIterable, Sendable, Hashable {
    case profile, paywall, product, promo, event
    /// A list of paywalls, a response with several, or a fallback file.
    case paywalls
    /// A list of products.
    case products
    /// An access level of a profile, kept as a record of its own.
    case accessLevel = "access_level"
    /// A subscription of a profile, kept as a record of its own.
    case subscription
    /// Another purchase of a profile, kept as a record of its own.
    case nonSubscription = "non_subscription"
    /// A flow, the successor of the paywall in SDK 4. It is recognised and kept; the table has no rows for it.
    case flow
    /// An onboarding (SDK 3.8 and later). It is recognised and kept; the table has no rows for it.
    case onboarding
    /// An event of the SDK, or the result of a purchase, that has no profile. It is recognised and kept.
    case sdkEvent = "sdk_event"

    /// The kinds that can be converted.
    public static let converted = allCases.filter(\.isConverted)

    /// Whether the table has rows for the kind.
    public var isConverted: Bool { self != .flow && self != .onboarding && self != .sdkEvent }

    /// The dialects that have this kind of record.
    public var dialects: [Dialect] { RecordKind.dialects[number] }

    private static let dialects = allCases.map(\.listed)

    private var listed: [Dialect] {
        switch self {
        case .profile:
            [.sdk1Wire, .sdk1Stored, .sdk1Bridge, .serverV1, .serverV2, .sdk2, .sdk2Bridge, .sdk3, .sdk3Bridge]
        // The parts of a profile are the same in SDK 2 and 3.
        case .accessLevel, .subscription, .nonSubscription:
            [.sdk1Wire, .sdk1Stored, .sdk1Bridge, .serverV1, .serverV2, .sdk2, .sdk2Bridge, .sdk3Bridge]
        case .paywall, .product, .paywalls, .products:
            [.sdk1Wire, .sdk1Stored, .sdk1Bridge, .sdk2, .sdk2Bridge, .sdk3, .sdk3Bridge]
        case .promo: [.sdk1Wire, .sdk1Stored, .sdk1Bridge]
        case .event: [.webhookLegacy, .webhook]
        case .flow, .onboarding, .sdkEvent: [.sdk3]
        }
    }

    /// The dialect in which an upgrade to a current dialect ends. A kind that this dialect does not have ends in the
    /// current dialect of its own, so that everything in a dump comes out in one form.
    func target(_ wanted: Dialect?) -> Dialect? {
        guard let wanted, case let own = upgraded.dialects, !own.contains(wanted), !wanted.isEvent,
            wanted == wanted.hub || !wanted.isUpgraded
        else {
            return wanted
        }
        return own[0].hub
    }

    /// The columns of its dialects.
    package var columns: [Column] { RecordKind.columns[number] }

    /// The same, of one dialect or of all, one bit each.
    package func columnBits(of dialect: Dialect?) -> UInt16 {
        let all = RecordKind.columnBits[number]
        guard let dialect else { return all }
        return Column.allCases.reduce(0) { $1.dialect == dialect ? $0 | $1.bit & all : $0 }
    }

    private static let columnBits = allCases.map { kind in kind.columns.reduce(0) { $0 | $1.bit } as UInt16 }
    private static let columns: [[Column]] = allCases.map { kind in
        Column.allCases.filter { kind.dialects.contains($0.dialect) }
    }

    /// The table of the record, or of one entry of the list.
    package var table: TableID {
        switch self {
        case .profile: .profile
        // What is kept never reaches a converter, so its table does not matter.
        case .paywall, .paywalls, .flow, .onboarding, .sdkEvent: .paywall
        case .product, .products: .product
        case .promo: .promo
        case .event: .event
        case .accessLevel: .accessLevel
        case .subscription: .subscription
        case .nonSubscription: .nonSubscription
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
        case .accessLevel: 7
        case .subscription: 8
        case .nonSubscription: 9
        case .flow: 10
        case .onboarding: 11
        case .sdkEvent: 12
        }
    }

    /// Whether the decoders of an SDK version have the kind.
    func isRead(by sdk: SDKVersion) -> Bool {
        switch self {
        case .paywall, .paywalls: !sdk.has(.flows)
        case .flow: sdk.has(.flows)
        case .onboarding: sdk.has(.onboardings)
        default: true
        }
    }

    /// The kind in a sentence: `a profile`, `an event`.
    package var phrase: String {
        if isList { return "a list of \(rawValue)" }
        if self == .sdkEvent { return "an event of the SDK" }
        let name = String(rawValue.map { $0 == "_" ? " " : $0 })
        return name.hasPrefix("a") || name.hasPrefix("e") || name.hasPrefix("o") ? "an \(name)" : "a \(name)"
    }

    package var isList: Bool { self == .paywalls || self == .products }

    /// What an upgrade makes of the kind: a promo becomes the paywall in it.
    package var upgraded: RecordKind { self == .promo ? .paywall : self }

    /// Whether it is a part of a profile, kept as a record of its own.
    package var isRow: Bool { self == .accessLevel || self == .subscription || self == .nonSubscription }
}
