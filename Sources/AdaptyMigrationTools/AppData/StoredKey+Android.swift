@_spi(Tools) import AdaptyStoredData

extension StoredKey {
    /// `String`: the purchaser info of Android SDK 0.5–1.12, Gson in camelCase. Versions from 2.0 on neither read nor
    /// remove it.
    @_spi(Tools) public static var purchaserInfo: StoredKey { StoredKey(rawValue: "PURCHASER_INFO") }
    /// `String`: the profile of Android SDK 2.0 and later, the server's `attributes` in snake_case.
    @_spi(Tools) public static var androidProfile: StoredKey { StoredKey(rawValue: "PROFILE") }
    /// `String`: the profile id, in every version.
    @_spi(Tools) public static var androidProfileID: StoredKey { StoredKey(rawValue: "PROFILE_ID") }
    /// `String`: the customer's user id, in every version; absent until the user is identified.
    @_spi(Tools) public static var customerUserID: StoredKey { StoredKey(rawValue: "CUSTOMER_USER_ID") }
    /// `String`: the raw body of the last server answer, under the same key from 1.x to 4.1.
    @_spi(Tools) public static var profileAnswer: StoredKey { StoredKey(rawValue: "get_purchaser_info_response") }
}
