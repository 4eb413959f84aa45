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
            let originals = ending == .keep ? nil : KeptOriginals(pairs, journal, run)
            func require(_ differing: Set<SQLValue>) throws(StoreFailure) {
                try requireSame(differing, run, acceptsRejects: acceptsRejects)
            }
            return try end(run, keeping: originals, require) { () throws(StoreFailure) in
                try removeMarks(run)
                try contract(run, ending)
            }
        }
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
        if ending == .keep { return try journal.close(run) }
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
            return try forgetColumn(run)
        }
        let run = try current()
        var report = RollbackReport()
        func require(_ differing: Set<SQLValue>) throws(StoreFailure) -> (rejected: Set<SQLValue>, lost: [Unrestored]) {
            let rejected = try journal.rejected(run), lost = try lost(differing.union(rejected))
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
        let followed = try end(run, keeping: nil, require) { (rejected, lost) throws(StoreFailure) in
            report = RollbackReport()
            if let path = options.rejects { try Unrestored.append(lost, of: table.address.table, to: path) }
            for row in lost { report.skipped.add(row.sentence) }
            let emptied = try DirtyMarks(table, run).emptied(rejected)
            for (key, last) in emptied.sorted(by: { $0.key.description < $1.key.description }) {
                try giveBack(key, last, &report)
            }
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

    /// The documents that only new programs can read, of some rows.
    private func lost(_ keys: Set<SQLValue>) throws(StoreFailure) -> [Unrestored] {
        let converter = PairConverter(pairs, options)
        return try pairs.rows(Array(keys)).filter { $0.new != .null && !converter.isInStep($0) }.map {
            Unrestored(
                .init(key: $0.key, original: $0.new, written: ""),
                "the document of a new program cannot be converted back")
        }
    }

    /// Restores the last document that old programs could read.
    private func giveBack(_ key: SQLValue, _ last: SQLValue, _ report: inout RollbackReport) throws(StoreFailure) {
        for row in try pairs.locked([key], bytes: options.batchBytes) where last != .null {
            guard let refusal = try pairs.write([(row, last)], .old)[key] else { continue }
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
    }

    private func removeMarks(_ run: Journal.Run) throws(StoreFailure) {
        let marks = DirtyMarks(table, run)
        try marks.dropTriggers()
        try marks.forgetRejected()
        try marks.remove(isLast: !journal.hasOthersExpanded(run))
    }

    /// Processes the waiting writes, reads every row, and then, with the table locked, processes the last writes. The very
    /// last ones are in one transaction with the rest.
    ///
    /// - Parameters:
    ///   - originals: the journal to make on the way.
    ///   - require: refuses, if need be. It gets the keys of rows in which old and new programs read different documents.
    ///     It is called twice: a refusal need not lock the table.
    ///   - body: gets what `require` has found out under the lock.
    private func end<Found>(
        _ run: Journal.Run, keeping originals: KeptOriginals?,
        _ require: (_ differing: Set<SQLValue>) throws(StoreFailure) -> Found,
        _ body: (Found) throws(StoreFailure) -> Void
    ) throws(StoreFailure) -> FollowReport {
        let marks = DirtyMarks(table, run), follower = Follower(pairs, marks, owner, run)
        guard try drain(follower).isComplete else { return follower.report }
        try journal.clear(run)
        follower.originals = originals
        let differing = try self.differing(run, marks, originals)
        guard try drain(follower).isComplete else { return follower.report }
        _ = try require(stillDiffering(differing))
        var report = follower.report
        while !report.isComplete, !options.isPaused() {
            try owner.patiently { () throws(StoreFailure) in
                try journal.alone()
                try owner.lock()
                // Programs that write faster than the follower wait for it a little, again and again.
                let isDone = try follower.catchUp(.milliseconds(100))
                if isDone { try body(require(stillDiffering(differing))) }
                report = follower.report
                report.isComplete = isDone
            }
        }
        return report
    }

    /// Reads every row while programs may write. What they write has marks, and is examined once more.
    ///
    /// - Returns: the keys of rows whose documents differ although no write is waiting, and no document was rejected.
    private func differing(_ run: Journal.Run, _ marks: DirtyMarks, _ originals: KeptOriginals?) throws(StoreFailure)
        -> Set<SQLValue>
    {
        let converter = PairConverter(pairs, options), total = try options.total(table)
        var differing: Set<SQLValue> = [], done = 0
        try each { page throws(StoreFailure) in
            let keys = page.map(\.key), waiting = try marks.marks(keys),
                rejected = try journal.rejected(run, among: keys)
            for row in page where waiting[row.key] == nil && !rejected.contains(row.key) && !converter.isInStep(row) {
                differing.insert(row.key)
            }
            if let originals {
                try table.connection.retried { () throws(StoreFailure) in
                    try originals.keep(keys.filter { waiting[$0] == nil })
                }
            }
            done += page.count
            options.progress?(done, total)
        }
        return differing
    }

    /// Those that nobody has written to since.
    private func stillDiffering(_ keys: Set<SQLValue>) throws(StoreFailure) -> Set<SQLValue> {
        let converter = PairConverter(pairs, options)
        return Set(try pairs.rows(Array(keys)).filter { !converter.isInStep($0) }.map(\.key))
    }
}
