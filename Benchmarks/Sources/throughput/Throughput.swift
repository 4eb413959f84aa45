@_spi(Tools) import Workload

#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// Runs one operation on a file in memory, without input and output. Prints MB/s of elapsed time, seconds of processor
/// time, and the bytes read, each the median of the rounds. The records are lines, or end with a zero byte. Those that
/// the product rejects are left out.
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
        let records = text.contains(0) ? Records(text.split(separator: 0).map(Array.init)) : Records(lines: text)
        let workload = try Workload(operation, records.accepted), clock = ContinuousClock()
        var elapsed: [Double] = [], processor: [Double] = []
        for _ in 0..<max(1, rounds) {
            let start = Throughput.processorTime
            elapsed.append(try clock.measure { _ = try workload.run() } / .seconds(1))
            processor.append(Throughput.processorTime - start)
        }
        let speed = Double(workload.byteCount) / 1e6 / Throughput.median(elapsed)
        print(
            "\(operation.rawValue) \((speed * 10).rounded() / 10) \(Throughput.median(processor)) \(workload.byteCount)"
        )
    }

    private static func median(_ times: [Double]) -> Double { times.sorted()[times.count / 2] }

    /// Seconds that this process has used.
    private static var processorTime: Double {
        var time = timespec()
        clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }
}
