import AdaptyMigrationStores

/// How far a run in a store is: on a terminal only, and only when it takes long enough to wonder.
final class RowProgress: @unchecked Sendable {
    // One thread runs a store, and it alone tells.
    private let start = System.clock
    private var next: Double
    private var isDrawn = false
    /// Said once the store is open; nothing is told before.
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

    /// Takes the line away, before something else is written.
    func clear() {
        guard isDrawn else { return }
        isDrawn = false
        Terminal.write("\r\u{1B}[K")
    }
}
