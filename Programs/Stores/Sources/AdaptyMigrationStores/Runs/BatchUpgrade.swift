@_spi(Tools) import AdaptyMigrationTools

/// Upgrades rows in one transaction after another, and records the results.
struct BatchUpgrade {
    private let table: DocumentTable
    private let journal: Journal
    private let run: Journal.Run
    private let preparer: RowPreparer
    private let onRecord: (@Sendable (SeenRecord, String) -> Void)?
    /// For rows that others change at the same time.
    private let converter: DocumentConverter
    /// Rows that an earlier attempt left unchanged.
    private let rejected: Set<SQLValue>
    /// A first run need not look up its rows in the journal, because it reads each row only once.
    private let isFirst: Bool
    /// The journal's entries for the current batch.
    private var known: [SQLValue: Journal.Entry] = [:]
    private var version: SQLValue?
    private(set) var progress = RunProgress()
    private(set) var samples: [Rehearsal.Sample] = []

    init(_ owner: TableRun, _ run: Journal.Run) throws(StoreFailure) {
        table = owner.table
        journal = owner.journal
        self.run = run
        preparer = RowPreparer(owner.options)
        onRecord = owner.options.onRecord
        converter = DocumentConverter(owner.options)
        rejected = try journal.rejected(run)
        isFirst = try journal.isEmpty(run)
    }

    /// Reads the next rows after a key and starts converting them; ``prepared()`` returns the result.
    ///
    /// - Returns: the last key; `nil` when there are no more rows.
    mutating func prepare(after key: SQLValue?, limit: PageLimit) throws(StoreFailure) -> SQLValue? {
        version = try table.version()
        let rows = try table.page(after: key, limit: limit)
        known = isFirst ? [:] : try journal.entries(run, rows.map(\.key))
        preparer.begin(rows, known.mapValues(\.written))
        return rows.last?.key
    }

    /// The batch that was started, with the entries for the journal.
    mutating func prepared() -> Batch { Batch(rows: preparer.end(), known: known, version: version) }

    struct Batch {
        let rows: [PreparedRow]
        /// The journal's entries for these rows.
        let known: [SQLValue: Journal.Entry]
        let version: SQLValue?
    }

    mutating func write(_ batch: Batch) throws(StoreFailure) {
        var entries: [Journal.Entry] = []
        let changes = batch.rows.compactMap { prepared -> DocumentTable.Change? in
            guard case .upgraded(let new, _) = prepared.outcome else { return nil }
            return DocumentTable.Change(row: prepared.row, new: new)
        }
        let written = try table.write(changes, since: batch.version)
        for prepared in batch.rows {
            guard
                let entry = try note(prepared.row, prepared.outcome, written[prepared.row.key], batch.known, attempt: 1)
            else { continue }
            entries.append(entry)
        }
        try journal.add(run, entries, known: batch.known)
        if !rejected.isEmpty { try journal.forgive(run, entries.map(\.key).filter(rejected.contains)) }
    }

    /// - Parameter written: the result of the write; `nil` when nothing was written.
    /// - Returns: the entry for the journal; `nil` when it exists already, or the row was rejected.
    private mutating func note(
        _ row: DocumentTable.Row, _ outcome: PreparedRow.Outcome, _ written: DocumentTable.Written?,
        _ known: [SQLValue: Journal.Entry], attempt: Int
    ) throws(StoreFailure) -> Journal.Entry? {
        let key = row.key
        var outcome = outcome
        if case .refused(let reason) = written { outcome = .rejected(code: "not-written", reason: reason) }
        if attempt == 1 { tell(row, outcome) }
        switch outcome {
        case .written:
            progress.unchanged += 1
            return nil
        case .unchanged(let digest):
            progress.unchanged += 1
            return known[key] != nil ? nil : .init(key: key, original: nil, written: digest)
        case .rejected(let code, let reason):
            return try reject(row, code, reason)
        case .upgraded(let new, let digest):
            guard case .done(let standing) = written else { return try again(row, known, attempt) }
            progress.changed += 1
            if samples.count < 3 {
                samples.append(.init(key: key.description, before: row.value.bytes ?? [], after: new.bytes ?? []))
            }
            return .init(key: key, original: row.value, written: standing == new ? digest : Digest.of(standing))
        }
    }

    private mutating func reject(_ row: DocumentTable.Row, _ code: String, _ reason: String) throws(StoreFailure)
        -> Journal.Entry?
    {
        progress.rejected += 1
        try journal.reject(run, row.key, code: code, reason: reason, row.value)
        return nil
    }

    private func tell(_ row: DocumentTable.Row, _ outcome: PreparedRow.Outcome) {
        guard let onRecord, let document = row.value.bytes else { return }
        let source = "key \(row.key)"
        guard case .rejected(let code, let reason) = outcome else { return onRecord(.document(document), source) }
        onRecord(.rejected(document, MigrationError(MigrationError.Code(rawValue: code), reason, remedy: "")), source)
    }

    /// The row was changed in the meantime. It is read again, at most three times.
    private mutating func again(_ row: DocumentTable.Row, _ known: [SQLValue: Journal.Entry], _ attempt: Int)
        throws(StoreFailure)
        -> Journal.Entry?
    {
        guard let now = try table.row(row.key) else { return nil }
        if now.value == row.value {
            return try reject(row, "not-written", DocumentTable.ignored)
        }
        progress.contended += 1
        guard attempt < 3 else {
            return try reject(row, "contended", "other programs changed the row at every attempt; run apply again")
        }
        let outcome = converter.prepared(now.value)
        var written: DocumentTable.Written?
        if case .upgraded(let new, _) = outcome { written = try table.write([.init(row: now, new: new)])[now.key] }
        return try note(now, outcome, written, known, attempt: attempt + 1)
    }
}
