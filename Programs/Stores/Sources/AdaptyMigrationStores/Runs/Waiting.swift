/// Waits for programs that keep others from a table or its rows, and says which these are if it takes long.
struct Waiting {
    private let owner: TableRun
    private let longest: Double
    private var seconds: Double

    /// - Parameter seconds: the first pause; each one is twice as long as the one before, up to the last.
    init(_ owner: TableRun, seconds: ClosedRange<Double>) {
        self.owner = owner
        self.seconds = seconds.lowerBound
        longest = seconds.upperBound
    }

    /// Pauses before the next attempt.
    ///
    /// - Parameter rows: the keys of the rows that are held; none for the table.
    mutating func pause(_ rows: [SQLValue] = []) throws(StoreFailure) {
        if seconds >= 0.5, let waits = owner.options.waits {
            waits(LockWait(rows: rows.count, holders: try owner.table.holders(rows)))
        }
        Pause.seconds(seconds)
        seconds = min(2 * seconds, longest)
    }
}
