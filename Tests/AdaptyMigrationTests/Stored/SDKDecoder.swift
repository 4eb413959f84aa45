@_spi(Tools) import AdaptyMigrationTools
import Foundation

/// Decodes what an SDK version stored the way that version's sources do: strict `Codable`, one date formatter. Written
/// from the facts about each tag and not from the mapping table, so that a wrong row fails here.
struct SDKDecoder {
    static let sdkVersion = CodingUserInfoKey(rawValue: "sdk")
    private let decoder = JSONDecoder()

    init(_ sdk: SDKVersion) {
        let formatter = DateFormatter()
        formatter.calendar = Calendar(identifier: .iso8601)
        formatter.locale = Locale(identifier: "en_US_POSIX")
        formatter.dateFormat = "yyyy-MM-dd'T'HH:mm:ss.SSSZ"
        decoder.dateDecodingStrategy = .formatted(formatter)
        if let key = SDKDecoder.sdkVersion { decoder.userInfo[key] = sdk }
    }

    struct Wrapped<Value: Decodable>: Decodable {
        let v: Value
        let h: String?
    }

    func profile(_ data: [UInt8]) throws -> SDKProfile {
        try decoder.decode(Wrapped<SDKProfile>.self, from: Data(data)).v
    }
    func paywalls(_ data: [UInt8]) throws -> [SDKPaywall] {
        try decoder.decode([Wrapped<SDKPaywall>].self, from: Data(data)).map(\.v)
    }
    func bareProfile(_ data: [UInt8]) throws -> SDKProfile { try decoder.decode(SDKProfile.self, from: Data(data)) }
    func androidProfile(_ data: [UInt8]) throws -> AndroidProfile {
        try decoder.decode(AndroidProfile.self, from: Data(data))
    }
    @discardableResult
    func barePaywall(_ data: [UInt8]) throws -> SDKPaywall { try decoder.decode(SDKPaywall.self, from: Data(data)) }
    func androidPaywall(_ data: [UInt8]) throws -> AndroidPaywall {
        try decoder.decode(AndroidPaywall.self, from: Data(data))
    }
    func flutterProfile(_ data: [UInt8]) throws -> FlutterProfile {
        try decoder.decode(FlutterProfile.self, from: Data(data))
    }
    func flutterPaywall(_ data: [UInt8]) throws -> FlutterPaywall {
        try decoder.decode(FlutterPaywall.self, from: Data(data))
    }
    func products(_ data: [UInt8]) throws -> [SDKProduct] {
        try decoder.decode(Wrapped<[SDKProduct]>.self, from: Data(data)).v
    }
}

extension Decoder {
    var sdk: SDKVersion {
        get throws {
            try SDKDecoder.sdkVersion.flatMap { userInfo[$0] as? SDKVersion }
                ?? {
                    throw DecodingError.valueNotFound(
                        SDKVersion.self, .init(codingPath: codingPath, debugDescription: "no version"))
                }()
        }
    }
}

/// Any member name.
struct SDKKey: CodingKey, ExpressibleByStringLiteral {
    let stringValue: String
    var intValue: Int? { nil }
    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
    init(stringLiteral text: String) { stringValue = text }
}

/// `AdaptyProfile` of 2.0–4.0.
struct SDKProfile: Decodable {
    let profileId: String
    let levels: [String: SDKAccess]
    let subscriptions: [String: SDKAccess]
    let purchases: [String: [SDKPurchase]]

    init(from decoder: any Decoder) throws {
        let members = try decoder.container(keyedBy: SDKKey.self), sdk = try decoder.sdk
        profileId = try members.decode(String.self, forKey: "profile_id")
        _ = try members.decodeIfPresent(String.self, forKey: "customer_user_id")
        if sdk >= "2.9.0" { _ = try members.decode(String.self, forKey: "segment_hash") }
        if sdk >= "2.10.2" { _ = try members.decodeIfPresent(Int64.self, forKey: "timestamp") }
        if sdk >= "3.17.1" { _ = try members.decodeIfPresent([String].self, forKey: "applied_attribution_sources") }
        if sdk >= "2.11.1" { _ = try members.decodeIfPresent(Bool.self, forKey: "is_test_user") }
        _ = try members.decodeIfPresent([String: SDKAttribute].self, forKey: "custom_attributes")
        levels = try members.decodeIfPresent([String: SDKAccess].self, forKey: "paid_access_levels") ?? [:]
        subscriptions = try members.decodeIfPresent([String: SDKAccess].self, forKey: "subscriptions") ?? [:]
        for subscription in subscriptions.values { try subscription.requireSubscription() }
        for (id, level) in levels where level.id == nil {
            throw DecodingError.valueNotFound(
                String.self, .init(codingPath: decoder.codingPath, debugDescription: "id of \(id)"))
        }
        purchases = try members.decodeIfPresent([String: [SDKPurchase]].self, forKey: "non_subscriptions") ?? [:]
    }
}

/// A custom attribute: null, text, flag or number; 3.12 refuses long texts.
struct SDKAttribute: Decodable {
    init(from decoder: any Decoder) throws {
        let value = try decoder.singleValueContainer()
        if value.decodeNil() { return }
        if let text = try? value.decode(String.self) {
            if try decoder.sdk >= "3.12.0", text.count > 50 {
                throw DecodingError.dataCorruptedError(in: value, debugDescription: "more than 50 characters")
            }
            return
        }
        if (try? value.decode(Bool.self)) != nil { return }
        _ = try value.decode(Double.self)
    }
}

/// `AccessLevel` and `Subscription`, which share all but a few members.
struct SDKAccess: Decodable {
    let id: String?
    let isActive: Bool
    let isLifetime: Bool
    let willRenew: Bool
    let isRefund: Bool
    let isInGracePeriod: Bool
    let expiresAt: Date?
    private let isSubscription: Bool

    init(from decoder: any Decoder) throws {
        let members = try decoder.container(keyedBy: SDKKey.self)
        id = try members.decodeIfPresent(String.self, forKey: "id")
        isActive = try members.decode(Bool.self, forKey: "is_active")
        _ = try members.decode(String.self, forKey: "vendor_product_id")
        _ = try members.decode(String.self, forKey: "store")
        _ = try members.decode(Date.self, forKey: "activated_at")
        isLifetime = try members.decode(Bool.self, forKey: "is_lifetime")
        willRenew = try members.decode(Bool.self, forKey: "will_renew")
        isInGracePeriod = try members.decode(Bool.self, forKey: "is_in_grace_period")
        isRefund = try members.decode(Bool.self, forKey: "is_refund")
        expiresAt = try members.decodeIfPresent(Date.self, forKey: "expires_at")
        for name in ["renewed_at", "starts_at", "unsubscribed_at", "billing_issue_detected_at"] {
            _ = try members.decodeIfPresent(Date.self, forKey: SDKKey(stringValue: name))
        }
        for name in [
            "active_introductory_offer_type", "active_promotional_offer_type", "active_promotional_offer_id",
            "offer_id", "cancellation_reason",
        ] {
            _ = try members.decodeIfPresent(String.self, forKey: SDKKey(stringValue: name))
        }
        isSubscription =
            try members.decodeIfPresent(String.self, forKey: "vendor_transaction_id") != nil
            && members.decodeIfPresent(String.self, forKey: "vendor_original_transaction_id") != nil
            && members.decodeIfPresent(Bool.self, forKey: "is_sandbox") != nil
    }

    func requireSubscription() throws {
        if !isSubscription {
            throw DecodingError.valueNotFound(
                String.self, .init(codingPath: [], debugDescription: "transaction ids or is_sandbox of a subscription"))
        }
    }
}

/// `NonSubscription` of 2.0 and later.
struct SDKPurchase: Decodable {
    let isConsumable: Bool

    init(from decoder: any Decoder) throws {
        let members = try decoder.container(keyedBy: SDKKey.self)
        for name in ["purchase_id", "store", "vendor_product_id"] {
            _ = try members.decode(String.self, forKey: SDKKey(stringValue: name))
        }
        _ = try members.decode(Date.self, forKey: "purchased_at")
        _ = try members.decode(Bool.self, forKey: "is_sandbox")
        _ = try members.decode(Bool.self, forKey: "is_refund")
        isConsumable = try members.decode(
            Bool.self, forKey: decoder.sdk < "2.4.3" ? "is_one_time" : "is_consumable")
        _ = try members.decodeIfPresent(String.self, forKey: "vendor_transaction_id")
    }
}

/// `AdaptyPaywall` as each version stores it.
struct SDKPaywall: Decodable {
    let id: String
    let variationId: String
    let remoteConfig: String?
    let products: [SDKProduct]

    private struct RemoteConfig: Decodable {
        let lang: String
        let data: String?
    }

    private struct Builder: Decodable {
        let paywall_builder_id: String
        let lang: String
    }

    init(from decoder: any Decoder) throws {
        let members = try decoder.container(keyedBy: SDKKey.self), sdk = try decoder.sdk
        let placement =
            sdk >= "3.8.0" ? try members.nestedContainer(keyedBy: SDKKey.self, forKey: "placement") : members
        id = try placement.decode(String.self, forKey: "developer_id")
        _ = try placement.decode(Int.self, forKey: "revision")
        _ = try placement.decode(String.self, forKey: "ab_test_name")
        if sdk >= "3.4.0" { _ = try placement.decode(String.self, forKey: "audience_name") }
        if sdk >= "3.8.0" { _ = try placement.decode(String.self, forKey: "placement_audience_version_id") }
        variationId = try members.decode(String.self, forKey: "variation_id")
        _ = try members.decode(String.self, forKey: "paywall_name")
        if sdk >= "2.9.0" { _ = try members.decode(String.self, forKey: "paywall_id") }
        if sdk < "2.11.0" {
            _ = try members.decode(Int64.self, forKey: "paywall_updated_at")
        } else {
            _ = try members.decodeIfPresent(Int64.self, forKey: "response_created_at")
        }
        if sdk >= "3.11.0" { _ = try members.decode(String.self, forKey: "request_locale") }
        _ = try members.decodeIfPresent(URL.self, forKey: "web_purchase_url")
        if sdk >= "2.11.0" { _ = try members.decodeIfPresent(Builder.self, forKey: "paywall_builder") }
        guard sdk >= "2.3.0" else {
            remoteConfig = try members.decodeIfPresent(String.self, forKey: "custom_payload")
            products = try members.decode([SDKProduct].self, forKey: "products")
            return
        }
        let config = try members.decodeIfPresent(RemoteConfig.self, forKey: "remote_config")
        if sdk >= "2.11.0", let config, config.data == nil {
            throw DecodingError.keyNotFound(
                SDKKey("data"), .init(codingPath: decoder.codingPath, debugDescription: "remote_config.data"))
        }
        remoteConfig = config?.data
        products = try members.decode([SDKProduct].self, forKey: "products")
        for product in products { try product.requireReference(sdk) }
    }
}

/// `BackendProduct` (to 2.4), `BackendProductState` (2.5–3.2), and the reference in a paywall.
struct SDKProduct: Decodable {
    let vendorProductId: String
    let eligibility: String?
    private let adaptyProductId: String?
    private let accessLevelId: String?
    private let productType: String?

    init(from decoder: any Decoder) throws {
        let members = try decoder.container(keyedBy: SDKKey.self), sdk = try decoder.sdk
        vendorProductId = try members.decode(String.self, forKey: "vendor_product_id")
        // From 2.5 on a paywall has references, which are shorter than the state of a product.
        let isReference = sdk >= "2.5.0" && decoder.codingPath.contains { $0.stringValue == "products" }
        if sdk < "3.3.0", !isReference {
            _ = try members.decode(Int64.self, forKey: "timestamp")
            eligibility = try members.decode(String.self, forKey: "introductory_offer_eligibility")
        } else {
            eligibility = nil
        }
        if sdk < "2.5.0" { _ = try members.decode(Bool.self, forKey: "promotional_offer_eligibility") }
        if sdk >= "2.5.0", let eligibility, !["eligible", "ineligible", "not_applicable"].contains(eligibility) {
            throw DecodingError.dataCorruptedError(
                forKey: "introductory_offer_eligibility", in: members, debugDescription: eligibility)
        }
        _ = try members.decodeIfPresent(String.self, forKey: "promotional_offer_id")
        adaptyProductId = try members.decodeIfPresent(String.self, forKey: "adapty_product_id")
        accessLevelId = try members.decodeIfPresent(String.self, forKey: "access_level_id")
        productType = try members.decodeIfPresent(String.self, forKey: "product_type")
    }

    func requireReference(_ sdk: SDKVersion) throws {
        let isMissing =
            sdk >= "2.9.4" && adaptyProductId == nil || sdk >= "3.12.0" && (accessLevelId == nil || productType == nil)
        if isMissing {
            throw DecodingError.valueNotFound(
                String.self, .init(codingPath: [], debugDescription: "ids of a product reference"))
        }
    }
}
