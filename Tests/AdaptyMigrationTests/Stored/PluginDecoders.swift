@_spi(Tools) import AdaptyMigrationTools
import Foundation

/// A paywall of a list in Android's SDK: Gson and its own checks (shapes-2026, 7.5).
struct AndroidPaywall: Decodable {
    init(from decoder: any Decoder) throws {
        let members = try decoder.container(keyedBy: SDKKey.self), sdk = try decoder.sdk
        let placement =
            sdk >= "3.8.0" ? try members.nestedContainer(keyedBy: SDKKey.self, forKey: "placement") : members
        var required: [SDKKey] = ["developer_id"]
        if sdk >= "2.11.0" { required.append("placement_audience_version_id") }
        if sdk >= "3.5.0" { required += ["ab_test_name", "revision"] }
        if sdk >= "3.8.0" { required.append("audience_name") }
        for key in required where !placement.contains(key) {
            throw DecodingError.keyNotFound(key, .init(codingPath: [], debugDescription: "\(key.stringValue)"))
        }
        _ = try members.decode(String.self, forKey: "variation_id")
        if sdk >= "2.9.0" { _ = try members.decode(String.self, forKey: "paywall_id") }
        if sdk >= "3.5.0", !members.contains("paywall_name") {
            throw DecodingError.keyNotFound(
                SDKKey("paywall_name"), .init(codingPath: [], debugDescription: "paywall_name"))
        }
        if sdk >= "2.11.0" {
            let weight = try members.decode(Int.self, forKey: "weight")
            guard (1...100).contains(weight) else {
                throw DecodingError.dataCorruptedError(forKey: "weight", in: members, debugDescription: "\(weight)")
            }
            try AndroidPaywall.requireConfiguration(members)
        }
        for product in try members.decode([[String: SDKAny]].self, forKey: "products")
        where product["vendor_product_id"]?.text == nil || sdk >= "2.10.0" && product["adapty_product_id"] == nil {
            throw DecodingError.dataCorruptedError(forKey: "products", in: members, debugDescription: "\(product.keys)")
        }
    }

    /// `lang` is there, and `data` is empty or a JSON object.
    private static func requireConfiguration(_ members: KeyedDecodingContainer<SDKKey>) throws {
        guard let config = try members.decodeIfPresent([String: SDKAny].self, forKey: "remote_config") else { return }
        let data = config["data"]?.text ?? ""
        let isObject = data.isEmpty || (try? JSONSerialization.jsonObject(with: Data(data.utf8))) is [String: Any]
        guard config["lang"]?.text != nil, isObject else {
            throw DecodingError.dataCorruptedError(forKey: "remote_config", in: members, debugDescription: data)
        }
    }
}

/// What Flutter, Kotlin Multiplatform and Unity ask of a profile beside what iOS asks (shapes-2026, 7.6).
struct FlutterProfile: Decodable {
    init(from decoder: any Decoder) throws {
        let members = try decoder.container(keyedBy: SDKKey.self), sdk = try decoder.sdk
        _ = try members.decode(String.self, forKey: "profile_id")
        if sdk >= "2.10.0" { _ = try members.decode(String.self, forKey: "segment_hash") }
        if sdk >= "3.2.0" {
            _ = try members.decode(Int64.self, forKey: "timestamp")
            _ = try members.decode(Bool.self, forKey: "is_test_user")
        }
    }
}

/// What Flutter asks of a paywall beside what iOS asks (shapes-2026, 7.6).
struct FlutterPaywall: Decodable {
    init(from decoder: any Decoder) throws {
        let members = try decoder.container(keyedBy: SDKKey.self)
        if try decoder.sdk >= "3.2.0" { _ = try members.decode(Int64.self, forKey: "response_created_at") }
    }
}

/// Any value; a text when it is one.
struct SDKAny: Decodable {
    let text: String?

    init(from decoder: any Decoder) throws { text = try? decoder.singleValueContainer().decode(String.self) }
}
