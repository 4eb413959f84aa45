import AdaptyMigrationCore

extension AdaptyPaywall {
    /// The product ids of ``products`` (`vendorProductIds` of SDK 2.4).
    public var vendorProductIds: [String] { products.compactMap(\.vendorProductId) }

    /// The custom JSON text (`remoteConfigString` of SDK 2.4); `nil` when there is none.
    public var remoteConfigString: String? { remoteConfig?.data }

    /// The locale of ``remoteConfigString`` (`locale` of SDK 2.4); `nil` when there is none.
    public var locale: String? { remoteConfig?.lang }
}

extension PaywallModel {
    /// The custom payload as JSON (`customPayload` of SDK 1.x); `nil` when there is none or its text is not JSON.
    public var customPayload: RawJSON? { customPayloadString.flatMap { try? RawJSON(decoding: $0) } }
}
