@_spi(Tools) import AdaptyMigrationTools

/// Manages a table that old and new programs use at the same time. A column for new programs is added beside the old
/// one, and both are kept in step until only new programs are left.
///
/// `expand` adds the column and the triggers, then fills the column. `follow` processes the writes of both sides.
/// `contract` ends the phase with the new column, and `rollback` with the old one. Filling and following use the same
/// code: a row to be filled is marked like a written one.
public final class TwoVersionRun {
    private let owner: TableRun
    private let pairs: PairTable
    private let binding: RunBinding

    /// - Parameter rules: the rules that are accepted; `nil` for those of this program.
    init(_ owner: TableRun, rules: String? = nil) {
        self.owner = owner
        pairs = PairTable(table: owner.table)
        let own = owner.binding.expanded(into: owner.table.address.into)
        binding = RunBinding(rules: rules ?? own.rules, source: own.source, options: own.options)
    }

    /// - Throws: a failure when the run has other settings.
    convenience init(_ owner: TableRun, _ run: Journal.Run) throws(StoreFailure) {
        self.init(owner)
        if let refusal = try refusal(run) { throw refusal }
    }

    /// The reason why a run cannot be continued; `nil` when it can.
    func refusal(_ run: Journal.Run) throws(StoreFailure) -> StoreFailure? {
        if let difference = difference(run) { return difference }
        if try pairs.hasColumn() { return nil }
        return StoreFailure(
            .refused, "the column \(table.address.into) is gone", remedy: "run store rollback to end this phase")
    }

    private func difference(_ run: Journal.Run) -> StoreFailure? {
        guard let refusal = run.binding.refusal(binding) else { return nil }
        return StoreFailure(
            refusal.kind, refusal.message,
            remedy: run.binding.rules == binding.rules
                ? "repeat the command with the address and the options of that run"
                : "use that version of adapty-migrate, or run store rollback")
    }

    private var table: DocumentTable { owner.table }
    private var journal: Journal { owner.journal }
    private var options: RunOptions { owner.options }
    private func transaction<Result>(_ body: () throws(StoreFailure) -> Result) throws(StoreFailure) -> Result {
        try table.connection.transaction(body)
    }

    /// A transaction with strong locks. Programs wait behind whoever waits for such a lock, so it gives way after a
    /// short time, and is tried again later.
    private func patiently(_ body: () throws(StoreFailure) -> Void) throws(StoreFailure) {
        var pause = 0.5
        while true {
            do throws(StoreFailure) {
                return try transaction { () throws(StoreFailure) in
                    if table.connection.dialect == .postgres {
                        _ = try table.connection.rows("SET LOCAL lock_timeout = '500ms'")
                    }
                    try body()
                }
            } catch {
                guard error.kind == .locked, !options.isPaused() else { throw error }
                if let waits = options.waits { waits(try pairs.holders()) }
                Pause.seconds(pause)
                pause = min(2 * pause, 10)
            }
        }
    }

    // MARK: Expand

    /// Adds the column, or continues filling it where an earlier run stopped.
    public func expand() throws(StoreFailure) -> FollowReport {
        guard options.inside == nil else {
            throw StoreFailure(
                .usage, "two columns are kept in step only where the documents are records",
                remedy: "upgrade the column in place, or leave inside= out of the address")
        }
        return try owner.exclusively { () throws(StoreFailure) in try expandAll() }
    }

    private func expandAll() throws(StoreFailure) -> FollowReport {
        try patiently { () throws(StoreFailure) in try begin() }
        let run = try current()
        let marks = DirtyMarks(table, run), follower = Follower(pairs, marks, owner, run)
        if run.state == .expanding { try fill(run, marks, follower) }
        return try drain(follower)
    }

    private func begin() throws(StoreFailure) {
        try journal.create()
        if let run = try journal.current() {
            guard run.state.hasTwoColumns else {
                throw StoreFailure(
                    .refused, "this table is upgraded in place: \(run.state.rawValue)", remedy: run.state.wayOn)
            }
            if let refusal = try refusal(run) { throw refusal }
            return
        }
        if try pairs.hasColumn() {
            throw StoreFailure(
                .refused, "the table \(table.address.table) already has a column \(table.address.into)",
                remedy: "name another with &into=…")
        }
        let run = try journal.begin(binding, .expanding)
        try pairs.addColumn()
        try DirtyMarks(table, run).create()
    }

    /// Marks one batch of rows at a time, so that neither the marks nor a transaction grow with the table.
    private func fill(_ run: Journal.Run, _ marks: DirtyMarks, _ follower: Follower) throws(StoreFailure) {
        let total = try options.total(table)
        var last = run.cursor, done = 0
        while !options.isPaused() {
            let start = ContinuousClock.now, keys = try pairs.keys(after: last, limit: options.limit)
            guard let end = keys.last else { return try journal.set(run, .expanded, cursor: nil) }
            try transaction { () throws(StoreFailure) in
                try marks.add(keys)
                try journal.set(run, .expanding, cursor: end)
            }
            _ = try follower.step()
            last = end
            done += keys.count
            options.progress?(done, total)
            options.throttle(keys.count, since: start)
        }
    }

    // MARK: Follow

    /// Keeps both columns in step until it is told to stop, or until no write is waiting.
    ///
    /// - Parameter interval: the seconds between two checks; `nil` to stop when no write is waiting.
    public func follow(every interval: Double?) throws(StoreFailure) -> FollowReport {
        try owner.exclusively { () throws(StoreFailure) in try followAll(interval) }
    }

    private func followAll(_ interval: Double?) throws(StoreFailure) -> FollowReport {
        let run = try current(), follower = Follower(pairs, DirtyMarks(table, run), owner, run)
        guard let interval else { return try drain(follower) }
        while !options.isPaused() {
            if try follower.step() == 0 { Pause.seconds(interval) }
            options.progress?(follower.report.rows, follower.report.rows)
        }
        return follower.report
    }

    /// Runs until no write is waiting, including writes to rows that others have locked.
    private func drain(_ follower: Follower) throws(StoreFailure) -> FollowReport {
        let marks = DirtyMarks(table, try current())
        while !options.isPaused() {
            if try follower.step() > 0 { continue }
            if try marks.waiting().count == 0 { break }
            Pause.seconds(0.05)
        }
        var report = follower.report
        report.isComplete = !options.isPaused()
        return report
    }

    private func current() throws(StoreFailure) -> Journal.Run {
        guard let run = try journal.current(), run.state.hasTwoColumns else {
            throw StoreFailure(
                .refused, "the table has no column for new programs", remedy: "add it with store apply --mode expand")
        }
        if let refusal = try refusal(run) { throw refusal }
        return run
    }

    // MARK: Contract

    /// The fate of the old column.
    public enum Ending: Sendable {
        /// It is dropped. Its documents go to the journal.
        case drop
        /// It is dropped, and the new column takes its name.
        case replace
        /// It stays, and is no longer kept in step.
        case keep
    }

    /// Ends the two-column phase with the new column. Old programs must have stopped; their last writes are processed
    /// first.
    ///
    /// - Parameter acceptsRejects: continues even if documents could not be converted.
    public func contract(_ ending: Ending, acceptsRejects: Bool) throws(StoreFailure) -> FollowReport {
        try owner.exclusively { () throws(StoreFailure) in
            let run = try current()
            if run.state == .expanding {
                throw StoreFailure(
                    .refused, "the new column is not filled yet",
                    remedy: "fill it first (store apply --mode expand)")
            }
            return try end(run) { () throws(StoreFailure) in
                let rejected = try journal.counts(run).rejected
                if rejected > 0, !acceptsRejects {
                    throw StoreFailure(
                        .refused,
                        "the documents of \(rejected) rows could not be converted (see adapty_migration_rejects)",
                        remedy: "correct or delete these rows, or run store apply --mode contract --accept-rejects")
                }
                try removeMarks(run)
                try contract(run, ending)
            }
        }
    }

    /// Processes the waiting writes, and then, with the table locked, the last ones in one transaction with the rest.
    private func end(_ run: Journal.Run, _ body: () throws(StoreFailure) -> Void) throws(StoreFailure) -> FollowReport {
        let follower = Follower(pairs, DirtyMarks(table, run), owner, run), drained = try drain(follower)
        guard drained.isComplete else { return drained }
        try patiently { () throws(StoreFailure) in
            try journal.alone()
            try pairs.lock()
            while try follower.next() > 0 {}
            try body()
        }
        var report = follower.report
        report.isComplete = true
        return report
    }

    private func contract(_ run: Journal.Run, _ ending: Ending) throws(StoreFailure) {
        if ending == .keep { return try journal.close(run) }
        try keepOriginals(run)
        try pairs.drop(.old)
        if ending == .replace { try pairs.rename() }
        var address = table.address
        if ending == .drop { address.column = address.into }
        address.journal = table.journal
        let now = try DocumentTable(table.connection, address)
        try journal.move(run, to: now, RunBinding(now, options))
    }

    private func removeMarks(_ run: Journal.Run) throws(StoreFailure) {
        let marks = DirtyMarks(table, run)
        try marks.dropTriggers()
        try marks.forgetRejected()
        try marks.remove(isLast: !journal.hasOthersExpanded(run))
    }

    /// From here on the journal is that of an upgrade in place.
    private func keepOriginals(_ run: Journal.Run) throws(StoreFailure) {
        try each { page throws(StoreFailure) in
            try journal.add(
                run,
                page.map {
                    .init(
                        key: $0.key, original: $0.old == $0.new || $0.old == .null ? nil : $0.old,
                        written: Digest.of($0.new))
                })
        }
    }

    private func each(_ body: ([PairTable.Pair]) throws(StoreFailure) -> Void) throws(StoreFailure) {
        var last: SQLValue? = nil
        while true {
            let page = try pairs.page(after: last, limit: options.limit)
            guard let end = page.last else { return }
            try body(page)
            last = end.key
        }
    }

    // MARK: Rollback, status, verify

    /// Ends the two-column phase with the old column. The writes of new programs are converted to it first, then all
    /// additions are removed.
    func rollback() throws(StoreFailure) -> RollbackReport {
        if let run = try journal.current(), difference(run) == nil, try !pairs.hasColumn() {
            return try forgetColumn(run)
        }
        let run = try current()
        var report = RollbackReport()
        let followed = try end(run) { () throws(StoreFailure) in
            report = RollbackReport()
            let emptied = try DirtyMarks(table, run).emptied(journal.rejected(run))
            for (key, last) in emptied.sorted(by: { $0.key.description < $1.key.description }) {
                try giveBack(key, last, &report)
            }
            try removeMarks(run)
            try pairs.drop(.new)
            if emptied.isEmpty { try journal.end(run) } else { try journal.close(run) }
        }
        guard followed.isComplete else {
            report.next = "stopped: run store rollback again to continue"
            return report
        }
        journal.removeUnused()
        report.dropped = table.address.into
        report.isComplete = true
        return report
    }

    /// Ends the phase after somebody has dropped the new column.
    private func forgetColumn(_ run: Journal.Run) throws(StoreFailure) -> RollbackReport {
        try patiently { () throws(StoreFailure) in
            try removeMarks(run)
            try journal.end(run)
        }
        journal.removeUnused()
        var report = RollbackReport()
        report.dropped = table.address.into
        report.isComplete = true
        return report
    }

    /// Restores the last document that old programs could read.
    private func giveBack(_ key: SQLValue, _ last: SQLValue, _ report: inout RollbackReport) throws(StoreFailure) {
        for row in try pairs.locked([key], bytes: options.batchBytes) where last != .null {
            guard let refusal = try pairs.write(row, .old, last) else { continue }
            guard options.isForced, let path = options.rejects else {
                throw StoreFailure(
                    .refused, "key \(key): its last document for old programs cannot be restored: \(refusal)",
                    remedy:
                        "remove the cause and run store rollback again, or run store rollback --force; nothing was changed"
                )
            }
            let lost = Unrestored(.init(key: key, original: last, written: ""), refusal)
            try Unrestored.append([lost], of: table.address.table, to: path)
            report.skipped.add(lost.sentence)
        }
        report.kept.add(
            "key \(key): the document of a new program cannot be converted back; it is in adapty_migration_rejects")
    }

    func status(_ rows: Int, _ run: Journal.Run) throws(StoreFailure) -> StatusReport {
        let marks = DirtyMarks(table, run), rejected = try journal.counts(run).rejected, waiting = try marks.waiting(),
            filled = try pairs.filled()
        var report = StatusReport(
            state: run.state.rawValue, rows: rows, changed: filled, unchanged: max(0, rows - filled - rejected),
            rejected: rejected, cursor: run.cursor?.description, refusal: nil, next: run.state.wayOn)
        report.twoColumns = TwoColumnStatus(
            into: table.address.into, waiting: waiting.count, lag: waiting.seconds,
            conflicts: try marks.displaced(.conflict))
        return report
    }

    /// Reads both columns of every row. Each must convert to the other.
    func verify() throws(StoreFailure) -> VerifyReport {
        let run = try current(), marks = DirtyMarks(table, run), converter = PairConverter(pairs, options),
            rejected = try journal.rejected(run), total = try options.total(table)
        var report = VerifyReport()
        if run.state == .expanding {
            report.findings.add("the new column is not filled yet: run store apply --mode expand to continue")
        }
        try each { page throws(StoreFailure) in
            let waiting = try marks.marks(page.map(\.key))
            for row in page { try verify(row, waiting[row.key] != nil, rejected, converter, &report) }
            options.progress?(report.rows, total)
        }
        return report
    }

    private func verify(
        _ row: PairTable.Pair, _ isWaiting: Bool, _ rejected: Set<SQLValue>, _ converter: PairConverter,
        _ report: inout VerifyReport
    ) throws(StoreFailure) {
        let key = row.key
        report.rows += 1
        if isWaiting { return report.findings.add("key \(key): written since; run store follow to bring it in step") }
        if rejected.contains(key) {
            guard row.old == .null || row.new == .null || table.isRequired else {
                return report.findings.add("key \(key): rejected, but both columns have a document")
            }
            report.rejected.add(key.description)
        } else if try converter.isInStep(row) {
            report.proven += 1
        } else {
            report.findings.add("key \(key): the columns are not in step")
        }
    }
}

extension TableRun {
    /// The table while old and new programs use it at the same time.
    public var twoVersions: TwoVersionRun { TwoVersionRun(self) }
}
