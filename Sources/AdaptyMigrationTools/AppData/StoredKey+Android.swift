import AdaptyStoredData

extension StoredKey {
    /// `String`: the purchaser info of Android SDK 0.5–1.12, Gson in camelCase; nothing since 2.0 reads it, and nothing
    /// removes it.
    public static var purchaserInfo: StoredKey { StoredKey(rawValue: "PURCHASER_INFO") }
    /// `String`: the profile of Android SDK 2.0 and later, the `attributes` of the server in snake_case.
    public static var androidProfile: StoredKey { StoredKey(rawValue: "PROFILE") }
    /// `String`, of every version.
    public static var androidProfileID: StoredKey { StoredKey(rawValue: "PROFILE_ID") }
    /// `String`, of every version; nothing while nobody is identified.
    public static var customerUserID: StoredKey { StoredKey(rawValue: "CUSTOMER_USER_ID") }
    /// `String`: the raw body of the server's last answer, under the same key from 1.x to 4.1.
    public static var profileAnswer: StoredKey { StoredKey(rawValue: "get_purchaser_info_response") }
}
