/// The time to wait after a failed attempt.
///
/// Worked example with the standard values: between 0.5 and 1 second after the first attempt, between 1 and 2 after the
/// second, and so on up to an hour. After twenty-four attempts, in six to twelve hours, the event is parked.
public struct Backoff: Sendable {
    /// Milliseconds.
    public var first: Int64 = 1000
    /// Milliseconds.
    public var longest: Int64 = 3_600_000
    public var attempts: Int64 = 24

    public init() {}

    /// A random time between half and the full delay in milliseconds, so that retries do not coincide; `nil` to give
    /// up.
    func wait(after attempts: Int64) -> Int64? {
        guard attempts < self.attempts else { return nil }
        let whole = min(longest, first << min(attempts - 1, 30))
        return Int64.random(in: whole / 2...max(whole / 2, whole))
    }
}
