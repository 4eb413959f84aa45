/// The number of rows in a transaction: as many as it locks for some 200 ms, because programs wait for their locks.
struct Pace {
    private static let seconds = 0.2
    /// Too few for a long transaction, whatever the documents are.
    private static let first = 100
    /// Fewer would not be worth a transaction.
    private static let fewest = 16

    private let most: PageLimit
    private var rows: Int

    init(_ options: RunOptions) {
        most = options.limit
        rows = min(options.batch, Pace.first)
    }

    /// For the next transaction.
    var limit: PageLimit { PageLimit(rows: rows, bytes: most.bytes) }

    /// Learns from a transaction.
    mutating func note(_ count: Int, since start: ContinuousClock.Instant) {
        guard count > 0 else { return }
        let took = max(0.001, (ContinuousClock.now - start) / .seconds(1))
        rows = min(max(Pace.fewest, min(Int(Double(count) * Pace.seconds / took), 2 * rows)), most.rows)
    }
}
