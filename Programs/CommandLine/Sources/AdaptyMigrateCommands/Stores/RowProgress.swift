import AdaptyMigrationStores

/// The progress of a run in a store. It appears only on a terminal, and only if the run takes a while.
final class RowProgress: @unchecked Sendable {
    // Only one thread runs a store and reports progress.
    private let start = System.clock
    private var next: Double
    private var isDrawn = false
    /// What was said last of a wait, and when it is said again.
    private var told: (wait: LockWait, next: Double)?

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

    /// Says what a run waits for, when that changes and every ten seconds.
    func wait(_ wait: LockWait) {
        let now = System.clock
        guard wait != told?.wait || now >= told?.next ?? 0 else { return }
        told = (wait, now + 10)
        clear()
        let what = wait.rows == 0 ? "a lock of the table" : Text.count(wait.rows, "row")
        let names = wait.holders.map { holder in
            let facts = [holder.program, holder.state].filter { !$0.isEmpty }.joined(separator: ", ")
            return "process \(holder.process)" + (facts.isEmpty ? "" : " (\(Terminal.printable(facts)))")
        }
        Terminal.note("waiting for \(what)" + (names.isEmpty ? "" : ", held by \(names.joined(separator: ", "))"))
    }

    /// Removes the line before other output.
    func clear() {
        guard isDrawn else { return }
        isDrawn = false
        Terminal.write(Terminal.lineStart)
    }
}
