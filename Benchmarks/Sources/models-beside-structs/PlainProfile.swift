// swift-format-ignore-file: AlwaysUseLowerCamelCase

/// What an app writes by hand for the wire profile of SDK 2: nothing unknown is kept, dates are texts.
/// Members have the names of the document, so that no strategy for keys is timed.
struct PlainProfile: Codable {
    struct AccessLevel: Codable {
        var id: String
        var is_active: Bool
        var vendor_product_id: String
        var store: String
        var activated_at: String
        var starts_at: String?
        var renewed_at: String?
        var expires_at: String?
        var is_lifetime: Bool
        var active_introductory_offer_type: String?
        var active_promotional_offer_type: String?
        var active_promotional_offer_id: String?
        var will_renew: Bool
        var is_in_grace_period: Bool
        var unsubscribed_at: String?
        var billing_issue_detected_at: String?
        var cancellation_reason: String?
        var is_refund: Bool
    }

    struct Subscription: Codable {
        var is_active: Bool
        var vendor_product_id: String
        var vendor_transaction_id: String
        var vendor_original_transaction_id: String
        var store: String
        var activated_at: String
        var starts_at: String?
        var renewed_at: String?
        var expires_at: String?
        var is_lifetime: Bool
        var active_introductory_offer_type: String?
        var active_promotional_offer_type: String?
        var active_promotional_offer_id: String?
        var will_renew: Bool
        var is_in_grace_period: Bool
        var unsubscribed_at: String?
        var billing_issue_detected_at: String?
        var cancellation_reason: String?
        var is_sandbox: Bool
        var is_refund: Bool
    }

    struct NonSubscription: Codable {
        var purchase_id: String
        var vendor_product_id: String
        var vendor_transaction_id: String?
        var store: String
        var purchased_at: String
        var is_consumable: Bool?
        var is_one_time: Bool?
        var is_sandbox: Bool
        var is_refund: Bool
    }

    var profile_id: String
    var customer_user_id: String?
    var segment_hash: String?
    var custom_attributes: [String: Attribute]?
    var paid_access_levels: [String: AccessLevel]?
    var subscriptions: [String: Subscription]?
    var non_subscriptions: [String: [NonSubscription]]?
}

/// A custom attribute: a text or a number.
enum Attribute: Codable {
    case text(String)
    case number(Double)

    init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if let text = try? container.decode(String.self) {
            self = .text(text)
        } else {
            self = .number(try container.decode(Double.self))
        }
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        switch self {
        case .text(let text): try container.encode(text)
        case .number(let number): try container.encode(number)
        }
    }
}
