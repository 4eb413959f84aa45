@_spi(Tools) import AdaptyMigrationTools
import AdaptyMigrationFiles

/// How far a run is after a time.
struct ProgressState {
    enum Unit: String {
        /// Of files.
        case bytes
        /// Of a table.
        case rows
    }

    let unit: Unit
    let done: Int
    /// 0 if it is unknown.
    let total: Int
    let seconds: Double
    /// The records in the bytes.
    var records = 0
    /// The input that is being read; empty for a table.
    var input = ""

    private var rate: Double { Double(done) / max(0.001, seconds) }
    private var secondsLeft: Double? { done > 0 && done <= total ? Double(total - done) / max(0.001, rate) : nil }
    private var share: Double { min(1, Double(done) / Double(total)) }
    private var percent: String { String(Int(share * 100)) }

    // MARK: For people

    /// Worked example: `50 % of 1.2 GB, 60.0 MB/s, 1000 records, 10 s left: dump.ndjson`.
    var text: String {
        let parts: [String?] =
            switch unit {
            case .rows: ["\(done) of \(Text.count(total, "row"))", "\(Int(rate)) rows/s", left]
            case .bytes where total > 0:
                ["\(percent) % of \(Text.bytes(total))", speed, Text.count(records, "record"), left]
            case .bytes: [Text.bytes(done), speed, Text.count(records, "record")]
            }
        return parts.compactMap(\.self).joined(separator: ", ")
            + (input.isEmpty ? "" : ": \(Terminal.printable(input))")
    }

    private var speed: String { Text.bytes(Int(rate)) + "/s" }
    private var left: String? { secondsLeft.map { "\(Text.duration($0)) left" } }

    /// The line that a terminal shows.
    ///
    /// Worked example in 79 columns: `[########--------]  50 %  600.0 MB, 60.0 MB/s  10 s left  dump.ndjson`.
    func drawn(columns: Int) -> String {
        guard unit == .bytes else { return text }
        let sizes = "\(Text.bytes(done)), \(speed)"
        guard total > 0 else { return named("\(sizes)  \(Text.count(records, "record"))", columns) }
        let filled = Int(share * 16)
        let bar = String(repeating: "#", count: filled) + String(repeating: "-", count: 16 - filled)
        let rest = done < total ? left.map { "  " + $0 } ?? "" : ""
        return named(
            "[\(Terminal.paint(bar, .green))] \(String(repeating: " ", count: 3 - percent.count) + percent) %  \(sizes)\(rest)",
            columns)
    }

    /// With the name of the input, shortened to the available width.
    private func named(_ text: String, _ columns: Int) -> String {
        let room = columns - Text.columns(text) - 2
        return room < 8 || input.isEmpty ? text : "\(text)  \(Text.ending(Terminal.printable(input), room))"
    }

    // MARK: For programs

    /// A line of NDJSON. What is unknown is null.
    var json: [UInt8] {
        var object = JSONObject()
        object.add("time", Timestamp(microseconds: System.now).description)
        object.add("level", "info")
        object.add("message", "progress")
        object.add("unit", unit.rawValue)
        object.add("done", done)
        if total > 0 { object.add("total", total) } else { object.addNull("total") }
        object.add("seconds", Int(seconds))
        if let secondsLeft { object.add("seconds_left", Int(secondsLeft)) } else { object.addNull("seconds_left") }
        if unit == .bytes {
            object.add("records", records)
            object.add("input", input)
        }
        return object.line
    }
}
