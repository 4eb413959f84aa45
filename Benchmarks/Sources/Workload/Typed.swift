import AdaptyMigration

/// The typed records of a document: legacy in, current out.
enum Typed {
    static func decode(_ document: [UInt8], _ dialect: Dialect, _ kind: RecordKind) throws -> Int {
        try model(document, dialect, kind).memberNames.count
    }

    static func convert(_ document: [UInt8], _ dialect: Dialect, _ kind: RecordKind) throws -> [UInt8] {
        switch try model(document, dialect, kind) {
        case let legacy as any LegacyRecord: try upgraded(legacy)
        case let event as WebhookEvent: try event.upgraded().document
        case let current: current.document
        }
    }

    /// Law 4: the typed answer is the one of the bytes. A current model is a view of the bytes that were given.
    static func check(_ document: [UInt8], _ dialect: Dialect, _ kind: RecordKind) throws {
        let model = try model(document, dialect, kind)
        guard model is any LegacyRecord || model is WebhookEvent else { return }
        guard try convert(document, dialect, kind) == Migrator().upgrade(document, from: dialect).document
        else {
            throw Workload.WrongAnswer(description: "the typed answer is not the one of the bytes")
        }
    }

    private static func upgraded(_ legacy: some LegacyRecord) throws -> [UInt8] { try legacy.upgraded().document }

    private static func model(_ document: [UInt8], _ dialect: Dialect, _ kind: RecordKind) throws -> any RecordModel {
        switch kind {
        case .profile where dialect.isServer: try ServerProfile(decoding: document, as: dialect)
        case .profile where dialect.isSDK1: try PurchaserInfoModel(decoding: document, as: dialect)
        case .profile: try AdaptyProfile(decoding: document, as: dialect)
        case .paywall where dialect.isSDK1: try PaywallModel(decoding: document, as: dialect)
        case .paywall: try AdaptyPaywall(decoding: document, as: dialect)
        case .product where dialect.isSDK1: try ProductModel(decoding: document, as: dialect)
        case .product: try AdaptyPaywallProduct(decoding: document, as: dialect)
        default: try WebhookEvent(decoding: document, as: dialect)
        }
    }
}

extension Dialect {
    fileprivate var isServer: Bool { self == .serverV1 || self == .serverV2 }
    fileprivate var isSDK1: Bool { self == .sdk1Wire || self == .sdk1Stored || self == .sdk1Bridge }
}
