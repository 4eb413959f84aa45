import AdaptyMigrationCore

extension AdaptyProfile {
    /// A purchase that is no subscription, current SDK (seed 002).
    public struct NonSubscription: DocumentModel {
        public static let shape = ModelShape(.nonSubscription)

        public var view: ModelView

        /// Identifier of the purchase in Adapty.
        public var purchaseId: String? {
            get { self["purchase_id"] }
            set { self["purchase_id"] = newValue }
        }
        /// The product in the store.
        public var vendorProductId: String? {
            get { self["vendor_product_id"] }
            set { self["vendor_product_id"] = newValue }
        }
        /// Base plan in Google Play.
        public var basePlanId: String? {
            get { self["base_plan_id"] }
            set { self["base_plan_id"] = newValue }
        }
        /// Transaction in the store.
        public var vendorTransactionId: String? {
            get { self["vendor_transaction_id"] }
            set { self["vendor_transaction_id"] = newValue }
        }
        /// Store of the purchase.
        public var store: PurchaseStore? {
            get { self["store"] }
            set { self["store"] = newValue }
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
        /// Whether the purchase was refunded.
        public var isRefund: Bool? {
            get { self["is_refund"] }
            set { self["is_refund"] = newValue }
        }
        /// First transaction in the store.
        public var vendorOriginalTransactionId: String? {
            get { self["vendor_original_transaction_id"] }
            set { self["vendor_original_transaction_id"] = newValue }
        }
        /// Whether the purchase should be processed once.
        public var isOneTime: Bool? {
            get { self["is_consumable"] }
            set { self["is_consumable"] = newValue }
        }

        public init(_ view: ModelView) { self.view = view }

        /// A new one with what the SDK requires.
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
