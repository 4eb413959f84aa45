import AdaptyMigrationCore

/// How one subscription replaces another on Android (seed 002).
public struct AdaptySubscriptionUpdateParameters: DocumentModel {
    public static let _shape = ModelShape(.updateParameters, nil, [.sdk2Bridge])

    public var _view: ModelView

    /// The subscription to replace.
    public var oldSubVendorProductId: String? {
        get { self["old_sub_vendor_product_id"] }
        set { self["old_sub_vendor_product_id"] = newValue }
    }
    /// A value of `BillingFlowParams.ProrationMode`.
    public var replacementMode: String? {
        get { self["replacement_mode"] }
        set { self["replacement_mode"] = newValue }
    }

    public init(_view: ModelView) { self._view = _view }

    /// Creates parameters with the members that the SDK requires.
    public init(oldSubVendorProductId: String) {
        _view = ModelView(AdaptySubscriptionUpdateParameters.names)
        self.oldSubVendorProductId = oldSubVendorProductId
    }
}
