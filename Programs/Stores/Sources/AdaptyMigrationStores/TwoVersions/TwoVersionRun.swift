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
    let options: RunOptions
    private let binding: RunBinding

    /// - Parameters:
    ///   - run: the run that is continued; `nil` to begin one.
    ///   - rules: the rules that are accepted; `nil` for those of this program.
    init(_ owner: TableRun, _ run: Journal.Run? = nil, rules: String? = nil) {
        self.owner = owner
        pairs = PairTable(table: owner.table)
        var options = owner.options
        options.insertedAs = options.from ?? run?.binding.insertedAs
        if run?.binding.hasFrom == false { options.from = nil }
        self.options = options
        let own = RunBinding(owner.table, options).expanded(into: owner.table.address.into)
        binding = RunBinding(rules: rules ?? own.rules, source: own.source, options: own.options)
    }

    /// The reason why a run cannot be continued; `nil` when it can.
    func refusal(_ run: Journal.Run) throws(StoreFailure) -> StoreFailure? {
        if let difference = difference(run) { return difference }
        if try pairs.hasColumn() { return nil }
        return StoreFailure(
            .refused, "the column \(table.address.into) is gone",
            remedy: "rename it back if it was renamed, or run store rollback to end this phase")
    }

    func difference(_ run: Journal.Run) -> StoreFailure? {
        guard let refusal = run.binding.inserting(as: nil).refusal(binding) else { return nil }
        return StoreFailure(
            refusal.kind, refusal.message,
            remedy: run.binding.rules == binding.rules
                ? "repeat the command with the address and the options of that run"
                : "use that version of adapty-migrate, or run store rollback")
    }

    var table: DocumentTable { owner.table }
    var journal: Journal { owner.journal }

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
        var work = try work(run)
        if run.state == .expanding { try fill(run, &work) }
        var report = try drain(&work)
        report.warnings = try work.follower.warnings + TableDependents(table).onColumn().warnings
        return report
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

    /// Fills one batch of rows at a time, so that no transaction grows with the table.
    private func fill(_ run: Journal.Run, _ work: inout Work) throws(StoreFailure) {
        let total = try options.total(table)
        var last = run.cursor, done = 0
        while !options.isPaused() {
            let start = ContinuousClock.now, limit = work.pace.limit, keys = try pairs.keys(after: last, limit: limit)
            guard let end = keys.last else { return try journal.set(run, .expanded, cursor: nil) }
            _ = try owner.step(&work.follower, &work.pace) { follower throws(StoreFailure) in
                try follower.fill(keys, limit)
                try journal.set(run, .expanding, cursor: end)
                return keys.count
            }
            last = end
            done += keys.count
            options.progress?(done, total)
            options.throttle(keys.count, since: start)
        }
    }

    // MARK: Follow

    /// A follower, and how much it does at once.
    struct Work {
        let marks: DirtyMarks
        var follower: Follower
        var pace: Pace
    }

    func work(_ run: Journal.Run) throws(StoreFailure) -> Work {
        let marks = DirtyMarks(table, run)
        return Work(marks: marks, follower: Follower(pairs, marks, owner, run, options), pace: Pace(options))
    }

    /// Keeps both columns in step until it is told to stop, or until the writes that are waiting now are processed.
    ///
    /// - Parameter interval: the seconds between two checks; `nil` to process the writes that are waiting now.
    public func follow(every interval: Double?) throws(StoreFailure) -> FollowReport {
        try owner.exclusively { () throws(StoreFailure) in try followAll(interval) }
    }

    private func followAll(_ interval: Double?) throws(StoreFailure) -> FollowReport {
        let run = try current()
        try remember(run)
        var work = try work(run)
        guard let interval else { return try drain(&work) }
        while !options.isPaused() {
            if try step(&work) == 0 { Pause.seconds(interval) }
            options.progress?(work.follower.report.rows, work.follower.report.rows)
        }
        return work.follower.report
    }

    /// Keeps the dialect that was named for what new programs insert, and tries the rejected rows again with it.
    private func remember(_ run: Journal.Run) throws(StoreFailure) {
        guard !run.binding.hasFrom, let dialect = options.insertedAs, run.binding.insertedAs != dialect else { return }
        try table.connection.retried { () throws(StoreFailure) in
            try journal.set(run, run.binding.inserting(as: dialect))
            try DirtyMarks(table, run).add(Array(journal.rejected(run)))
        }
    }

    /// Processes the rows that have waited longest, in a transaction.
    ///
    /// - Returns: the number of processed rows; 0 when none waits, or when others are writing to all of them.
    private func step(_ work: inout Work) throws(StoreFailure) -> Int {
        // Checking first takes no lock that programs would have to wait for.
        guard try work.marks.isWaiting() else { return 0 }
        let limit = work.pace.limit
        return try owner.step(&work.follower, &work.pace) { follower throws(StoreFailure) in try follower.next(limit) }
    }

    /// Processes the writes that are waiting now, including those to rows that others have locked. Later ones may go on
    /// for ever.
    func drain(_ work: inout Work) throws(StoreFailure) -> FollowReport {
        let last = try work.marks.last()
        var waiting = Waiting(owner, seconds: 0.05...1)
        while !options.isPaused(), try work.marks.isWaiting(upTo: last) {
            if try step(&work) > 0 {
                waiting = Waiting(owner, seconds: 0.05...1)
            } else {
                try waiting.pause(work.marks.keys(limit: work.pace.limit.rows).keys)
            }
        }
        var report = work.follower.report
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
    ///
    /// - Throws: a failure when the journal cannot be read.
    public var twoVersions: TwoVersionRun {
        get throws(StoreFailure) { TwoVersionRun(self, try journal.current()) }
    }
}
