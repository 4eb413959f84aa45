import Foundation

/// `PurchaserInfoModel` as SDK 1.12 stored and read it: synthesized `Codable`, every property without a `?` required.
struct SDK1Profile: Codable {
    let profileId: String
    let customerUserId: String?
    let accessLevels: [String: Level]
    let subscriptions: [String: Subscription]
    let nonSubscriptions: [String: [Purchase]]

    struct Level: Codable {
        let id: String
        let isActive: Bool
        let vendorProductId: String
        let store: String
        let activatedAt: Date?
        let expiresAt: Date?
        let isLifetime: Bool
        let willRenew: Bool
        let isInGracePeriod: Bool
        let isRefund: Bool
        let vendorTransactionId: String?
        let cancellationReason: String?
    }

    struct Subscription: Codable {
        let isActive: Bool
        let vendorProductId: String
        let store: String
        let expiresAt: Date?
        let isLifetime: Bool
        let willRenew: Bool
        let isInGracePeriod: Bool
        let isSandbox: Bool
        let isRefund: Bool
    }

    struct Purchase: Codable {
        let purchaseId: String
        let vendorProductId: String
        let store: String
        let purchasedAt: Date?
        let isOneTime: Bool
        let isSandbox: Bool
        let isRefund: Bool
    }
}
