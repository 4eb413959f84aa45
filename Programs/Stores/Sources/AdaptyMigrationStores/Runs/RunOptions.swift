@_spi(Tools) public import AdaptyMigrationTools

/// The options of a run.
public struct RunOptions: Sendable {
    /// The dialect of the documents; `nil` to recognise each.
    public var from: Dialect?
    /// The target; `nil` for the current dialect of each document's kind.
    public var to: Dialect?
    /// The SDK version whose decoder must accept the documents; `nil` to leave that open. It is the target, too.
    public var readableBy: SDKVersion?
    /// Whether the residue becomes a member of each document, so that it can be restored after the journal is gone. The
    /// journal has the originals anyway.
    public var embedsResidue = false
    /// With two columns: the dialect in which old programs get what new ones insert; `nil` for the only one there is.
    var insertedAs: Dialect?
    /// Where the records are inside the documents, as the store's address says; `nil` when the documents are records.
    var inside: RecordPointer?
    /// The number of rows in one transaction.
    public var batch = 1000
    /// The number of bytes after which a transaction gets no more rows. Two batches are in memory at once, each as it
    /// was read, as it is written, and as it is sent, so that their documents take some 64 MB.
    package var batchBytes = 8 << 20
    /// The number of threads that convert while the connection writes. It does not affect the result.
    public var jobs = 1
    /// The maximum number of rows a second; `nil` for no limit.
    public var throttle: Int?
    /// The instants at which access is compared, in microseconds since 1970.
    public var instants: [Int64] = []
    /// Whether a rollback restores originals even if somebody has edited the row since. The edits are lost.
    public var isForced = false
    /// The file for documents that a rollback keeps in no row, as rejects: originals that it cannot restore, and edited
    /// documents that it overwrites by force. It appends to the file. `nil`: the originals stay in the journal, and the run
    /// cannot end.
    public var rejects: String?
    /// Called between batches. It returns whether to stop there.
    public var isPaused: @Sendable () -> Bool = { false }
    /// Called after every batch with the number of processed rows and the total. `nil` when nobody needs it, because
    /// counting the rows reads the table once more.
    public var progress: (@Sendable (_ done: Int, _ total: Int) -> Void)?

    /// Called again and again while a run waits for other sessions of the database.
    public var waits: (@Sendable (LockWait) -> Void)?

    /// Called by one thread for every document that `apply` reads, with the key of its row. Rows that an interrupted run
    /// has passed are not read again.
    public var onRecord: (@Sendable (SeenRecord, _ source: String) -> Void)?

    public init() {}

    /// How much is read at once.
    var limit: PageLimit { PageLimit(rows: batch, bytes: batchBytes) }

    /// The total number of rows, if it is needed.
    func total(_ table: DocumentTable) throws(StoreFailure) -> Int { progress == nil ? 0 : try table.count() }

    /// Waits until the next batch may start, counted from the start of the last one.
    func throttle(_ rows: Int, since start: ContinuousClock.Instant) {
        if let throttle, throttle > 0 { Pause.until(.now, start + .seconds(Double(rows) / Double(throttle))) }
    }
}
