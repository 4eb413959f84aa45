import AdaptyMigrationCore

/// A key under which an SDK stores data: in `UserDefaults` by the iOS SDK (source: `AdaptySDK-iOS`, every tag from 1.1
/// to 4.0.0-beta.1), or in the SharedPreferences `AdaptySDKPrefs` by the Android SDK (source: `AdaptySDK-Android`,
/// 0.5.0 to 4.1.0).
public struct StoredKey: RawRepresentable, Sendable, Hashable, Codable, CustomStringConvertible {
    /// The text of the key.
    public let rawValue: String
    /// Accepts any text, known or unknown.
    public init(rawValue: String) { self.rawValue = rawValue }
    /// The text itself.
    public var description: String { rawValue }

    /// `Data`: `PurchaserInfoModel` (1.2.2–1.18), `{"v": profile, "h": hash}` (2.0 and later), or the four bytes
    /// `null`.
    public static var profile: StoredKey { StoredKey(rawValue: "AdaptySDK_Purchaser_Info") }
    /// `String`, from 1.2.1 on.
    public static var profileID: StoredKey { StoredKey(rawValue: "AdaptySDK_Profile_Id") }
    /// `Data`: `{"profileId", "customerUserId"}` (0.1.0–1.2.2).
    public static var oldestProfile: StoredKey { StoredKey(rawValue: "AdaptySDK_Profile") }
    /// `Data`: `[PaywallModel]` (1.3.0–1.18), `[{"v": paywall, "h": hash}]` (2.0–3.17).
    public static var paywalls: StoredKey { StoredKey(rawValue: "AdaptySDK_Cached_Purchase_Containers") }
    /// `Int`: 2 (2.11–3.7), 3 (3.8–3.17). An SDK discards paywalls with another number.
    public static var paywallsVersion: StoredKey { StoredKey(rawValue: "AdaptySDK_Cached_Purchase_Containers_Version") }
    /// `Data`: `[ProductModel]` (1.3.0–1.18), `{"v": [product], "h": hash}` (2.0–3.2).
    public static var products: StoredKey { StoredKey(rawValue: "AdaptySDK_Cached_Products") }
    /// `[request: [hash: Data]]`: raw bodies of server answers (1.13.0–1.18). Later SDKs neither read nor remove them.
    public static var responses: StoredKey { StoredKey(rawValue: "AdaptySDK_Response_JSON_Caches") }
    /// The values that an upgrade replaced, with digests to detect later changes. This key belongs to this package.
    public static var backup: StoredKey { StoredKey(rawValue: "AdaptyMigration_Backup") }
}
