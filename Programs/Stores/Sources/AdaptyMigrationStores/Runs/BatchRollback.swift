/// Restores rows, one batch in a transaction, and removes them from the journal. A copy of it takes part in each
/// transaction, as with ``BatchUpgrade``.
struct BatchRollback: TakenRows {
    private let table: DocumentTable
    private let journal: Journal
    private let run: Journal.Run
    private let options: RunOptions
    private let way: WayBack
    private(set) var taken: [SQLValue] = []
    /// What the journal knows of rows that are not in the table under their keys, without the originals.
    private(set) var missing: [Journal.Entry] = []
    private(set) var report = RollbackReport()
    /// The identities of documents that stay, of which nobody knows whether they were upgraded here; their hash values.
    private var strangers: Set<Int> = []
    /// Documents of the current transaction that no row keeps. They go to the file of rejects before the journal forgets
    /// them.
    private var aside: [Unrestored] = []

    init(_ owner: TableRun, _ run: Journal.Run) {
        table = owner.table
        journal = owner.journal
        self.run = run
        options = owner.options
        way = WayBack(owner.options)
    }

    mutating func write(_ entries: [Journal.Entry]) throws(StoreFailure) {
        let changed = entries.filter { $0.original != nil }, known = changed.reduce(into: [:]) { $0[$1.key] = $1 }
        report.unchanged += entries.count - changed.count
        try journal.remove(run, entries.filter { $0.original == nil })
        let batch = try LockedBatch(changed.map(\.key), of: table, in: journal, run, known: known)
        taken += batch.taken
        missing += batch.gone.compactMap { known[$0]?.withoutOriginal }
        try restore(batch.rows.compactMap { row in known[row.key].map { (row, $0) } })
    }

    mutating func writeTaken(_ limit: PageLimit) throws(StoreFailure) -> Int {
        // A few, because their originals may be large.
        let keys = Array(taken.prefix(min(limit.rows, 16))), before = taken.count
        taken.removeFirst(keys.count)
        try write(Array(journal.entries(run, keys).values))
        return before - taken.count
    }

    /// Gives away the missing rows.
    mutating func takeMissing() -> [Journal.Entry] {
        defer { missing = [] }
        return missing
    }

    /// Works on rows that have other keys now, together with those that others had taken.
    mutating func take(_ keys: some Sequence<SQLValue>) { taken += keys }

    /// What to do after an end that is none, or after the whole.
    mutating func end(isComplete: Bool, next: String? = nil, renamed: String? = nil) -> RollbackReport {
        (report.isComplete, report.next, report.renamed) = (isComplete, next, renamed)
        return report
    }

    private mutating func restore(_ rows: [(row: DocumentTable.Row, entry: Journal.Entry)]) throws(StoreFailure) {
        let fates = fates(rows)
        let written = try table.write(
            zip(rows, fates).compactMap { row, fate in fate.document.map { .init(row: row.row, new: $0) } })
        var done: [Journal.Entry] = []
        for ((row, entry), fate) in zip(rows, fates) {
            switch written[row.key] {
            case .refused(let reason): try settle(row, entry, .impossible(reason), &done)
            case .done: try settle(row, entry, fate, &done)
            case .taken: taken.append(row.key)
            case nil where fate.document == nil: try settle(row, entry, fate, &done)
            case nil: taken.append(row.key)
            }
        }
        try writeAside()
        try journal.remove(run, done)
    }

    /// Two rows of one person may have changed places. What another row has lost is no edit of this one.
    private func fates(_ rows: [(row: DocumentTable.Row, entry: Journal.Entry)]) -> [WayBack.Fate] {
        let changed = rows.filter { !$0.entry.isUntouched($0.row) },
            lost = Dictionary(grouping: changed.map(\.entry.written)) { $0 }.filter { $0.value.count == 1 }
        return rows.map { row, entry in
            let isOfAnother = !entry.isUntouched(row) && lost[Digest.of(row.value)] != nil
            return isOfAnother && !options.isForced ? .replaced : way.fate(of: row, entry)
        }
    }

    /// - Parameter done: gets the entry, unless its original is still needed.
    private mutating func settle(
        _ row: DocumentTable.Row, _ entry: Journal.Entry, _ fate: WayBack.Fate, _ done: inout [Journal.Entry]
    ) throws(StoreFailure) {
        let key = row.key.description, lost = Unrestored(entry, fate.reason)
        switch fate {
        case .original: report.restored += 1
        case .edited: report.edited.add(key)
        case .erased:
            report.erased.add(key)
            try journal.forgetDisplaced(run, of: [row.key])
        case .forced:
            strangers.insert(row.value.bytes.flatMap(way.identity).hashValue)
            _ = setAside(Unrestored(row.key, row.value, fate.reason))
            report.forced.add(key)
        case .made(_, let isWhole):
            if !isWhole, setAside(Unrestored(row.key, row.value, fate.reason)) { report.reduced.add(key) }
            report.restored += 1
        case .replaced:
            strangers.insert(row.value.bytes.flatMap(way.identity).hashValue)
            guard setAside(lost) else { return report.kept.add(lost.sentence) }
            report.replaced.add(key)
        case .impossible:
            guard options.isForced, setAside(lost) else { return report.kept.add(lost.sentence) }
            report.skipped.add(lost.sentence)
        }
        done.append(entry)
    }

    /// Keeps a document for the file of rejects.
    ///
    /// - Returns: `false` when there is no such file.
    private mutating func setAside(_ document: Unrestored) -> Bool {
        guard options.rejects != nil else { return false }
        aside.append(document)
        return true
    }

    /// Writes what was set aside, once for all documents: each time waits for the disk.
    private mutating func writeAside() throws(StoreFailure) {
        if let path = options.rejects { try Unrestored.append(aside, of: table.address.table, to: path) }
        aside.removeAll()
    }

    /// Appends the originals to the file of rejects in whose rows programs put other documents before another upgrade.
    mutating func setReplacedAside() throws(StoreFailure) {
        var last: Int64 = 0
        while true {
            // A few, because they may be large.
            let page = try journal.displaced(run, .replaced, after: last, limit: 16)
            guard let end = page.last else { return }
            for (_, key, record) in page {
                let lost = Unrestored(
                    key, record, "an original of an earlier upgrade, after which a program replaced the document")
                if setAside(lost) { report.replaced.add(key.description) } else { report.kept.add(lost.sentence) }
            }
            try writeAside()
            last = end.number
        }
    }

    /// Discards the originals of rows that programs have deleted. Where another row may be one of them, the originals go to
    /// the file of rejects.
    mutating func discard(_ entries: [Journal.Entry]) throws(StoreFailure) {
        var done: [Journal.Entry] = []
        for entry in try journal.entries(run, entries.map(\.key)).values {
            if let original = entry.original?.bytes, strangers.contains(way.identity(original).hashValue) {
                let lost = Unrestored(entry, "moved or deleted since; a row that it may be now stays as it was written")
                guard setAside(lost) else {
                    report.kept.add(lost.sentence)
                    continue
                }
                report.skipped.add(lost.sentence)
            } else {
                report.deleted.add(entry.key.description)
                try journal.forgetDisplaced(run, of: [entry.key])
            }
            done.append(entry)
        }
        try writeAside()
        try journal.remove(run, done)
    }

    /// Notes the rows in the new form that the journal does not know. They stay.
    ///
    /// - Parameters:
    ///   - missing: the identities of rows that are missing and may be among them.
    ///   - isTold: whether the report names them.
    mutating func passOver(_ moved: MovedRows, _ missing: [Int: SQLValue], isTold: Bool) throws(StoreFailure) {
        var added = report.added
        strangers = try moved.strangers(missing) { added.add($0.key.description) }
        if isTold { report.added = added }
    }
}
