import AdaptyMigrationCore

extension AdaptyPaywall {
    /// The product ids of ``products`` (seed 002's `vendorProductIds`).
    public var vendorProductIds: [String] { products.compactMap(\.vendorProductId) }

    /// The custom JSON text (seed 002's `remoteConfigString`); `nil` when there is none.
    public var remoteConfigString: String? { remoteConfig?.data }

    /// The locale of ``remoteConfigString`` (seed 002's `locale`); `nil` when there is none.
    public var locale: String? { remoteConfig?.lang }
}

extension PaywallModel {
    /// The custom payload as JSON (seed 003's `customPayload`); `nil` when there is none or its text is not JSON.
    public var customPayload: RawJSON? { customPayloadString.flatMap { try? RawJSON(decoding: $0) } }
}
