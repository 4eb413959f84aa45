import AllocationCounter
import Corpus
@_spi(Tools) import Workload

#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// Runs one operation over a fixed small corpus, for a tool that counts the instructions of `measured`; counts its
/// allocations. What is built once is built before: the workload has checked its own answer.
@main
enum Instructions {
    static func main() {
        let arguments = Array(CommandLine.arguments.dropFirst())
        guard arguments.count == 3, let operation = Workload.Operation(rawValue: arguments[0]),
            let kind = Corpus.Kind(rawValue: arguments[1]), let count = Int(arguments[2])
        else {
            print("usage: instructions OPERATION CORPUS RECORDS")
            exit(64)
        }
        var corpus = Corpus(kind, seed: 1), text: [UInt8] = []
        for _ in 0..<count { corpus.append(to: &text) }
        do {
            let workload = try Workload(operation, Records(lines: text))
            let before = allocation_count()
            _ = try measured(workload)
            print(workload.byteCount, allocation_count() - before)
        } catch {
            print("instructions: \(error)")
            exit(1)
        }
    }

    /// `instructions.py` counts what happens in here, by this name.
    @inline(never)
    static func measured(_ workload: Workload) throws -> Int { try workload.run() }
}
