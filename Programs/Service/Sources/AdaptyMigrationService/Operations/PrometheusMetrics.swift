import CoreMetrics
import Synchronization

/// The metrics of the process in the text format of Prometheus
/// (https://prometheus.io/docs/instrumenting/exposition_formats/, version 0.0.4).
///
/// Worked example: a counter `adapty.events` with the dimension `outcome` `stored`, incremented twice, is `# TYPE
/// adapty_events_total counter` and `adapty_events_total{outcome="stored"} 2`.
public final class PrometheusMetrics: MetricsFactory {
    private struct Key: Hashable {
        let name: String
        let labels: String
    }

    private let counters = Mutex<[Key: MetricValue]>([:])
    private let meters = Mutex<[Key: MetricValue]>([:])
    private let histograms = Mutex<[Key: Histogram]>([:])

    public static let contentType = "text/plain; version=0.0.4; charset=utf-8"

    public init() {}

    // MARK: The text

    public var text: String {
        let counters = counters.withLock { $0 }, meters = meters.withLock { $0 },
            histograms = histograms.withLock { $0 }
        return PrometheusMetrics.section(counters, "counter") { key, value in
            ["\(key.name)\(PrometheusMetrics.braces(key.labels)) \(value.number)"]
        }
            + PrometheusMetrics.section(meters, "gauge") { key, value in
                ["\(key.name)\(PrometheusMetrics.braces(key.labels)) \(value.number)"]
            }
            + PrometheusMetrics.section(histograms, "histogram") { key, value in value.lines(key.name, key.labels) }
    }

    private static func section<Value>(_ values: [Key: Value], _ type: String, _ lines: (Key, Value) -> [String])
        -> String
    {
        let byName = Dictionary(grouping: values) { $0.key.name }.sorted { $0.key < $1.key }
        return byName.map { name, series in
            let body = series.sorted { $0.key.labels < $1.key.labels }.flatMap { lines($0.key, $0.value) }
            return (["# TYPE \(name) \(type)"] + body).joined(separator: "\n") + "\n"
        }.joined()
    }

    fileprivate static func braces(_ labels: String) -> String { labels.isEmpty ? "" : "{" + labels + "}" }

    private static func key(_ label: String, _ dimensions: [(String, String)], _ suffix: String = "") -> Key {
        Key(
            name: name(label) + suffix,
            labels: dimensions.map { "\(name($0.0))=\"\(escaped($0.1))\"" }.joined(separator: ","))
    }

    /// Letters, digits and underscores.
    private static func name(_ text: String) -> String {
        String(text.map { $0.isASCII && ($0.isLetter || $0.isNumber) ? $0 : "_" })
    }

    private static func escaped(_ text: String) -> String {
        text.map { $0 == "\\" ? "\\\\" : $0 == "\"" ? "\\\"" : $0 == "\n" ? "\\n" : String($0) }.joined()
    }

    // MARK: The factory

    public func makeCounter(label: String, dimensions: [(String, String)]) -> any CounterHandler {
        PrometheusMetrics.find(counters, PrometheusMetrics.key(label, dimensions, "_total"))
    }
    public func makeFloatingPointCounter(label: String, dimensions: [(String, String)])
        -> any FloatingPointCounterHandler
    {
        PrometheusMetrics.find(counters, PrometheusMetrics.key(label, dimensions, "_total"))
    }
    public func makeMeter(label: String, dimensions: [(String, String)]) -> any MeterHandler {
        PrometheusMetrics.find(meters, PrometheusMetrics.key(label, dimensions))
    }
    public func makeTimer(label: String, dimensions: [(String, String)]) -> any TimerHandler {
        histogram(PrometheusMetrics.key(label, dimensions, "_seconds"))
    }
    public func makeRecorder(label: String, dimensions: [(String, String)], aggregate: Bool) -> any RecorderHandler {
        histogram(PrometheusMetrics.key(label, dimensions))
    }

    // Counts are kept while the process lives.
    public func destroyCounter(_ handler: any CounterHandler) {}
    public func destroyFloatingPointCounter(_ handler: any FloatingPointCounterHandler) {}
    public func destroyMeter(_ handler: any MeterHandler) {}
    public func destroyRecorder(_ handler: any RecorderHandler) {}
    public func destroyTimer(_ handler: any TimerHandler) {}

    private static func find(_ values: borrowing Mutex<[Key: MetricValue]>, _ key: Key) -> MetricValue {
        values.withLock { values in
            let value = values[key] ?? MetricValue()
            values[key] = value
            return value
        }
    }

    private func histogram(_ key: Key) -> Histogram {
        histograms.withLock { values in
            let value = values[key] ?? Histogram()
            values[key] = value
            return value
        }
    }
}

/// A number that goes up, or up and down.
private final class MetricValue: CounterHandler, FloatingPointCounterHandler, MeterHandler {
    private let value = Mutex(0.0)

    var number: String { value.withLock { $0 == $0.rounded() && abs($0) < 1e15 ? String(Int64($0)) : String($0) } }

    func increment(by amount: Int64) { increment(by: Double(amount)) }
    func increment(by amount: Double) { value.withLock { $0 += amount } }
    func decrement(by amount: Double) { value.withLock { $0 -= amount } }
    func set(_ new: Int64) { set(Double(new)) }
    func set(_ new: Double) { value.withLock { $0 = new } }
    func reset() { set(0.0) }
}

/// Counts of values by upper bounds. Durations are in seconds.
private final class Histogram: RecorderHandler, TimerHandler {
    private static let bounds = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 50, 250]

    private struct State {
        var counts = [Int](repeating: 0, count: Histogram.bounds.count + 1)
        var sum = 0.0
    }

    private let state = Mutex(State())

    func record(_ value: Int64) { record(Double(value)) }
    func recordNanoseconds(_ duration: Int64) { record(Double(duration) / 1e9) }

    func record(_ value: Double) {
        state.withLock { state in
            state.counts[Histogram.bounds.firstIndex { value <= $0 } ?? Histogram.bounds.count] += 1
            state.sum += value
        }
    }

    func lines(_ name: String, _ labels: String) -> [String] {
        let state = state.withLock { $0 }, before = labels.isEmpty ? "" : labels + ","
        var total = 0, lines: [String] = []
        for (count, bound) in zip(state.counts, Histogram.bounds.map { "\($0)" } + ["+Inf"]) {
            total += count
            lines.append("\(name)_bucket{\(before)le=\"\(bound)\"} \(total)")
        }
        return lines + [
            "\(name)_sum\(PrometheusMetrics.braces(labels)) \(state.sum)",
            "\(name)_count\(PrometheusMetrics.braces(labels)) \(total)",
        ]
    }
}
