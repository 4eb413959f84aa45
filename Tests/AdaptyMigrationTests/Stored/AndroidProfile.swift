/// The profile as Adapty's Android SDK reads it from `PROFILE`, 2.0–4.1: written from the facts about its models and
/// not from the mapping table. Gson makes nothing of a member that is missing, but refuses a number where a flag
/// belongs; the SDK itself refuses a level without `activated_at` and a purchase without `purchased_at`.
struct AndroidProfile: Decodable {
    let profile_id: String
    let customer_user_id: String?
    let custom_attributes: [String: SDKAttribute]?
    let paid_access_levels: [String: Access]?
    let subscriptions: [String: Access]?
    let non_subscriptions: [String: [Purchase]]?
    let segment_hash: String?
    let is_test_user: Bool?
    let timestamp: Int64?

    struct Access: Decodable {
        let id: String?
        let is_active: Bool
        let vendor_product_id: String
        let store: String
        /// Dates are the server's texts.
        let activated_at: String
        let starts_at: String?
        let renewed_at: String?
        let expires_at: String?
        let unsubscribed_at: String?
        let billing_issue_detected_at: String?
        let is_lifetime: Bool
        let will_renew: Bool
        let is_in_grace_period: Bool
        let is_refund: Bool
        let is_sandbox: Bool?
        let cancellation_reason: String?
        let active_introductory_offer_type: String?
        let active_promotional_offer_type: String?
        let active_promotional_offer_id: String?
        let offer_id: String?
    }

    struct Purchase: Decodable {
        let purchase_id: String
        let vendor_product_id: String
        let vendor_transaction_id: String?
        let store: String
        let purchased_at: String

        /// False when missing (shapes-2026, 7.5).
        let is_consumable: Bool?
        let is_sandbox: Bool
        let is_refund: Bool
    }
}

/// The purchaser info as Android SDK 1.12 reads it: every member may be missing.
struct AndroidPurchaserInfo: Decodable {
    let profileId: String?
    let accessLevels: [String: Level]?

    struct Level: Decodable {
        let isActive: Bool?
        let expiresAt: String?
        let isRefund: Bool?
    }
}
