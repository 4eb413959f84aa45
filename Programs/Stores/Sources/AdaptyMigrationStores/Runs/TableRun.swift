@_spi(Tools) import AdaptyMigrationTools

/// One upgrade of the documents in a table: plan, rehearse, apply, verify, roll back.
///
/// `apply` processes the table in the order of its keys, one batch per transaction. In the transaction of a row's new
/// document, the journal gets the original and the digest of the new document. So whenever the process dies, committed
/// rows can be restored, and other rows are unchanged. The next `apply` continues after the last committed key.
public final class TableRun {
    let table: DocumentTable
    let journal: Journal
    let options: RunOptions
    let binding: RunBinding

    /// The number of the journal's format. A run is finished by a program that writes the same one.
    public static var journalVersion: Int { Journal.version }

    init(_ table: DocumentTable, _ options: RunOptions) {
        var options = options
        options.inside = table.address.inside
        self.table = table
        self.options = options
        journal = Journal(table)
        binding = RunBinding(table, options)
    }

    /// The schema of the journal; `nil` in SQLite.
    public var journalSchema: String? { table.journal }

    /// Reads all rows after a key, one page at a time.
    func pages(after start: SQLValue?, _ body: ([DocumentTable.Row]) throws(StoreFailure) -> Bool) throws(StoreFailure)
    {
        var last = start
        while true {
            let rows = try table.page(after: last, limit: options.limit)
            guard let end = rows.last, try body(rows) else { return }
            last = end.key
        }
    }

    // MARK: Plan

    /// Reads everything, converts and proves it, and writes nothing.
    public func plan() throws(StoreFailure) -> PlanReport {
        var report = PlanReport()
        let converter = DocumentConverter(options), total = try options.total(table), clock = ContinuousClock(),
            start = clock.now
        if !table.isExact {
            report.warnings.append(
                "jsonb does not keep white space, member order, duplicate members or the digits of numbers; the journal keeps the text that PostgreSQL returns"
            )
        }
        report.warnings += try table.warnings()
        var isTried = try table.mayRefuse()
        try pages(after: nil) { rows throws(StoreFailure) in
            var results = rows.map { converter.convert($0.value) }
            if isTried { isTried = try tryWriting(rows, &results, &report) }
            for (row, result) in zip(rows, results) { report.add(row, result) }
            options.progress?(report.rows, total)
            return !options.isPaused()
        }
        report.isComplete = !options.isPaused()
        report.warnings += try TableDependents(table).warnings(hasEvents: converter.hasEvents)
        report.kinds = converter.kinds
        report.ledger = Dictionary(uniqueKeysWithValues: converter.ledger.map { ($0.key.rawValue, $0.value) })
        report.seconds = (clock.now - start) / .seconds(1)
        return report
    }

    /// Writes a page and rolls it back. Only the database knows what a column, a constraint or a trigger refuses.
    ///
    /// - Returns: whether such a trial is possible.
    private func tryWriting(
        _ rows: [DocumentTable.Row], _ results: inout [DocumentConverter.Result], _ report: inout PlanReport
    ) throws(StoreFailure) -> Bool {
        let changes = zip(rows, results).compactMap { row, result -> DocumentTable.Change? in
            guard case .upgraded(let bytes) = result else { return nil }
            return DocumentTable.Change(row: row, new: row.value.with(bytes))
        }
        do throws(StoreFailure) {
            let refused = try table.trial(changes)
            for (place, row) in rows.enumerated() {
                if let reason = refused[row.key] { results[place] = .rejected(code: "not-written", reason: reason) }
            }
            return true
        } catch {
            report.warnings.append("a trial write to the database failed: \(error.message)")
            return false
        }
    }

    // MARK: Apply

    /// Upgrades the table, or continues where an earlier run stopped.
    ///
    /// - Throws: a failure. Everything that was committed before is intact and in the journal.
    public func apply() throws(StoreFailure) -> RunProgress {
        try exclusively { () throws(StoreFailure) in try applyAll() }
    }

    /// Allows one run at a time in a table.
    func exclusively<Result>(_ body: () throws(StoreFailure) -> Result) throws(StoreFailure) -> Result {
        try table.connection.lock(table.address.quoted)
        defer { table.connection.unlock(table.address.quoted) }
        return try body()
    }

    private func applyAll() throws(StoreFailure) -> RunProgress {
        let run = try table.connection.transaction { () throws(StoreFailure) in try open() }
        var done = 0, upgrade = try BatchUpgrade(self, run)
        let total = try options.total(table)
        var next = try upgrade.prepare(
            after: run.state == .running ? run.cursor : nil, limit: options.limit)
        while let last = next {
            let start = ContinuousClock.now, batch = upgrade.prepared(), count = batch.rows.count
            // The next rows are converted while these are written.
            next = try upgrade.prepare(after: last, limit: options.limit)
            try table.connection.transaction { () throws(StoreFailure) in
                try upgrade.write(batch)
                try journal.set(run, .running, cursor: last)
            }
            done += count
            options.progress?(done, total)
            options.throttle(count, since: start)
            if options.isPaused() { break }
        }
        var progress = upgrade.progress
        guard !options.isPaused() else { return progress }
        try journal.set(run, .complete, cursor: nil)
        progress.isComplete = true
        return progress
    }

    private func open() throws(StoreFailure) -> Journal.Run {
        try journal.create()
        guard let run = try journal.current() else { return try journal.begin(binding) }
        if run.state.hasTwoColumns {
            throw StoreFailure(
                .refused, "the table has two columns, one for old and one for new programs",
                remedy: run.state.wayOn)
        }
        if run.state == .complete, run.binding.differsInRules(from: binding), let taken = try takeOver(run) {
            return taken
        }
        if let refusal = run.binding.refusal(binding) { throw refusal }
        if run.state == .rollingBack {
            throw StoreFailure(.refused, "a rollback of this table was started", remedy: run.state.wayOn)
        }
        return run
    }

    /// A program with other rules may continue a complete run if it makes the same documents from its originals. Rows
    /// that the other rules rejected or left unchanged are examined again.
    ///
    /// - Returns: `nil` when the rules give different documents.
    private func takeOver(_ run: Journal.Run) throws(StoreFailure) -> Journal.Run? {
        let converter = DocumentConverter(options)
        var last: SQLValue? = nil
        while true {
            let entries = try journal.page(run, after: last, limit: options.limit)
            guard let end = entries.last else { break }
            for entry in entries {
                if let original = entry.original?.bytes,
                    !converter.gives(entry.written, of: original, isExact: table.isExact)
                {
                    return nil
                }
            }
            last = end.key
        }
        return try journal.rebind(run, binding)
    }

    /// Runs everything and its undo in one transaction that is rolled back.
    public func rehearse() throws(StoreFailure) -> Rehearsal {
        try exclusively { () throws(StoreFailure) in try rehearseAll() }
    }

    private func rehearseAll() throws(StoreFailure) -> Rehearsal {
        _ = try table.connection.run(table.connection.dialect.begin, [])
        defer { _ = try? table.connection.run("ROLLBACK", []) }
        let run = try open()
        var upgrade = try BatchUpgrade(self, run), done = 0
        let total = try options.total(table)
        var next = try upgrade.prepare(after: nil, limit: options.limit)
        while let last = next, !options.isPaused() {
            let batch = upgrade.prepared()
            next = try upgrade.prepare(after: last, limit: options.limit)
            try upgrade.write(batch)
            done += batch.rows.count
            options.progress?(done, total)
        }
        var progress = upgrade.progress
        progress.isComplete = !options.isPaused()
        try journal.set(run, progress.isComplete ? .complete : .running, cursor: nil)
        return Rehearsal(progress: progress, verification: try verify(begun()), samples: upgrade.samples)
    }
}

extension PlanReport {
    fileprivate mutating func add(_ row: DocumentTable.Row, _ result: DocumentConverter.Result) {
        let size = row.value.bytes?.count ?? 0
        rows += 1
        bytesBefore += size
        if row.value == .null { empty += 1 }
        switch result {
        case .unchanged: bytesAfter += size
        case .upgraded(let bytes):
            changed += 1
            bytesAfter += bytes.count
        case .rejected(let code, let reason):
            bytesAfter += size
            rejects[code, default: 0] += 1
            if examples[code] == nil { examples[code] = "key \(row.key): \(reason)" }
            if code == "access-changed" { accessDifferences.append("key \(row.key): \(reason)") }
        }
    }
}
