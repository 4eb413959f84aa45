import AdaptyMigrationStores

/// The progress of a run in a store. It appears only on a terminal, and only if the run takes a while.
final class RowProgress: @unchecked Sendable {
    // Only one thread runs a store and reports progress.
    private let start = System.clock
    private var next: Double
    private var isDrawn = false
    /// Set when the store is open; nothing is shown before.
    var words: StoreWords?

    init() { next = start + 0.5 }

    func show(_ done: Int, of total: Int) {
        let now = System.clock
        guard now >= next else { return }
        next = now + 0.1
        isDrawn = true
        Terminal.write("\r\u{1B}[K" + RowProgress.line(done, of: total, words, seconds: now - start))
    }

    static func line(_ done: Int, of total: Int, _ words: StoreWords?, seconds: Double) -> String {
        let rate = Double(done) / max(0.001, seconds), left = Double(max(0, total - done)) / max(0.001, rate)
        if words?.countsBytes == true {
            return
                "\(Text.bytes(done)) of \(Text.bytes(total)), \(Text.bytes(Int(rate)))/s, \(Text.duration(left)) left"
        }
        return "\(done) of \(Text.count(total, "row")), \(Int(rate)) rows/s, \(Text.duration(left)) left"
    }

    /// Removes the line before other output.
    func clear() {
        guard isDrawn else { return }
        isDrawn = false
        Terminal.write("\r\u{1B}[K")
    }
}
