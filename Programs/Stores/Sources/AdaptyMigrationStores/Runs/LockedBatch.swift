/// Rows with what the journal knows of them. They are locked before they are read, until the transaction ends, so that
/// nobody comes between.
struct LockedBatch {
    let rows: [DocumentTable.Row]
    /// What the journal knows, by key.
    let entries: [SQLValue: Journal.Entry]
    /// The keys of the rows that other programs are writing to, and of those beyond the number of bytes.
    let taken: [SQLValue]
    /// The keys that no row has.
    let gone: [SQLValue]

    /// - Parameters:
    ///   - known: the entries of these rows, if they were read before; `nil` to read those of the locked rows.
    ///   - bytes: the number of bytes after which no more rows are read.
    init(
        _ keys: [SQLValue], of source: some RowSource, in journal: Journal, _ run: Journal.Run,
        known: [SQLValue: Journal.Entry]? = nil, bytes: Int = .max
    ) throws(StoreFailure) {
        rows = try source.locked(keys, bytes: bytes)
        let locked = Set(rows.map(\.key)), left = keys.filter { !locked.contains($0) }
        let existing = try source.existing(left)
        taken = left.filter(existing.contains)
        gone = left.filter { !existing.contains($0) }
        entries = if let known { known } else { try journal.entries(run, rows.map(\.key)) }
    }
}
