/// The ends of the phase: with the new column alone, or with the old one.
extension TwoVersionRun {
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
    /// - Throws: a refusal when old and new programs read different documents in a row.
    public func contract(_ ending: Ending, acceptsRejects: Bool) throws(StoreFailure) -> FollowReport {
        try owner.exclusively { () throws(StoreFailure) in
            let run = try current()
            if run.state == .expanding {
                throw StoreFailure(
                    .refused, "the new column is not filled yet",
                    remedy: "fill it first (store apply --mode expand)")
            }
            let onColumn = ending == .keep ? .init() : try TableDependents(table).onColumn()
            try requireNoObstacle(onColumn)
            func require(_ differing: Set<SQLValue>) throws(StoreFailure) {
                try requireSame(differing, run, acceptsRejects: acceptsRejects)
            }
            var report = try end(run, keepsOriginals: ending != .keep, require) { () throws(StoreFailure) in
                try removeMarks(run)
                try contract(run, ending)
            }
            report.warnings = onColumn.companions.map { "the \($0) went with the old column" }
            return report
        }
    }

    private func requireNoObstacle(_ onColumn: TableDependents.OnColumn) throws(StoreFailure) {
        if onColumn.obstacles.isEmpty { return }
        let others =
            onColumn.companions.isEmpty ? "" : "; with it would go: \(onColumn.companions.joined(separator: ", "))"
        throw StoreFailure(
            .refused,
            "the column \(table.address.column) cannot be dropped, because these use it: \(onColumn.obstacles.joined(separator: ", "))\(others)",
            remedy:
                "make them use \(table.address.into), or drop them, or run store apply --mode contract --old-column keep, or store rollback"
        )
    }

    private func requireSame(_ differing: Set<SQLValue>, _ run: Journal.Run, acceptsRejects: Bool) throws(StoreFailure)
    {
        if let key = differing.first {
            throw StoreFailure(
                .refused, "old and new programs read different documents in \(differing.count) rows, as key \(key)",
                remedy: "write the right one of the two again (a space at its end is enough), and repeat this")
        }
        let rejected = try journal.counts(run).rejected
        if rejected > 0, !acceptsRejects {
            throw StoreFailure(
                .refused, "the documents of \(rejected) rows could not be converted (see adapty_migration_rejects)",
                remedy: "correct or delete these rows, or run store apply --mode contract --accept-rejects")
        }
    }

    private func contract(_ run: Journal.Run, _ ending: Ending) throws(StoreFailure) {
        if ending == .keep {
            try journal.clear(run)
            return try journal.close(run)
        }
        try pairs.drop(.old)
        if ending == .replace { try table.rename(table.address.into, to: table.address.column) }
        var address = table.address
        if ending == .drop { address.column = address.into }
        address.journal = table.journal
        let now = try DocumentTable(table.connection, address)
        try journal.move(run, to: now, RunBinding(now, options))
    }

    /// Ends the two-column phase with the old column. The writes of new programs are converted to it first, then all
    /// additions are removed.
    ///
    /// - Throws: a refusal when documents of new programs cannot be converted, unless it is forced. Then they are appended
    ///   to the file of ``RunOptions/rejects``.
    func rollback() throws(StoreFailure) -> RollbackReport {
        if let run = try journal.current(), difference(run) == nil, try !pairs.hasColumn() {
            try requireNothingWaits(run)
            return try forgetColumn(run)
        }
        let run = try current()
        var report = RollbackReport()
        func require(_ differing: Set<SQLValue>) throws(StoreFailure) -> (rejected: Set<SQLValue>, lost: [Unrestored]) {
            let rejected = try journal.rejected(run), lost = try lost(differing.union(rejected), run)
            if !options.isForced || options.rejects == nil, let first = lost.first {
                throw StoreFailure(
                    .refused,
                    "\(lost.count) documents of new programs cannot be converted back, and the rollback would remove them; the first: \(first.sentence)",
                    remedy:
                        "correct them (see adapty_migration_rejects), or run store rollback --force, which writes them to a file"
                )
            }
            return (rejected, lost)
        }
        let followed = try end(run, keepsOriginals: false, require) { (rejected, lost) throws(StoreFailure) in
            report = RollbackReport()
            if let path = options.rejects { try Unrestored.append(lost, of: table.address.table, to: path) }
            for row in lost { report.skipped.add(row.sentence) }
            let emptied = try journal.emptied(run, rejected)
            for (key, last) in emptied.sorted(by: { $0.key.description < $1.key.description }) {
                try giveBack(key, last, &report)
            }
            try setReducedAside(run, &report)
            try tellOfNulls(run, rejected, &report)
            try removeMarks(run)
            try pairs.drop(.new)
            try journal.end(run)
        }
        guard followed.isComplete else {
            report.next = TableRun.stopped
            return report
        }
        return end(report)
    }

    /// What new programs wrote to a column that is gone may be in one of another name.
    private func requireNothingWaits(_ run: Journal.Run) throws(StoreFailure) {
        let waiting = try DirtyMarks(table, run).waiting().count
        guard waiting == 0 || options.isForced else {
            throw StoreFailure(
                .refused, "\(waiting) writes were not processed, and the column \(table.address.into) is gone",
                remedy: "rename it back if it was renamed, or run store rollback --force")
        }
    }

    /// Ends the phase after somebody has dropped the new column.
    private func forgetColumn(_ run: Journal.Run) throws(StoreFailure) -> RollbackReport {
        try owner.patiently { () throws(StoreFailure) in
            try owner.lock()
            try removeMarks(run)
            try journal.end(run)
        }
        return end(RollbackReport())
    }

    private func end(_ report: RollbackReport) -> RollbackReport {
        journal.removeUnused()
        var report = report
        report.dropped = table.address.into
        report.isComplete = true
        return report
    }

    /// Names the rows that new programs have emptied, and whose old column cannot be null.
    private func tellOfNulls(_ run: Journal.Run, _ rejected: Set<SQLValue>, _ report: inout RollbackReport)
        throws(StoreFailure)
    {
        guard table.isRequired else { return }
        let known = try journal.entries(run, Array(rejected))
        for row in try pairs.rows(Array(rejected)) where row[.new] == .null {
            guard known[row.key]?.written == Journal.Entry.unsettled else { continue }
            report.skipped.add("key \(row.key): null for new programs, but \(table.column) cannot be null, and stays")
        }
    }

    /// The documents that only new programs can read, of some rows.
    private func lost(_ keys: Set<SQLValue>, _ run: Journal.Run) throws(StoreFailure) -> [Unrestored] {
        try notInStep(keys, run).filter { $0[.new] != .null }.map {
            Unrestored($0.key, $0[.new], "the document of a new program cannot be converted back")
        }
    }

    /// Keeps the documents of new programs of which old ones cannot read all: the column goes.
    private func setReducedAside(_ run: Journal.Run, _ report: inout RollbackReport) throws(StoreFailure) {
        var last: SQLValue? = nil
        while let path = options.rejects {
            let made = try journal.page(run, after: last, limit: options.limit, " AND made_as IS NOT NULL")
            guard let end = made.last else { return }
            let rows = try pairs.rows(made.map(\.key))
            try Unrestored.append(
                rows.map { Unrestored($0.key, $0[.new], WayBack.Fate.made(.null, isWhole: false).reason) },
                of: table.address.table, to: path)
            for row in rows { report.reduced.add(row.key.description) }
            last = end.key
        }
    }

    /// Restores the last document that old programs could read.
    private func giveBack(_ key: SQLValue, _ last: SQLValue, _ report: inout RollbackReport) throws(StoreFailure) {
        for row in try pairs.locked([key], bytes: options.batchBytes) where last != .null {
            guard case .refused(let refusal) = try pairs.write([(row, last)], .old)[key] else { continue }
            guard options.isForced, let path = options.rejects else {
                throw StoreFailure(
                    .refused, "key \(key): its last document for old programs cannot be restored: \(refusal)",
                    remedy:
                        "remove the cause and run store rollback again, or run store rollback --force; nothing was changed"
                )
            }
            let lost = Unrestored(key, last, refusal)
            try Unrestored.append([lost], of: table.address.table, to: path)
            report.skipped.add(lost.sentence)
        }
    }

    private func removeMarks(_ run: Journal.Run) throws(StoreFailure) {
        let marks = DirtyMarks(table, run)
        try marks.dropTriggers()
        try journal.forgetDisplaced(run, .rejected)
        try marks.remove(isLast: !journal.hasOthersExpanded(run))
    }

    /// Processes the waiting writes, reads every row, and then, with the table locked, processes the last writes. The very
    /// last ones are in one transaction with the rest.
    ///
    /// - Parameters:
    ///   - keepsOriginals: whether the journal gets the old documents on the way.
    ///   - require: refuses, if need be. It gets the keys of rows in which old and new programs read different documents.
    ///     It is called twice: a refusal need not lock the table.
    ///   - body: gets what `require` has found out under the lock.
    private func end<Found>(
        _ run: Journal.Run, keepsOriginals: Bool,
        _ require: (_ differing: Set<SQLValue>) throws(StoreFailure) -> Found,
        _ body: (Found) throws(StoreFailure) -> Void
    ) throws(StoreFailure) -> FollowReport {
        var work = try work(run)
        guard try drain(&work).isComplete else { return work.follower.report }
        work.follower.keepsOriginals = keepsOriginals
        if keepsOriginals { try journal.removeMissing(run, in: table) }
        let differing = try differing(run, &work)
        guard try drain(&work).isComplete else { return work.follower.report }
        _ = try require(Set(notInStep(differing, run).map(\.key)))
        var report = work.follower.report
        while !report.isComplete, !options.isPaused() {
            let before = work.follower, limit = work.pace.limit
            try owner.patiently { () throws(StoreFailure) in
                work.follower = before
                try journal.alone()
                try owner.lock()
                // Programs that write faster than the follower wait for it a little, again and again.
                let end = ContinuousClock.now + .milliseconds(100)
                while ContinuousClock.now < end, try work.follower.next(limit) > 0 {}
                let isDone = try !work.marks.isWaiting()
                if isDone { try body(require(Set(notInStep(differing, run).map(\.key)))) }
                report = work.follower.report
                report.isComplete = isDone
            }
        }
        return report
    }

    /// Reads every row while programs may write. What they write has marks, and is examined once more.
    ///
    /// - Returns: the keys of rows whose documents differ although no write is waiting, and no document was rejected.
    private func differing(_ run: Journal.Run, _ work: inout Work) throws(StoreFailure) -> Set<SQLValue> {
        let converter = PairConverter(pairs, options), total = try options.total(table)
        var differing: Set<SQLValue> = [], done = 0
        try each(run) { page, known throws(StoreFailure) in
            let keys = page.map(\.key), waiting = try work.marks.marks(keys),
                rejected = try journal.rejected(run, among: keys), rows = page.filter { waiting[$0.key] == nil }
            for row in rows where !rejected.contains(row.key) && !converter.isInStep(row, known[row.key]) {
                differing.insert(row.key)
            }
            if work.follower.keepsOriginals {
                _ = try owner.step(&work.follower, &work.pace) { follower throws(StoreFailure) in
                    try follower.keep(rows, known, rejected)
                    return rows.count
                }
            }
            done += page.count
            options.progress?(done, total)
        }
        return differing
    }

    /// The rows of which old and new programs read different documents.
    private func notInStep(_ keys: Set<SQLValue>, _ run: Journal.Run) throws(StoreFailure) -> [DocumentTable.Row] {
        let converter = PairConverter(pairs, options), known = try journal.entries(run, Array(keys))
        return try pairs.rows(Array(keys)).filter { !converter.isInStep($0, known[$0.key]) }
    }
}
