@_spi(Tools) import AdaptyMigrationTools

/// A receiver of all events of one environment, in one generation of event names.
struct Subscriber: Sendable {
    let id: String
    let url: String
    let dialect: Dialect
    let environment: StoreEnvironment
    /// The key for signing deliveries.
    let secret: String
}
