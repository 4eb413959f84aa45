@_spi(Tools) import AdaptyMigrationTools

/// A receiver of all events, in one generation of event names.
struct Subscriber: Sendable {
    let id: String
    let url: String
    let dialect: Dialect
    /// The key for signing deliveries.
    let secret: String
}
