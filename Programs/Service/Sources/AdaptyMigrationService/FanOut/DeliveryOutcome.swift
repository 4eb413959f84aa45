/// How an attempt ended.
enum DeliveryOutcome: Sendable {
    case delivered
    /// In a few words, without data: it is shown to administrators.
    case failed(String)
}
