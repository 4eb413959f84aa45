import AdaptyMigrationStores

/// The progress of a run in a store, and what it waits for.
final class RowProgress: @unchecked Sendable {
    // Only one thread runs a store and reports progress.
    private var line: ProgressLine
    /// What was said last of a wait, and when it is said again.
    private var told: (wait: LockWait, next: Double)?

    init(_ format: LogFormat) { line = ProgressLine(format) }

    func show(_ done: Int, of total: Int) {
        line.show { ProgressState(unit: .rows, done: done, total: total, seconds: $0) }
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
    func clear() { line.clear() }
}
