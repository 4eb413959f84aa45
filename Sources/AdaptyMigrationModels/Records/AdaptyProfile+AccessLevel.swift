import AdaptyMigrationCore

extension AdaptyProfile {
    /// An access level of the current SDK. Source: the page *SDK Models* of Adapty's docs, SDK 2.4.
    public struct AccessLevel: TimedPurchase, StoreTransaction {
        @_spi(Tools) public static let shape = ModelShape(.accessLevel)

        @_spi(Tools) public var view: ModelView

        /// Identifier of the access level, configured in the Adapty Dashboard.
        public var id: String? {
            get { self["id"] }
            set { self["id"] = newValue }
        }

        /// Offer in Google Play (SDK 2.6.3).
        public var offerId: String? {
            get { self["offer_id"] }
            set { self["offer_id"] = newValue }
        }

        @_spi(Tools) public init(view: ModelView) { self.view = view }

        /// Creates an access level with the members that the SDK requires.
        public init(
            id: String, isActive: Bool, vendorProductId: String, store: PurchaseStore, activatedAt: Timestamp,
            isLifetime: Bool, willRenew: Bool, isInGracePeriod: Bool, isRefund: Bool
        ) {
            view = ModelView(AccessLevel.names)
            self.id = id
            self.isActive = isActive
            self.vendorProductId = vendorProductId
            self.store = store
            self.activatedAt = activatedAt
            self.isLifetime = isLifetime
            self.willRenew = willRenew
            self.isInGracePeriod = isInGracePeriod
            self.isRefund = isRefund
        }
    }
}
