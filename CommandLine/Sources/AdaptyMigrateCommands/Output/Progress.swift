/// The progress bar: on a terminal only, and only when the work takes long enough to wonder.
struct Progress {
    private let total: Int
    private let isShown: Bool
    private let start = System.clock
    private var next: Double
    private var done = 0
    private var isDrawn = false

    /// - Parameter total: bytes to read; 0 when nobody knows.
    init(total: Int, isShown: Bool) {
        self.total = total
        self.isShown = isShown && Terminal.isInteractive
        next = start + 0.5
    }

    var seconds: Double { System.clock - start }

    mutating func advance(_ bytes: Int, records: Int) {
        done += bytes
        guard isShown else { return }
        let now = System.clock
        guard now >= next else { return }
        next = now + 0.1
        isDrawn = true
        let rate = "\(Text.bytes(done)), \(records) records, \(Text.bytes(Int(Double(done) / max(0.001, now - start))))/s"
        guard total > 0 else {
            Terminal.write("\r\u{1B}[K\(rate)")
            return
        }
        let share = min(1, Double(done) / Double(total)), filled = Int(share * 24)
        let bar = String(repeating: "#", count: filled) + String(repeating: "-", count: 24 - filled)
        Terminal.write("\r\u{1B}[K[\(Terminal.paint(bar, .green))] \(Int(share * 100)) %  \(rate)")
    }

    /// Takes the bar away, before something else is written.
    mutating func clear() {
        guard isDrawn else { return }
        isDrawn = false
        Terminal.write("\r\u{1B}[K")
    }
}
