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

    /// The schema of the journal; `nil` in SQLite, and where there is no run.
    public func journalSchema() throws(StoreFailure) -> String? {
        guard table.journal != nil, try journal.current() != nil else { return nil }
        return table.journal
    }

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
        if try table.mayRefuse() {
            report.warnings.append(
                "a limit, constraint, trigger or index of the table may refuse documents: store rehearse tries it")
        }
        converter.tellLosses()
        let run = try journal.current().flatMap { $0.state.hasTwoColumns ? nil : $0 }
        try pages(after: nil) { rows throws(StoreFailure) in
            let known = try run.map { run throws(StoreFailure) in try journal.entries(run, rows.map(\.key)) } ?? [:]
            for row in rows {
                // What a run has upgraded need not show what it is.
                let isKnown = known[row.key]?.isUntouched(row) ?? false
                if isKnown { report.upgraded += 1 }
                report.add(row, isKnown ? .unchanged : converter.convert(row.value))
            }
            options.progress?(report.rows, total)
            return !options.isPaused()
        }
        report.isComplete = !options.isPaused()
        report.warnings += try TableDependents(table).warnings(hasEvents: converter.hasEvents)
        report.warnings += DocumentConverter.warnings(converter.formers)
        (report.kinds, report.losses) = (converter.kinds, converter.losses ?? [:])
        report.ledger = Dictionary(uniqueKeysWithValues: converter.ledger.map { ($0.key.rawValue, $0.value) })
        report.seconds = (clock.now - start) / .seconds(1)
        return report
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
        let run = try table.connection.retried { () throws(StoreFailure) in try open() }
        // Otherwise a row with another key would look like one that needs no upgrade.
        let missing = try journal.isEmpty(run) ? [:] : MovedRows(self, run).settle()
        var upgrade = try BatchUpgrade(self, run, missing: missing), pace = Pace(options), done = 0
        // A run that is interrupted continues after this key, so it stays before the first row that others have taken.
        var passed = run.state == .running ? run.cursor : nil
        let total = try options.total(table)
        var next = try upgrade.prepare(after: passed, limit: pace.limit)
        while let last = next {
            let start = ContinuousClock.now, batch = upgrade.prepared(), count = batch.rows.count
            // The next rows are converted while these are written.
            next = try upgrade.prepare(after: last, limit: pace.limit)
            _ = try step(&upgrade, &pace) { upgrade throws(StoreFailure) in
                try upgrade.write(batch)
                try journal.set(run, .running, cursor: upgrade.taken.isEmpty ? last : passed)
                return count
            }
            if upgrade.taken.count > 10 * options.batch { try settle(&upgrade, &pace) }
            if upgrade.taken.isEmpty { passed = last }
            upgrade.tell()
            done += count
            options.progress?(done, total)
            options.throttle(count, since: start)
            if options.isPaused() { break }
        }
        try settle(&upgrade, &pace)
        upgrade.tell()
        var progress = upgrade.progress
        progress.losses = upgrade.losses
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
                guard let original = entry.original?.bytes else { continue }
                let isSame = try converter.gives(entry.written, of: original, isExact: table.isExact) {
                    () throws(StoreFailure) in try table.rows([entry.key])[entry.key]?.value
                }
                if !isSame { return nil }
            }
            last = end.key
        }
        return try journal.rebind(run, binding)
    }

    // MARK: Rehearse

    /// Upgrades and verifies rows in transactions that are rolled back, as short as those of `apply`.
    ///
    /// - Parameter most: the number of rows, from the first key on; `nil` for all.
    public func rehearse(_ most: Int?) throws(StoreFailure) -> Rehearsal {
        try exclusively { () throws(StoreFailure) in
            var rehearsal = Rehearsal(rows: try table.count()), pace = Pace(options), last: SQLValue? = nil
            let total = min(most ?? .max, rehearsal.rows)
            var attempts = 0
            while !options.isPaused(), rehearsal.verification.rows < total {
                let limit = PageLimit(
                    rows: min(pace.limit.rows, total - rehearsal.verification.rows), bytes: pace.limit.bytes)
                do throws(StoreFailure) {
                    guard let end = try rehearse(after: last, limit, &pace, &rehearsal) else { break }
                    (last, attempts) = (end, 0)
                } catch {
                    attempts += 1
                    guard error.kind == .locked, attempts < 20 else { throw error }
                    Pause.seconds(0.05)
                }
                options.progress?(rehearsal.verification.rows, total)
            }
            rehearsal.progress.isComplete = !options.isPaused()
            return rehearsal
        }
    }

    /// - Returns: the last key; `nil` when there are no more rows.
    private func rehearse(after key: SQLValue?, _ limit: PageLimit, _ pace: inout Pace, _ rehearsal: inout Rehearsal)
        throws(StoreFailure) -> SQLValue?
    {
        _ = try table.connection.run(table.connection.dialect.begin, [])
        defer { _ = try? table.connection.run("ROLLBACK", []) }
        if table.connection.dialect == .postgres { _ = try table.connection.rows("SET LOCAL lock_timeout = '500ms'") }
        let run = try open()
        var upgrade = try BatchUpgrade(self, run, after: rehearsal.progress)
        guard let last = try upgrade.prepare(after: key, limit: limit) else { return nil }
        let batch = upgrade.prepared(), start = ContinuousClock.now
        try upgrade.write(batch)
        try journal.set(run, .complete, cursor: nil)
        var check = try RowCheck(self, begun(), after: rehearsal.verification)
        let written = Set(batch.rows.map(\.row.key)).subtracting(upgrade.taken)
        try check.read(Array(table.rows(Array(written)).values))
        rehearsal.add(upgrade, try check.end())
        pace.note(batch.rows.count, since: start)
        return last
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
