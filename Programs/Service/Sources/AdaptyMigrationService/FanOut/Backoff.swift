/// How long to wait after an attempt that failed.
///
/// Worked example with the standard values: between 0.5 and 1 second after the first attempt, between 1 and 2 after the
/// second, and so on to an hour; after twenty-four attempts, six to twelve hours in all, the event is parked.
public struct Backoff: Sendable {
    /// Milliseconds.
    public var first: Int64 = 1000
    /// Milliseconds.
    public var longest: Int64 = 3_600_000
    public var attempts: Int64 = 24

    public init() {}

    /// Milliseconds, by chance between half and the whole, so that not everything comes back at once; `nil` to give up.
    func wait(after attempts: Int64) -> Int64? {
        guard attempts < self.attempts else { return nil }
        let whole = min(longest, first << min(attempts - 1, 30))
        return Int64.random(in: whole / 2...max(whole / 2, whole))
    }
}
