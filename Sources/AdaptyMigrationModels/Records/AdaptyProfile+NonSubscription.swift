import AdaptyMigrationCore

extension AdaptyProfile {
    /// A purchase that is not a subscription, in the current SDK. Source: the page *SDK Models* of Adapty's docs, SDK
    /// 2.4.
    public struct NonSubscription: StorePurchase, StoreTransaction {
        @_spi(Tools) public static let shape = ModelShape(.nonSubscription)

        @_spi(Tools) public var view: ModelView

        /// Identifier of the purchase in Adapty.
        public var purchaseId: String? {
            get { self["purchase_id"] }
            set { self["purchase_id"] = newValue }
        }
        /// When the product was bought.
        public var purchasedAt: Timestamp? {
            get { self["purchased_at"] }
            set { self["purchased_at"] = newValue }
        }
        /// Whether the purchase should be processed once.
        public var isConsumable: Bool? {
            get { self["is_consumable"] }
            set { self["is_consumable"] = newValue }
        }
        /// Bought in the sandbox.
        public var isSandbox: Bool? {
            get { self["is_sandbox"] }
            set { self["is_sandbox"] = newValue }
        }
        /// Whether the purchase should be processed once.
        public var isOneTime: Bool? {
            get { self["is_consumable"] }
            set { self["is_consumable"] = newValue }
        }

        @_spi(Tools) public init(view: ModelView) { self.view = view }

        /// Creates a purchase with the members that the SDK requires.
        public init(
            purchaseId: String, vendorProductId: String, store: PurchaseStore, purchasedAt: Timestamp,
            isConsumable: Bool, isSandbox: Bool, isRefund: Bool
        ) {
            view = ModelView(NonSubscription.names)
            self.purchaseId = purchaseId
            self.vendorProductId = vendorProductId
            self.store = store
            self.purchasedAt = purchasedAt
            self.isConsumable = isConsumable
            self.isSandbox = isSandbox
            self.isRefund = isRefund
        }
    }
}
