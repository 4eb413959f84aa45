import Foundation

/// Adds up the time of the code that it wraps: elapsed time, and processor time of all threads, which is more useful on
/// a busy machine.
struct Stopwatch {
    private(set) var seconds = 0.0
    private(set) var processor = 0.0

    mutating func run<Result>(_ body: () throws -> Result) rethrows -> Result {
        let clock = ContinuousClock(), begun = clock.now, used = Foundation.clock()
        defer {
            seconds += (clock.now - begun) / .seconds(1)
            processor += Double(Foundation.clock() - used) / Double(CLOCKS_PER_SEC)
        }
        return try body()
    }

    var figures: [String: Double] { ["total": seconds, "processor": processor] }
}
