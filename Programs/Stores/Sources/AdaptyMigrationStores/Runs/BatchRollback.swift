/// Restores rows, one batch in a transaction, and removes them from the journal. A copy of it takes part in each
/// transaction, as with ``BatchUpgrade``.
struct BatchRollback: TakenRows {
    /// A row that can be restored.
    private struct Step {
        let entry: Journal.Entry
        let row: DocumentTable.Row
        let old: SQLValue
        /// Whether the row is as it was written.
        let isUntouched: Bool
    }

    private let table: DocumentTable
    private let journal: Journal
    private let run: Journal.Run
    private let options: RunOptions
    private let way: WayBack
    private var missing: MissingRows
    private(set) var taken: [SQLValue] = []
    var report = RollbackReport()

    init(_ owner: TableRun, _ run: Journal.Run) {
        table = owner.table
        journal = owner.journal
        self.run = run
        options = owner.options
        way = WayBack(owner.options)
        missing = MissingRows(owner, run)
    }

    /// Whether missing rows should be settled now, outside of a transaction.
    var isFull: Bool { missing.isFull }

    mutating func write(_ entries: [Journal.Entry]) throws(StoreFailure) {
        let keys = entries.filter { $0.original != nil }.map(\.key)
        // The originals are no more than a batch, and so are the documents made from them.
        let rows = try table.locked(keys).reduce(into: [:]) { $0[$1.key] = $1 }
        let others = try table.existing(keys.filter { rows[$0] == nil })
        var steps: [Step] = [], done: [Journal.Entry] = [], lost: [Unrestored] = []
        for entry in entries {
            guard let original = entry.original else {
                report.unchanged += 1
                done.append(entry)
                continue
            }
            guard let row = rows[entry.key] else {
                if others.contains(entry.key) { taken.append(entry.key) } else { missing.add(entry) }
                continue
            }
            switch old(entry, original, row) {
            case .restored(let step): steps.append(step)
            case .replaced:
                report.replaced.add(entry.key.description)
                done.append(entry)
            case .impossible(let reason): lost.append(.init(entry, reason))
            }
        }
        try restore(steps, &done, &lost)
        try journal.remove(run, done + giveUp(lost))
    }

    mutating func writeTaken(_ limit: PageLimit) throws(StoreFailure) -> Int {
        // A few, because their originals may be large.
        let keys = Array(taken.prefix(min(limit.rows, 16))), before = taken.count
        taken.removeFirst(keys.count)
        try write(Array(journal.entries(run, keys).values))
        return before - taken.count
    }

    private func old(_ entry: Journal.Entry, _ original: SQLValue, _ row: DocumentTable.Row) -> WayBack.Result<Step> {
        let isUntouched = Digest.of(row.value) == entry.written
        func step(_ old: SQLValue) -> Step { Step(entry: entry, row: row, old: old, isUntouched: isUntouched) }
        if isUntouched || options.isForced { return .restored(step(original)) }
        return way.value(row.value, original).map(step)
    }

    private mutating func restore(_ steps: [Step], _ done: inout [Journal.Entry], _ lost: inout [Unrestored])
        throws(StoreFailure)
    {
        let written = try table.write(steps.map { .init(row: $0.row, new: $0.old) })
        for step in steps {
            let key = step.row.key
            switch written[key] {
            case .done:
                note(step)
                done.append(step.entry)
            case .refused(let reason): lost.append(.init(step.entry, reason))
            case .taken, nil: taken.append(key)
            }
        }
    }

    private mutating func note(_ step: Step) {
        if step.isUntouched {
            report.restored += 1
        } else if options.isForced {
            report.forced.add(step.row.key.description)
        } else {
            report.edited.add(step.row.key.description)
        }
    }

    /// - Returns: the entries that are no longer needed, because their originals are in a file.
    private mutating func giveUp(_ lost: [Unrestored]) throws(StoreFailure) -> [Journal.Entry] {
        guard options.isForced, let path = options.rejects, !lost.isEmpty else {
            for row in lost { report.kept.add(row.sentence) }
            return []
        }
        try Unrestored.append(lost, of: table.address.table, to: path)
        for row in lost { report.skipped.add(row.sentence) }
        return lost.map(\.entry)
    }

    /// Whether missing rows must be looked for again.
    var hasMissing: Bool { !missing.isEmpty }

    /// Handles the rows that are not in the table under their keys.
    mutating func settleMissing() throws(StoreFailure) {
        let outcome = try missing.settle()
        report.restored += outcome.moved
        for key in outcome.deleted { report.deleted.add(key.description) }
        try journal.remove(run, giveUp(outcome.lost))
    }
}
