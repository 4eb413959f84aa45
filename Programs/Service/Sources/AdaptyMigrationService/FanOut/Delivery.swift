/// An event that is due for a subscriber.
struct Delivery: Sendable {
    let event: StoredEvent
    /// How often it was tried.
    let attempts: Int64
}
