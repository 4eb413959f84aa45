import Workload

#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// Runs one operation on a file in memory and prints MB/s, the median of the rounds: the library without input and
/// output.
@main
enum Throughput {
    static func main() {
        let arguments = Array(CommandLine.arguments.dropFirst())
        guard arguments.count >= 2, let operation = Workload.Operation(rawValue: arguments[0]),
            let text = File.read(arguments[1])
        else {
            print(
                "usage: throughput \(Workload.Operation.allCases.map(\.rawValue).joined(separator: "|")) FILE [ROUNDS]")
            exit(64)
        }
        do {
            try measure(operation, text, rounds: arguments.count > 2 ? Int(arguments[2]) ?? 5 : 5)
        } catch {
            print("throughput: \(error)")
            exit(1)
        }
    }

    static func measure(_ operation: Workload.Operation, _ text: [UInt8], rounds: Int) throws {
        let workload = try Workload(operation, Records(lines: text))
        let clock = ContinuousClock()
        let times = try (0..<max(1, rounds)).map { _ in try clock.measure { _ = try workload.run() } }.sorted()
        let median = times[times.count / 2] / .seconds(1)
        print("\(operation.rawValue) \((Double(workload.byteCount) / 1e6 / median * 10).rounded() / 10)")
    }
}
