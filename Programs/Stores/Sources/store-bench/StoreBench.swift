@_spi(Tools) import AdaptyMigrationTools
import AdaptyMigrationStores
import Foundation

/// `store-bench fill ADDRESS ROWS TYPE`, `plain ADDRESS ROWS`, `apply ADDRESS ROWS [JOBS]`, `edit ADDRESS EVERY` or
/// `verify ADDRESS ROWS` runs one step of a measurement and prints a line of JSON. `Scripts/bench-stores` combines the
/// steps.
///
/// * `fill`: makes the address's table with this many rows, and `plain` as its twin.
/// * `plain`: upgrades the next rows of `plain` with a statement each, in transactions of the same size; what it writes
///   is made beforehand, and not timed.
/// * `apply`: upgrades the next rows as the tool does.
/// * `edit`: edits every so many rows of the table, as programs do.
/// * `verify`: verifies the table, which has this many rows.
@main
enum StoreBench {
    static func main() throws {
        let arguments = CommandLine.arguments
        guard arguments.count >= 4, let number = Int(arguments[3]) else { throw Usage() }
        switch arguments[1] {
        case "fill": try Twins(arguments[2]).fill(number, type: arguments[4])
        case "plain": tell(try Twins(arguments[2]).plain(number))
        case "apply": tell(try apply(arguments[2], number, jobs: arguments.count > 4 ? Int(arguments[4]) ?? 1 : 1))
        case "edit": try Twins(arguments[2]).edit(every: number)
        case "verify": tell(try verify(arguments[2], number))
        default: throw Usage()
        }
    }

    struct Usage: Error, CustomStringConvertible {
        var description: String {
            "store-bench fill ADDRESS ROWS TYPE, plain ADDRESS ROWS, apply ADDRESS ROWS [JOBS], edit ADDRESS EVERY, verify ADDRESS ROWS"
        }
    }

    private static func apply(_ address: String, _ rows: Int, jobs: Int) throws -> [String: Double] {
        var options = RunOptions()
        let count = Count()
        options.jobs = jobs
        options.progress = { done, _ in count.value = done }
        options.isPaused = { count.value >= rows }
        var timed: TimedConnection?
        var watch = Stopwatch()
        let progress = try watch.run {
            try StoreAddress(address).open(options) { connection in
                let wrapped = TimedConnection(connection)
                timed = wrapped
                return wrapped
            }.apply()
        }
        let figures = (timed?.seconds ?? [:]).merging(watch.figures) { $1 }
        return figures.merging(["rows": Double(progress.changed + progress.unchanged)]) { $1 }
    }

    private static func verify(_ address: String, _ rows: Int) throws -> [String: Double] {
        var watch = Stopwatch()
        let report = try watch.run { try StoreAddress(address).open(RunOptions()).verify() }
        guard report.isExplained, report.rows == rows else {
            throw StoreFailure(
                .refused, "\(report.rows) rows, \(report.findings.count) findings", remedy: "upgrade all rows first")
        }
        return watch.figures.merging(["edited": Double(report.edited.count)]) { $1 }
    }

    private static func tell(_ figures: [String: Double]) {
        let all = figures.merging(["peak": peak()]) { figure, _ in figure }
        print("{" + all.sorted { $0.key < $1.key }.map { "\"\($0.key)\": \($0.value)" }.joined(separator: ", ") + "}")
    }

    /// The peak memory of this process in MB on Linux; 0 elsewhere.
    private static func peak() -> Double {
        let status = (try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)) ?? ""
        let line = status.split(separator: "\n").first { $0.hasPrefix("VmHWM") }
        return (line?.split(whereSeparator: { !$0.isNumber }).first.flatMap { Double($0) } ?? 0) / 1024
    }
}

/// A number that one thread writes.
final class Count: @unchecked Sendable {
    var value = 0
}
