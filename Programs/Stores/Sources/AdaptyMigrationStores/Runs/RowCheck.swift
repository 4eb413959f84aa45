/// Compares the rows of a table with the journal.
///
/// A row that is not as it was written was changed by a program, unless it has the document of another row. Which
/// documents other rows have is looked up for many such rows at once, because it reads the whole journal.
struct RowCheck {
    /// A row that is not as it was written.
    private struct Change {
        let key: SQLValue
        /// The digest of its document; `nil` when there is none.
        let digest: String?
        /// Whether the journal does not know the row.
        let isNew: Bool
        let isOutdated: Bool
    }

    /// The number of changes that are looked up at once. They take some 20 MB.
    private static let limit = 100_000

    private let table: DocumentTable
    private let journal: Journal
    private let run: Journal.Run
    private let converter: DocumentConverter
    private let rejected: Set<SQLValue>
    private var changes: [Change] = []
    private(set) var report: VerifyReport
    /// Whether only some rows are read, of which all is known.
    private let isPart: Bool
    private let batch: Int

    /// - Parameter report: of other rows of a rehearsal; `nil` to read the whole table.
    init(_ owner: TableRun, _ run: Journal.Run, after report: VerifyReport? = nil) throws(StoreFailure) {
        self.report = report ?? VerifyReport()
        isPart = report != nil
        batch = owner.options.batch
        table = owner.table
        journal = owner.journal
        self.run = run
        converter = DocumentConverter(owner.options)
        if !owner.options.embedsResidue { converter.tellLosses() }
        rejected = try journal.rejected(run)
        if isPart { return }
        if run.state != .complete {
            self.report.findings.add("the upgrade is \(run.state.rawValue): \(run.state.wayOn)")
        }
        if let loss = try journal.loss(run) { self.report.findings.add(loss.description) }
    }

    /// Rows that a run has not reached, or has restored, are not in the journal, and no change.
    private var isWhole: Bool { run.state == .complete }

    mutating func read(_ rows: [DocumentTable.Row]) throws(StoreFailure) {
        let entries = try journal.entries(run, rows.map(\.key))
        for row in rows { try read(row, entries[row.key]) }
        if changes.count >= RowCheck.limit { try explain() }
    }

    private mutating func read(_ row: DocumentTable.Row, _ entry: Journal.Entry?) throws(StoreFailure) {
        report.rows += 1
        let digest = Digest.of(row.value), isRejected = rejected.contains(row.key)
        // The end of two columns leaves the accepted rejects in the journal, too.
        if isRejected, entry == nil || entry?.written == digest { return report.rejected.add(row.key.description) }
        guard let entry, digest == entry.written else { return change(row, digest, isNew: entry == nil) }
        if try !proves(entry, row, digest) {
            report.findings.add("key \(row.key): its original in the journal upgrades to a different document")
        } else {
            report.proven += 1
        }
    }

    /// Whether the original of a row converts to its document, or to the document of which it was made.
    private func proves(_ entry: Journal.Entry, _ row: DocumentTable.Row, _ digest: String) throws(StoreFailure) -> Bool
    {
        guard let original = entry.original?.bytes else { return true }
        if let dialect = entry.madeAs { return converter.makes(original, of: row.value, dialect) }
        return try converter.gives(digest, of: original, isExact: table.isExact, standing: { row.value })
    }

    private mutating func change(_ row: DocumentTable.Row, _ digest: String, isNew: Bool) {
        if isNew, !isWhole { return }
        let isOutdated = if case .upgraded = converter.convert(row.value) { true } else { false }
        changes.append(
            Change(
                key: row.key, digest: row.value.bytes?.isEmpty == false ? digest : nil, isNew: isNew,
                isOutdated: isOutdated))
    }

    mutating func end() throws(StoreFailure) -> VerifyReport {
        try explain()
        report.losses.merge(converter.losses ?? [:], uniquingKeysWith: +)
        if isWhole, !isPart {
            let missing = try journal.missing(run, in: table)
            report.deleted.add(missing.first.map(\.description), of: missing.count)
        }
        return report
    }

    private mutating func explain() throws(StoreFailure) {
        let digests = Set(changes.compactMap(\.digest)),
            owners = digests.isEmpty ? [:] : try journal.owners(run, of: digests), lost = try lost(owners)
        for change in changes {
            let owner = change.digest.flatMap { owners[$0] }
            if let owner, owner != change.key, lost.contains(owner) {
                report.findings.add(RowCheck.sentence(change, owner))
                continue
            }
            let key = change.key.description
            if change.isNew { report.added.add(key) } else { report.edited.add(key) }
            if change.isOutdated { report.outdated.add(key) }
        }
        changes.removeAll(keepingCapacity: true)
    }

    /// The rows that no longer have their own document. Two rows may have one that is equal: a program made one of them so.
    private func lost(_ owners: [String: SQLValue]) throws(StoreFailure) -> Set<SQLValue> {
        var lost: Set<SQLValue> = []
        let pairs = Array(owners)
        for start in stride(from: 0, to: pairs.count, by: batch) {
            let part = pairs[start..<min(start + batch, pairs.count)], rows = try table.rows(part.map(\.value))
            for (digest, key) in part where rows[key].map({ Digest.of($0.value) }) != digest { lost.insert(key) }
        }
        return lost
    }

    private static func sentence(_ change: Change, _ owner: SQLValue) -> String {
        change.isNew
            ? "key \(change.key): not in the journal, and the same document as key \(owner), which has lost it; run store apply to accept it"
            : "key \(change.key): changed to the former document of key \(owner), which has lost it; correct it, or run store rollback"
    }
}
