import AdaptyMigration

/// The typed records of a document: legacy in, current out.
enum Typed {
    static func decode(_ document: [UInt8], _ dialect: Dialect, _ kind: Kind) throws -> Int {
        switch kind {
        case .profile where dialect.isServer: try ServerProfile(decoding: document, as: dialect).unknown.count + 1
        case .profile where dialect.isLegacy: try PurchaserInfoModel(decoding: document, as: dialect).unknown.count + 1
        case .profile: try AdaptyProfile(decoding: document, as: dialect).unknown.count + 1
        case .paywall where dialect.isLegacy: try PaywallModel(decoding: document, as: dialect).unknown.count + 1
        case .paywall: try AdaptyPaywall(decoding: document, as: dialect).unknown.count + 1
        case .product where dialect.isLegacy: try ProductModel(decoding: document, as: dialect).unknown.count + 1
        case .product: try AdaptyPaywallProduct(decoding: document, as: dialect).unknown.count + 1
        default: try WebhookEvent(decoding: document, as: dialect).unknown.count + 1
        }
    }

    static func convert(_ document: [UInt8], _ dialect: Dialect, _ kind: Kind) throws -> [UInt8] {
        switch kind {
        case .profile where dialect.isServer:
            try AdaptyProfile(upgrading: ServerProfile(decoding: document, as: dialect)).encoded()
        case .profile where dialect.isLegacy:
            try AdaptyProfile(upgrading: PurchaserInfoModel(decoding: document, as: dialect)).encoded()
        case .profile: try AdaptyProfile(decoding: document, as: dialect).encoded()
        case .paywall where dialect.isLegacy:
            try AdaptyPaywall(upgrading: PaywallModel(decoding: document, as: dialect)).encoded()
        case .paywall: try AdaptyPaywall(decoding: document, as: dialect).encoded()
        case .product where dialect.isLegacy:
            try AdaptyPaywallProduct(upgrading: ProductModel(decoding: document, as: dialect)).encoded()
        case .product: try AdaptyPaywallProduct(decoding: document, as: dialect).encoded()
        default: try WebhookEvent(decoding: document, as: dialect).upgraded.encoded()
        }
    }

    /// Law 4: the typed answer is the one of the bytes.
    static func check(_ document: [UInt8], _ dialect: Dialect, _ kind: Kind) throws {
        let typed = try convert(document, dialect, kind),
            bytes = try Migrator().upgrade(document, from: dialect).document
        let isEqual =
            switch kind {
            case .profile:
                try AdaptyProfile(decoding: typed, as: .sdk2).profileId
                    == AdaptyProfile(decoding: bytes, as: .sdk2).profileId
            case .paywall:
                try AdaptyPaywall(decoding: typed, as: .sdk2).variationId
                    == AdaptyPaywall(decoding: bytes, as: .sdk2).variationId
            case .product:
                try AdaptyPaywallProduct(decoding: typed, as: .sdk2).vendorProductId
                    == AdaptyPaywallProduct(decoding: bytes, as: .sdk2).vendorProductId
            default:
                try WebhookEvent(decoding: typed, as: .webhook).eventType
                    == WebhookEvent(decoding: bytes, as: .webhook).eventType
            }
        guard isEqual else { throw Workload.WrongAnswer(description: "the typed answer is not the one of the bytes") }
    }
}

extension Dialect {
    fileprivate var isServer: Bool { self == .serverV1 || self == .serverV2 }
    fileprivate var isLegacy: Bool { self == .sdk1Wire || self == .sdk1Stored || self == .sdk1Bridge }
}
