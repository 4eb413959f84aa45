import AdaptyMigrationCore

extension AdaptyProfile {
    /// A subscription of the current SDK. Source: the page *SDK Models* of Adapty's docs, SDK 2.4.
    public struct Subscription: TimedPurchase, StoreTransaction {
        @_spi(Tools) public static let shape = ModelShape(.subscription)

        @_spi(Tools) public var view: ModelView

        /// Bought in the sandbox.
        public var isSandbox: Bool? {
            get { self["is_sandbox"] }
            set { self["is_sandbox"] = newValue }
        }

        /// Offer in Google Play (SDK 2.6.3).
        public var offerId: String? {
            get { self["offer_id"] }
            set { self["offer_id"] = newValue }
        }

        @_spi(Tools) public init(view: ModelView) { self.view = view }

        /// Creates a subscription with the members that the SDK requires.
        public init(
            isActive: Bool, vendorProductId: String, store: PurchaseStore, activatedAt: Timestamp, isLifetime: Bool,
            willRenew: Bool, isInGracePeriod: Bool, isRefund: Bool, isSandbox: Bool, vendorTransactionId: String,
            vendorOriginalTransactionId: String
        ) {
            view = ModelView(Subscription.names)
            self.isActive = isActive
            self.vendorProductId = vendorProductId
            self.store = store
            self.activatedAt = activatedAt
            self.isLifetime = isLifetime
            self.willRenew = willRenew
            self.isInGracePeriod = isInGracePeriod
            self.isRefund = isRefund
            self.isSandbox = isSandbox
            self.vendorTransactionId = vendorTransactionId
            self.vendorOriginalTransactionId = vendorOriginalTransactionId
        }
    }
}
