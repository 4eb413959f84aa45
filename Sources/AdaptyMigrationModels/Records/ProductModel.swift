import AdaptyMigrationCore

/// A product of SDK 1.x. `skProduct` is a live object and never occurs in data. Source: `Documentation/Models.md` of
/// AdaptySDK-iOS 1.16.1.
public struct ProductModel: LegacyRecord, ProductRecord {
    /// The current record to which an upgrade converts.
    public typealias Current = AdaptyPaywallProduct

    @_spi(Tools) public static let shape = ModelShape(.product, .product, Column.sdk1)

    @_spi(Tools) public var view: ModelView

    @_spi(Tools) public init(view: ModelView) { self.view = view }

    /// Creates a product with the members that the SDK requires.
    public init(vendorProductId: String) {
        view = ModelView(ProductModel.names)
        self.vendorProductId = vendorProductId
    }
}
