import AdaptyMigrationCore

/// How one subscription replaces another on Android. Source: the page *SDK Models* of Adapty's docs, SDK 2.4.
public struct AdaptySubscriptionUpdateParameters: DocumentModel {
    @_spi(Tools) public static let shape = ModelShape(.updateParameters, nil, [.sdk2Bridge])

    @_spi(Tools) public var view: ModelView

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

    @_spi(Tools) public init(view: ModelView) { self.view = view }

    /// Creates parameters with the members that the SDK requires.
    public init(oldSubVendorProductId: String) {
        view = ModelView(AdaptySubscriptionUpdateParameters.names)
        self.oldSubVendorProductId = oldSubVendorProductId
    }
}
