import Foundation

struct Access: Record {
    var id: String?
    var isActive: Flag?
    var vendorProductId: String?
    var vendorTransactionId: String?
    var vendorOriginalTransactionId: String?
    var store: String?
    var activatedAt: WireDate?
    var startsAt: WireDate?
    var renewedAt: WireDate?
    var expiresAt: WireDate?
    var isLifetime: Flag?
    var cancellationReason: String?
    var isRefund: Flag?
    var activeIntroductoryOfferType: String?
    var activePromotionalOfferType: String?
    var activePromotionalOfferId: String?
    var willRenew: Flag?
    var isInGracePeriod: Flag?
    var unsubscribedAt: WireDate?
    var billingIssueDetectedAt: WireDate?
    var isSandbox: Flag?

    typealias Name = CodingKeys
    enum CodingKeys: String, CodingKey, CaseIterable {
        case id, isActive = "is_active", vendorProductId = "vendor_product_id", vendorTransactionId =
            "vendor_transaction_id"
        case vendorOriginalTransactionId = "vendor_original_transaction_id", store, activatedAt = "activated_at",
            startsAt = "starts_at"
        case renewedAt = "renewed_at", expiresAt = "expires_at", isLifetime = "is_lifetime", cancellationReason =
            "cancellation_reason"
        case isRefund = "is_refund", activeIntroductoryOfferType = "active_introductory_offer_type"
        case activePromotionalOfferType = "active_promotional_offer_type", activePromotionalOfferId =
            "active_promotional_offer_id"
        case willRenew = "will_renew", isInGracePeriod = "is_in_grace_period", unsubscribedAt = "unsubscribed_at"
        case billingIssueDetectedAt = "billing_issue_detected_at", isSandbox = "is_sandbox"
    }
}

struct LegacyPurchase: Record {
    var purchaseId: String?
    var vendorProductId: String?
    var vendorTransactionId: String?
    var vendorOriginalTransactionId: String?
    var store: String?
    var purchasedAt: WireDate?
    var isOneTime: Flag?
    var isSandbox: Flag?
    var isRefund: Flag?

    typealias Name = CodingKeys
    enum CodingKeys: String, CodingKey, CaseIterable {
        case purchaseId = "purchase_id", vendorProductId = "vendor_product_id", vendorTransactionId =
            "vendor_transaction_id"
        case vendorOriginalTransactionId = "vendor_original_transaction_id", store, purchasedAt = "purchased_at",
            isOneTime = "is_one_time"
        case isSandbox = "is_sandbox", isRefund = "is_refund"
    }
}

struct Purchase: Record {
    var purchaseId: String?
    var vendorProductId: String?
    var vendorTransactionId: String?
    var store: String?
    var purchasedAt: WireDate?
    var isConsumable: Flag?
    var isSandbox: Flag?
    var isRefund: Flag?

    typealias Name = CodingKeys
    enum CodingKeys: String, CodingKey, CaseIterable {
        case purchaseId = "purchase_id", vendorProductId = "vendor_product_id", vendorTransactionId =
            "vendor_transaction_id"
        case store, purchasedAt = "purchased_at", isConsumable = "is_consumable", isSandbox = "is_sandbox", isRefund =
            "is_refund"
    }
}

struct LegacyProfile: Record {
    var id: String?
    var profileId: String?
    var appId: String?
    var customerUserId: String?
    var customAttributes: JSON?
    var paidAccessLevels: [String: Open<Access>]?
    var subscriptions: [String: Open<Access>]?
    var nonSubscriptions: [String: [Open<LegacyPurchase>]]?
    var totalRevenueUsd: JSON?
    var promotionalOfferEligibility: JSON?
    var introductoryOfferEligibility: JSON?
    var appleValidationResult: JSON?

    typealias Name = CodingKeys
    enum CodingKeys: String, CodingKey, CaseIterable {
        case id, profileId = "profile_id", appId = "app_id", customerUserId = "customer_user_id", customAttributes =
            "custom_attributes"
        case paidAccessLevels = "paid_access_levels", subscriptions, nonSubscriptions = "non_subscriptions"
        case totalRevenueUsd = "total_revenue_usd", promotionalOfferEligibility = "promotional_offer_eligibility"
        case introductoryOfferEligibility = "introductory_offer_eligibility", appleValidationResult =
            "apple_validation_result"
    }
}

struct Profile: Record {
    var profileId: String?
    var customerUserId: String?
    var customAttributes: JSON?
    var paidAccessLevels: [String: Open<Access>]?
    var subscriptions: [String: Open<Access>]?
    var nonSubscriptions: [String: [Open<Purchase>]]?
    var residue: Residue?

    typealias Name = CodingKeys
    enum CodingKeys: String, CodingKey, CaseIterable {
        case profileId = "profile_id", customerUserId = "customer_user_id", customAttributes = "custom_attributes"
        case paidAccessLevels = "paid_access_levels", subscriptions, nonSubscriptions = "non_subscriptions", residue =
            "_adapty_migration"
    }
}

struct Envelope: Decodable {
    struct Content: Decodable {
        var type: String?
        var id: String?
        var attributes: Open<LegacyProfile>
    }

    var data: Content
}

struct Event: Record {
    var profileId: String?
    var customerUserId: String?
    var eventType: String?
    var eventDatetime: String?
    var eventProperties: Open<Properties>?
    var residue: Residue?

    typealias Name = CodingKeys
    enum CodingKeys: String, CodingKey, CaseIterable {
        case profileId = "profile_id", customerUserId = "customer_user_id", eventType = "event_type", eventDatetime =
            "event_datetime"
        case eventProperties = "event_properties", residue = "_adapty_migration"
    }

    struct Properties: Record {
        var currency: String?
        var priceUsd: Double?
        var priceLocal: Double?
        var proceedsUsd: Double?
        var transactionId: String?
        var originalTransactionId: String?
        var purchaseDate: String?
        var originalPurchaseDate: String?
        var environment: String?
        var vendorProductId: String?
        var eventDatetime: String?
        var store: String?
        var subscriptionExpiresAt: String?
        var trialDuration: String?
        var paywallName: String?
        var developerId: String?
        var cohortName: String?
        var cancellationReason: String?
        var profileEventId: String?
        var storeCountry: String?
        var profileCountry: String?

        typealias Name = CodingKeys
        enum CodingKeys: String, CodingKey, CaseIterable {
            case currency, priceUsd = "price_usd", priceLocal = "price_local", proceedsUsd = "proceeds_usd",
                transactionId = "transaction_id"
            case originalTransactionId = "original_transaction_id", purchaseDate = "purchase_date",
                originalPurchaseDate = "original_purchase_date"
            case environment, vendorProductId = "vendor_product_id", eventDatetime = "event_datetime", store
            case subscriptionExpiresAt = "subscription_expires_at", trialDuration = "trial_duration", paywallName =
                "paywall_name"
            case developerId = "developer_id", cohortName = "cohort_name", cancellationReason = "cancellation_reason"
            case profileEventId = "profile_event_id", storeCountry = "store_country", profileCountry = "profile_country"
        }
    }
}

struct Residue: Codable {
    var v = 1
    var from: String
    var envelope: JSON?
    var added: [String]?
    var was: [String: JSON]
}
