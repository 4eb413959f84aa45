/// The progress bar. It appears only on a terminal, and only if the work takes a while.
struct Progress {
    private let total: Int
    private let isShown: Bool
    private let start = System.clock
    private var next: Double
    private var done = 0
    private var isDrawn = false
    /// The input that is being read.
    private var current = ""

    /// - Parameter total: the number of bytes to read; 0 if it is unknown.
    init(total: Int, isShown: Bool) {
        self.total = total
        self.isShown = isShown && Terminal.isInteractive
        next = start + 0.5
    }

    var seconds: Double { System.clock - start }

    mutating func begin(_ input: String) { current = Terminal.printable(input) }

    mutating func advance(_ bytes: Int, records: Int) {
        done += bytes
        guard isShown else { return }
        let now = System.clock
        guard now >= next else { return }
        next = now + 0.1
        isDrawn = true
        Terminal.write(
            Terminal.lineStart
                + Progress.line(done, of: total, records, current, seconds: now - start, columns: Terminal.columns - 1))
    }

    /// Worked example in 79 columns: `[########--------]  50 %  600.0 MB, 60.0 MB/s  10 s left  dump.ndjson`.
    static func line(_ done: Int, of total: Int, _ records: Int, _ current: String, seconds: Double, columns: Int)
        -> String
    {
        let rate = Double(done) / max(0.001, seconds), speed = "\(Text.bytes(done)), \(Text.bytes(Int(rate)))/s"
        guard total > 0 else { return with(current, "\(speed)  \(Text.count(records, "record"))", columns) }
        let share = min(1, Double(done) / Double(total)), filled = Int(share * 16), percent = String(Int(share * 100))
        let bar = String(repeating: "#", count: filled) + String(repeating: "-", count: 16 - filled)
        let left = done < total && done > 0 ? "  \(Text.duration(Double(total - done) / rate)) left" : ""
        return with(
            current,
            "[\(Terminal.paint(bar, .green))] \(String(repeating: " ", count: 3 - percent.count))\(percent) %  \(speed)\(left)",
            columns)
    }

    /// The name of the input, shortened to the available width.
    private static func with(_ current: String, _ text: String, _ columns: Int) -> String {
        let room = columns - Text.columns(text) - 2
        return room < 8 || current.isEmpty ? text : "\(text)  \(Text.ending(current, room))"
    }

    /// Removes the bar before other output.
    mutating func clear() {
        guard isDrawn else { return }
        isDrawn = false
        Terminal.write(Terminal.lineStart)
    }
}
