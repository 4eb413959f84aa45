@_spi(Tools) import AdaptyMigrationTools

/// Manages a table that old and new programs use at the same time. A column for new programs is added beside the old
/// one, and both are kept in step until only new programs are left.
///
/// `expand` adds the column and the triggers, then fills the column. `follow` processes the writes of both sides.
/// `contract` ends the phase with the new column, and `rollback` with the old one. Filling and following use the same
/// code: a row to be filled is marked like a written one.
public final class TwoVersionRun {
    let owner: TableRun
    let pairs: PairTable
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

    func difference(_ run: Journal.Run) -> StoreFailure? {
        guard let refusal = run.binding.refusal(binding) else { return nil }
        return StoreFailure(
            refusal.kind, refusal.message,
            remedy: run.binding.rules == binding.rules
                ? "repeat the command with the address and the options of that run"
                : "use that version of adapty-migrate, or run store rollback")
    }

    var table: DocumentTable { owner.table }
    var journal: Journal { owner.journal }
    var options: RunOptions { owner.options }

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
        try owner.patiently { () throws(StoreFailure) in try begin() }
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
        try owner.lock()
        try pairs.addColumn()
        try DirtyMarks(table, run).create()
    }

    /// Marks one batch of rows at a time, so that neither the marks nor a transaction grow with the table.
    private func fill(_ run: Journal.Run, _ marks: DirtyMarks, _ follower: Follower) throws(StoreFailure) {
        let total = try options.total(table)
        var last = run.cursor, done = 0
        while !options.isPaused() {
            let start = ContinuousClock.now, keys = try pairs.keys(after: last, limit: follower.limit)
            guard let end = keys.last else { return try journal.set(run, .expanded, cursor: nil) }
            try table.connection.retried { () throws(StoreFailure) in
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

    /// Keeps both columns in step until it is told to stop, or until the writes that are waiting now are processed.
    ///
    /// - Parameter interval: the seconds between two checks; `nil` to process the writes that are waiting now.
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

    /// Processes the writes that are waiting now, including those to rows that others have locked. Later ones may go on
    /// for ever.
    func drain(_ follower: Follower) throws(StoreFailure) -> FollowReport {
        let marks = DirtyMarks(table, try current()), last = try marks.last()
        while !options.isPaused(), try marks.isWaiting(upTo: last) {
            if try follower.step() == 0 { Pause.seconds(0.05) }
        }
        var report = follower.report
        report.isComplete = !options.isPaused()
        return report
    }

    func current() throws(StoreFailure) -> Journal.Run {
        guard let run = try journal.current(), run.state.hasTwoColumns else {
            throw StoreFailure(
                .refused, "the table has no column for new programs", remedy: "add it with store apply --mode expand")
        }
        if let refusal = try refusal(run) { throw refusal }
        return run
    }
}

extension TableRun {
    /// The table while old and new programs use it at the same time.
    public var twoVersions: TwoVersionRun { TwoVersionRun(self) }
}
