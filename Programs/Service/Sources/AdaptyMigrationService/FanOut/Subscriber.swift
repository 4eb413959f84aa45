import AdaptyMigrationTools

/// Somebody who gets each event in a generation of names.
struct Subscriber: Sendable {
    let id: String
    let url: String
    let dialect: Dialect
    /// Signs what is sent.
    let secret: String
}
