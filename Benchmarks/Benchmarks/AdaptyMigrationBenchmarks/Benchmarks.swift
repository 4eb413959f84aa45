@_spi(Tools) import AdaptyMigrationTools
import Benchmark
import Corpus
@_spi(Tools) import Workload

let speed = BenchmarkMetric.custom("KB/s", polarity: .prefersLarger, useScalingFactor: false)

/// Times one operation on some records; an answer that is not right fails before anything is timed.
func add(_ name: String, _ operation: Workload.Operation, _ records: @escaping @Sendable () -> Records) {
    Benchmark(name) { benchmark, workload in
        let clock = ContinuousClock()
        for _ in benchmark.scaledIterations {
            benchmark.startMeasurement()
            let time = try clock.measure { blackHole(try workload.run()) }
            benchmark.stopMeasurement()
            benchmark.measurement(speed, Int(Double(workload.byteCount) / 1e3 / (time / .seconds(1))))
        }
    } setup: {
        try Workload(operation, records())
    }
}

/// Copies of a growing record, together at least 256 KB.
func curve(_ name: String, _ points: [Int], _ record: @escaping @Sendable (Int) -> ScaledRecord) {
    for point in points {
        add("curve: \(name) \(point), upgrade", .upgrade) {
            var documents = [record(point).bytes(seed: 1)]
            for seed in 2...UInt64(max(2, 256_000 / documents[0].count)) {
                documents.append(record(point).bytes(seed: seed))
            }
            return Records(documents)
        }
    }
}

let benchmarks: @Sendable () -> Void = {
    Benchmark.defaultConfiguration = .init(
        metrics: [.wallClock, speed], warmupIterations: 2, maxDuration: .milliseconds(100), maxIterations: 10_000)
    do {
        for fixtures in try Fixtures.all() {
            for operation in Workload.Operation.allCases {
                if operation == .decode || operation == .convert, !Workload.hasModels(fixtures.kind) { continue }
                let documents = try fixtures.documents(for: operation)
                if !documents.isEmpty {
                    add("\(fixtures.name), \(operation.rawValue)", operation) { Records(documents) }
                }
            }
        }
    } catch {
        fatalError("the fixtures are not what the product gives: \(error)")
    }
    for kind in Corpus.Kind.allCases {
        add("corpus: \(kind.rawValue), upgrade", .upgrade) {
            Records(lines: Corpus.bytes(kind, count: 1_000_000, seed: 1))
        }
    }
    curve("record of KB", [1, 4, 16, 64, 256, 1024]) { .big($0) }
    curve("unknown members", [10, 100, 1000, 10_000]) { .wide($0) }
    curve("depth", [1, 8, 64, 400]) { .deep($0) }
    curve("% of non-ASCII texts", [0, 25, 50, 75, 100]) { .nonASCII($0) }
    curve("% of escaped texts", [0, 25, 50, 75, 100]) { .escaped($0) }
}
