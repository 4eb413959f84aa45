/// An event that is due for a subscriber.
struct Delivery: Sendable {
    let event: StoredEvent
    /// The number of attempts so far.
    let attempts: Int64
}
