/// The progress of a run in a store. It appears only on a terminal, and only if the run takes a while.
final class RowProgress: @unchecked Sendable {
    // Only one thread runs a store and reports progress.
    private let start = System.clock
    private var next: Double
    private var isDrawn = false

    init() { next = start + 0.5 }

    func show(_ done: Int, of total: Int) {
        let now = System.clock
        guard now >= next else { return }
        next = now + 0.1
        isDrawn = true
        Terminal.write(Terminal.lineStart + RowProgress.line(done, of: total, seconds: now - start))
    }

    private static func line(_ done: Int, of total: Int, seconds: Double) -> String {
        let rate = Double(done) / max(0.001, seconds), left = Double(max(0, total - done)) / max(0.001, rate)
        return "\(done) of \(Text.count(total, "row")), \(Int(rate)) rows/s, \(Text.duration(left)) left"
    }

    /// Shows which processes of the database use the table. There may be none left by now.
    func wait(for processes: [Int]) {
        clear()
        let names = processes.map(String.init).joined(separator: ", ")
        Terminal.note("waiting for \(processes.isEmpty ? "a lock of the table" : "pid \(names), which uses the table")")
    }

    /// Removes the line before other output.
    func clear() {
        guard isDrawn else { return }
        isDrawn = false
        Terminal.write(Terminal.lineStart)
    }
}
