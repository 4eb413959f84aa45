@_spi(Tools) import AdaptyMigrationTools

/// Brings the two columns of rows in step, one batch per transaction. A copy of it takes part in each transaction, like
/// ``BatchUpgrade``.
///
/// The side whose document is no longer what the tool left there has written. The follower never changes what a program
/// wrote. It writes the other column from it:
///
/// | who wrote | written | the old column | the new column |
/// | :-- | :-- | :-- | :-- |
/// | old programs | new | stays | upgraded from the old one |
/// | new programs | old | downgraded from the new one, with the edits | stays |
/// | both, the last one an old program | new | stays | upgraded; what stood there is displaced |
/// | both otherwise, or in one statement | old | downgraded; what stood there is displaced | stays |
///
/// The marks of a row tell which write was the last one. A row that the journal does not know is new: a null column was
/// not written.
///
/// If a document cannot be converted, the other column becomes null, so that nobody uses an outdated document. The
/// document and the reason are in the rejects.
struct Follower {
    private let pairs: PairTable
    private let marks: DirtyMarks
    private let journal: Journal
    private let run: Journal.Run
    private let converter: PairConverter
    /// Upgrades the old column on separate threads; `nil` for one thread.
    private let preparer: RowPreparer?
    private(set) var report = FollowReport()
    /// The number of the last mark of the rows that others held; 0 when it begins with the first one.
    private var passed: Int64 = 0
    /// The rows that are rejected now.
    private var rejects: Set<SQLValue> = []
    /// Whether the journal gets the old documents, before their column is dropped.
    var keepsOriginals = false
    /// For the journal, of the current batch.
    private var entries: [Journal.Entry] = []

    init(_ pairs: PairTable, _ marks: DirtyMarks, _ owner: TableRun, _ run: Journal.Run, _ options: RunOptions) {
        self.pairs = pairs
        self.marks = marks
        self.run = run
        journal = owner.journal
        converter = PairConverter(pairs, options)
        preparer = options.jobs > 1 ? RowPreparer(options) : nil
    }

    /// What to tell of old documents that are in several dialects.
    var warnings: [String] {
        DocumentConverter.warnings(converter.formers.merging(preparer?.formers ?? [:]) { $0.union($1) })
    }

    /// Processes the rows that have waited longest, in the current transaction.
    ///
    /// - Returns: the number of processed rows; 0 when none waits, or when others are writing to all of them.
    mutating func next(_ limit: PageLimit) throws(StoreFailure) -> Int {
        var (keys, last) = try marks.keys(after: passed, limit: limit.rows)
        if keys.isEmpty, passed > 0 { (keys, last) = try marks.keys(limit: limit.rows) }
        passed = 0
        if keys.isEmpty { return 0 }
        let batch = try LockedBatch(keys, of: pairs, in: journal, run, bytes: limit.bytes)
        let found = try marks.marks(keys)
        try work(batch, found)
        for key in batch.gone { try marks.remove(found[key] ?? []) }
        try journal.forgive(run, batch.gone)
        // A row that comes back is the same if one of its documents is. The journal of one column has no such rows.
        if keepsOriginals { try journal.remove(run, Array(journal.entries(run, batch.gone).values)) }
        // Rows that others hold must not keep the ones behind them waiting.
        let count = batch.rows.count + batch.gone.count
        if count == 0 { passed = last }
        return count
    }

    /// Processes rows whether they are marked or not. Those that others hold are marked.
    mutating func fill(_ keys: [SQLValue], _ limit: PageLimit) throws(StoreFailure) {
        let batch = try LockedBatch(keys, of: pairs, in: journal, run, bytes: limit.bytes)
        try marks.add(batch.taken)
        try work(batch, marks.marks(keys))
    }

    /// Notes a row as it is, for the journal of the upgrade that goes on with the new column alone.
    mutating func keep(_ rows: [DocumentTable.Row], _ known: [SQLValue: Journal.Entry], _ rejected: Set<SQLValue>)
        throws(StoreFailure)
    {
        for row in rows {
            let entry = known[row.key], hasWaited = entry?.twin == Journal.Entry.unsettled
            // What did not reach old programs, and null that they cannot have, stay as they were written.
            let hasOriginal = !rejected.contains(row.key) || row[.new] == .null && hasWaited
            note(row, row[.old], row[.new], entry?.madeAs, hasOriginal: hasOriginal, unsettled: hasWaited ? .old : nil)
        }
        try record(known)
    }

    private mutating func work(_ batch: LockedBatch, _ marks: [SQLValue: [DirtyMarks.Mark]]) throws(StoreFailure) {
        let keys = batch.rows.map(\.key), rejected = try journal.rejected(run, among: keys),
            former = try former(batch)
        var steps: [Step] = []
        for row in batch.rows {
            let entry = batch.entries[row.key] ?? former(row)
            if let step = step(row, entry, marks[row.key] ?? []) {
                steps.append(step)
            } else {
                report.unchanged += 1
                note(row, row[.old], row[.new], entry?.madeAs, hasOriginal: !rejected.contains(row.key))
            }
        }
        let upgraded = upgrades(steps)
        for side in [DocumentTable.Side.new, .old] {
            try write(steps.filter { $0.side == side }, side, rejected, upgraded)
        }
        try record(batch.entries)
        try self.marks.remove(keys)
    }

    /// What the journal knows of the rows that are gone. A program may have inserted them again under other keys.
    ///
    /// - Returns: finds the row that a row was, by a document that is still the same.
    private func former(_ batch: LockedBatch) throws(StoreFailure) -> (DocumentTable.Row) -> Journal.Entry? {
        let isAsked = batch.rows.contains { batch.entries[$0.key] == nil && $0[.old] != .null && $0[.new] != .null }
        guard isAsked, !batch.gone.isEmpty else { return { _ in nil } }
        let gone = try journal.entries(run, batch.gone).values
        let news = Dictionary(gone.map { ($0.written, $0) }) { first, _ in first },
            olds = Dictionary(gone.map { ($0.twin ?? "", $0) }) { first, _ in first }
        return { row in
            row[.old] == .null || row[.new] == .null
                ? nil : news[Digest.of(row[.new])] ?? olds[Digest.of(row[.old])]
        }
    }

    /// The upgraded values of the old column, by key.
    private func upgrades(_ steps: [Step]) -> [SQLValue: PreparedRow.Outcome] {
        guard let preparer else { return [:] }
        preparer.begin(steps.filter { $0.side == .new }.map { .init(key: $0.row.key, value: $0.row[.old]) }, [:])
        return preparer.end().reduce(into: [:]) { $0[$1.row.key] = $1.outcome }
    }

    /// A row of which the column of a side is to be written from the other one.
    private struct Step {
        let row: DocumentTable.Row
        let entry: Journal.Entry?
        let side: DocumentTable.Side
        /// Whether a program has written that column, too.
        let isConflict: Bool
    }

    /// - Returns: `nil` when nobody has written, or both the same.
    private func step(_ row: DocumentTable.Row, _ entry: Journal.Entry?, _ marks: [DirtyMarks.Mark]) -> Step? {
        let writers = entry?.writers(row) ?? newcomers(row)
        guard let author = writers.count > 1 ? last(marks) : writers.first else { return nil }
        return Step(row: row, entry: entry, side: author.other, isConflict: writers.count > 1)
    }

    private func last(_ marks: [DirtyMarks.Mark]) -> DocumentTable.Side {
        marks.last { $0.written != .nothing }?.written == .old ? .old : .new
    }

    /// Who has written a row that the journal does not know.
    private func newcomers(_ row: DocumentTable.Row) -> Set<DocumentTable.Side> {
        let written = Set([DocumentTable.Side.old, .new].filter { row[$0] != .null })
        return written.count > 1 && converter.isInStep(row, nil) ? [] : written
    }

    /// Writes the column of a side in one statement, where the documents can be converted.
    private mutating func write(
        _ steps: [Step], _ side: DocumentTable.Side, _ rejected: Set<SQLValue>,
        _ upgraded: [SQLValue: PreparedRow.Outcome]
    ) throws(StoreFailure) {
        var changes: [(step: Step, after: SQLValue, madeAs: Dialect?)] = []
        for step in steps {
            let result =
                side == .new
                ? converter.upgrade(step.row, step.entry, upgraded[step.row.key])
                : try converter.downgrade(step.row, step.entry)
            switch result {
            case .rejected(let code, let reason): try reject(step.row, side, code, reason)
            case .document(let after, let madeAs): changes.append((step, after, madeAs))
            }
        }
        let written = try pairs.write(
            changes.filter { $0.after != $0.step.row[side] }.map { ($0.step.row, $0.after) }, side)
        for (step, after, madeAs) in changes {
            var standing = after
            if after != step.row[side] {
                switch written[step.row.key] {
                case .done(let value): standing = value
                case .refused(let reason):
                    try reject(step.row, side, "not-written", reason)
                    continue
                case .taken, nil:
                    try reject(step.row, side, "not-written", "another program is writing to it")
                    continue
                }
            }
            try settle(step, after, standing, madeAs)
        }
        let settled = changes.map(\.step.row.key).filter { !rejects.contains($0) }
        try journal.forgive(run, settled.filter(rejected.contains))
        report.rejected = rejects.count
    }

    private mutating func settle(_ step: Step, _ after: SQLValue, _ standing: SQLValue, _ madeAs: Dialect?)
        throws(StoreFailure)
    {
        let row = step.row, before = row[step.side]
        rejects.remove(row.key)
        if before == after {
            report.unchanged += 1
        } else {
            if step.side == .new { report.upgraded += 1 } else { report.downgraded += 1 }
            if step.isConflict, before != .null, !converter.hasSameValues(before, after) {
                try journal.displace(run, row.key, step.side, .conflict, before)
                report.conflicts.add(row.key.description)
            }
        }
        let (old, new) = step.side == .old ? (standing, row[.new]) : (row[.old], standing)
        note(row, old, new, madeAs, hasOriginal: true)
    }

    /// Leaves the column of a side empty, because its document cannot be made.
    private mutating func reject(
        _ row: DocumentTable.Row, _ side: DocumentTable.Side, _ code: String, _ reason: String
    ) throws(StoreFailure) {
        var reason = reason, standing = row[side]
        if standing != .null, side == .new || !pairs.table.isRequired {
            if case .refused(let refusal) = try pairs.write([(row, .null)], side)[row.key] {
                reason += "; the other column stays as it is, because \(refusal)"
            } else {
                standing = .null
            }
        }
        try journal.reject(run, row.key, code: code, reason: reason, row[side.other])
        try journal.displace(run, row.key, side, .rejected, row[side])
        rejects.insert(row.key)
        let (old, new) = side == .old ? (standing, row[.new]) : (row[.old], standing)
        note(row, old, new, nil, hasOriginal: side == .new && new == .null, unsettled: side.other)
    }

    // MARK: The journal

    /// - Parameters:
    ///   - old: what stands in the old column now.
    ///   - new: what stands in the new column now.
    ///   - hasOriginal: whether the old document becomes the new one. Otherwise the new one stays as it was written.
    ///   - unsettled: the side whose document has not reached the other one.
    private mutating func note(
        _ row: DocumentTable.Row, _ old: SQLValue, _ new: SQLValue, _ madeAs: Dialect?, hasOriginal: Bool,
        unsettled: DocumentTable.Side? = nil
    ) {
        let hasOriginal = hasOriginal && keepsOriginals && old != new && old != .null
        entries.append(
            .init(
                key: row.key, original: hasOriginal ? old : nil,
                written: unsettled == .new ? Journal.Entry.unsettled : Digest.of(new),
                twin: unsettled == .old ? Journal.Entry.unsettled : Digest.of(old), madeAs: madeAs))
    }

    private mutating func record(_ known: [SQLValue: Journal.Entry]) throws(StoreFailure) {
        try journal.add(run, entries.filter { $0 != known[$0.key] }, known: known)
        entries.removeAll(keepingCapacity: true)
    }
}
