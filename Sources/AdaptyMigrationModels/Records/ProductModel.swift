import AdaptyMigrationCore

/// A product of SDK 1.x (seed 003). `skProduct` is a live object and never occurs in data.
public struct ProductModel: LegacyRecord, ProductRecord {
    /// The current record to which an upgrade converts.
    public typealias Current = AdaptyPaywallProduct

    public static let _shape = ModelShape(.product, .product, Column.sdk1)

    public var _view: ModelView

    public init(_view: ModelView) { self._view = _view }

    /// Creates a product with the members that the SDK requires.
    public init(vendorProductId: String) {
        _view = ModelView(ProductModel.names)
        self.vendorProductId = vendorProductId
    }
}
