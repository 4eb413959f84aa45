/// The result of an attempt.
enum DeliveryOutcome: Sendable {
    case delivered
    /// A short reason without data, which administrators can see.
    case failed(String)
}
