import Foundation

/// Adds up the time of what it is run around: on the clock, and of the processor on all threads of the process, which
/// says more on a busy machine.
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
