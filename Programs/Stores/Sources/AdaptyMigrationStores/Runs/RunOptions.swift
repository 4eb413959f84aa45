public import AdaptyMigrationTools

/// How a run goes.
public struct RunOptions: Sendable {
    /// The documents' dialect; `nil` to recognise each.
    public var from: Dialect?
    /// The target; `nil` for the current dialect of each document's kind.
    public var to: Dialect?
    /// Whether the residue becomes a member of each document; otherwise only the journal can take it back.
    public var embedsResidue = true
    /// Rows in one transaction.
    public var batch = 1000
    /// Threads that convert while the connection writes; they change no byte.
    public var jobs = 1
    /// Rows a second at most; `nil` for as fast as it goes.
    public var throttle: Int?
    /// The instants at which access is compared; microseconds since 1970.
    public var instants: [Int64] = []
    /// Whether a rollback puts originals back also where somebody has edited the row since; the edits are lost.
    public var isForced = false
    /// Asked between batches: whether to stop there.
    public var isPaused: @Sendable () -> Bool = { false }
    /// Told after every batch: rows done and in all. `nil` where nobody looks: to count the rows of a table is to read
    /// it once more.
    public var progress: (@Sendable (_ done: Int, _ total: Int) -> Void)?

    /// Told of every record that `apply` reads, by one thread: of a table's row its key, of a file its path in the
    /// store, line and column. What an earlier run finished is not read again; what others changed meanwhile may be
    /// told twice.
    public var onRecord: (@Sendable (SeenRecord, _ source: String, _ line: Int, _ column: Int) -> Void)?

    public init() {}

    /// Rows in all, where somebody is told of them.
    func total(_ table: DocumentTable) throws(StoreFailure) -> Int { progress == nil ? 0 : try table.count() }

    /// Waits until the rows that were begun with at an instant may be followed by others.
    func throttle(_ rows: Int, since start: ContinuousClock.Instant) {
        if let throttle, throttle > 0 { Pause.until(.now, start + .seconds(Double(rows) / Double(throttle))) }
    }
}
