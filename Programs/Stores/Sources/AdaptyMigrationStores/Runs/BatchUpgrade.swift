@_spi(Tools) import AdaptyMigrationTools

/// Upgrades rows in one transaction after another, and records the results.
///
/// A copy of it takes part in a transaction, so that nothing is counted twice where the transaction is tried again.
struct BatchUpgrade: TakenRows {
    private let table: DocumentTable
    private let journal: Journal
    private let run: Journal.Run
    private let preparer: RowPreparer
    private let onRecord: (@Sendable (SeenRecord, String) -> Void)?
    /// For rows that others have changed since they were read.
    private let converter: DocumentConverter
    /// Rows that an earlier attempt left unchanged.
    private let rejected: Set<SQLValue>
    /// A first run need not look up its rows in the journal, because it reads each row only once.
    private let isFirst: Bool
    /// The keys of rows that were upgraded and are not there any more, as of ``MovedRows/settle()``.
    private let missing: [Int: SQLValue]
    private let way: WayBack
    /// Whether our own writes may change other rows.
    private let hasTriggers: Bool
    /// The journal's entries for the current batch.
    private var known: [SQLValue: Journal.Entry] = [:]
    private var version: SQLValue?
    /// What to tell when the transaction is over.
    private var seen: [(record: SeenRecord, source: String)] = []
    private(set) var taken: [SQLValue] = []
    private(set) var progress: RunProgress
    private(set) var samples: [Rehearsal.Sample] = []

    init(
        _ owner: TableRun, _ run: Journal.Run, after progress: RunProgress = RunProgress(),
        missing: [Int: SQLValue] = [:]
    ) throws(StoreFailure) {
        self.missing = missing
        way = WayBack(owner.options)
        table = owner.table
        journal = owner.journal
        self.run = run
        self.progress = progress
        preparer = RowPreparer(owner.options)
        onRecord = owner.options.onRecord
        converter = DocumentConverter(owner.options)
        rejected = try journal.rejected(run)
        isFirst = try journal.isEmpty(run)
        hasTriggers = try table.hasTriggers()
    }

    /// Reads the next rows after a key and starts converting them; ``prepared()`` returns the result.
    ///
    /// - Returns: the last key; `nil` when there are no more rows.
    mutating func prepare(after key: SQLValue?, limit: PageLimit) throws(StoreFailure) -> SQLValue? {
        version = hasTriggers ? nil : try table.version()
        let rows = try table.page(after: key, limit: limit)
        known = isFirst ? [:] : try journal.entries(run, rows.map(\.key))
        preparer.begin(rows, known)
        return rows.last?.key
    }

    /// By field, the rows so far of which only the original has it.
    var losses: [String: Int] { preparer.losses }

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
            let key = prepared.row.key
            if let entry = try note(prepared.row, prepared.outcome, written[key], batch.known[key]) {
                entries.append(entry)
            }
        }
        try journal.add(run, entries, known: batch.known)
        if !rejected.isEmpty { try journal.forgive(run, entries.map(\.key).filter(rejected.contains)) }
    }

    /// The rows are locked before they are read, so that nobody comes between.
    mutating func writeTaken(_ limit: PageLimit) throws(StoreFailure) -> Int {
        let keys = Array(taken.prefix(limit.rows)),
            batch = try LockedBatch(keys, of: table, in: journal, run, bytes: limit.bytes)
        taken.removeFirst(keys.count)
        taken += batch.taken
        try write(
            Batch(
                rows: batch.rows.map { converter.prepare($0, batch.entries[$0.key]) }, known: batch.entries,
                version: nil))
        return batch.rows.count
    }

    /// Tells what the transaction that is over now has read.
    mutating func tell() {
        for (record, source) in seen { onRecord?(record, source) }
        seen.removeAll(keepingCapacity: true)
    }

    /// - Parameter written: the result of the write; `nil` when nothing was written.
    /// - Returns: the entry for the journal; `nil` when it exists already, or the row was not upgraded.
    private mutating func note(
        _ row: DocumentTable.Row, _ outcome: PreparedRow.Outcome, _ written: DocumentTable.Written?,
        _ known: Journal.Entry?
    ) throws(StoreFailure) -> Journal.Entry? {
        let key = row.key
        var outcome = outcome
        if case .refused(let reason) = written { outcome = .rejected(code: "not-written", reason: reason) }
        if case .taken = written {
            progress.contended += 1
            taken.append(key)
            return nil
        }
        remember(row, outcome)
        switch outcome {
        case .written:
            progress.unchanged += 1
            return nil
        case .unchanged(let digest):
            progress.unchanged += 1
            return known != nil ? nil : .init(key: key, original: nil, written: digest)
        case .rejected(let code, let reason):
            progress.rejected += 1
            try journal.reject(run, row.key, code: code, reason: reason, row.value)
            return nil
        case .upgraded(let new, let digest):
            // The row is gone if nothing was written.
            guard case .done(let standing) = written else { return nil }
            progress.changed += 1
            // Of what a program wrote since, the former original may have more.
            if let known, let former = try former(row, known), !converter.supersedes(row.value, former) {
                try journal.displace(run, key, .old, .replaced, former)
            }
            if samples.count < 3 {
                samples.append(.init(key: key.description, before: row.value.bytes ?? [], after: new.bytes ?? []))
            }
            return .init(key: key, original: row.value, written: standing == new ? digest : Digest.of(standing))
        }
    }

    /// The original of a row that is upgraded again. A row that was in the new form may be a missing one: a program gave it
    /// this key while a run was under way.
    private func former(_ row: DocumentTable.Row, _ entry: Journal.Entry) throws(StoreFailure) -> SQLValue? {
        if let original = entry.original { return original }
        guard !missing.isEmpty, let document = row.value.bytes,
            let key = missing[way.identity(document).hashValue]
        else { return nil }
        return try journal.entries(run, [key])[key]?.original
    }

    private mutating func remember(_ row: DocumentTable.Row, _ outcome: PreparedRow.Outcome) {
        guard onRecord != nil, let document = row.value.bytes else { return }
        var record = SeenRecord.document(document)
        if case .rejected(let code, let reason) = outcome {
            record = .rejected(document, MigrationError(MigrationError.Code(rawValue: code), reason, remedy: ""))
        }
        seen.append((record, "key \(row.key)"))
    }
}
