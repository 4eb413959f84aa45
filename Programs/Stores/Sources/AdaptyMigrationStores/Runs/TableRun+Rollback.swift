extension TableRun {
    /// Restores everything in the journal, even after a partial run. If it is stopped, the next call continues.
    ///
    /// - Throws: a refusal when the journal does not have all originals of the run, unless it is forced. The existing ones
    ///   are kept.
    public func rollback() throws(StoreFailure) -> RollbackReport {
        try exclusively { () throws(StoreFailure) in try rollbackAll() }
    }

    private func rollbackAll() throws(StoreFailure) -> RollbackReport {
        guard let run = try journal.current() else {
            journal.removeUnused()
            throw StoreFailure(
                .refused, "nothing was upgraded in this table",
                remedy: "there is nothing to roll back; run store apply to upgrade it")
        }
        if run.state.hasTwoColumns {
            return try TwoVersionRun(self, run, rules: run.binding.rules).rollback()
        }
        if !options.isForced, let loss = try journal.loss(run) { throw loss }
        let total = try journal.counts(run), all = total.changed + total.unchanged
        var back = BatchRollback(self, run), pace = Pace(options)
        let moved = MovedRows(self, run)
        try back.passOver(moved, moved.settle(), isTold: run.state == .complete)
        try table.connection.transaction { () throws(StoreFailure) in try journal.set(run, .rollingBack, cursor: nil) }
        var last: SQLValue? = nil
        while !options.isPaused() {
            let entries = try journal.page(run, after: last, limit: pace.limit)
            guard let end = entries.last else {
                try settle(moved, &back, &pace)
                return try self.end(run, &back)
            }
            _ = try step(&back, &pace) { back throws(StoreFailure) in
                try back.write(entries)
                return entries.count
            }
            last = end.key
            options.progress?(back.report.rows, all)
        }
        return back.end(isComplete: false, next: TableRun.stopped)
    }

    /// What to do after an interruption.
    static let stopped = "stopped: run store rollback again to continue"

    /// Works on the rows that others held, and on those that have got other keys meanwhile, until there are none.
    private func settle(_ moved: MovedRows, _ back: inout BatchRollback, _ pace: inout Pace) throws(StoreFailure) {
        try settle(&back, &pace)
        while !options.isPaused() {
            let missing = back.takeMissing()
            if missing.isEmpty { return }
            let found = try moved.find(missing)
            for start in stride(from: 0, to: missing.count, by: options.batch) {
                let part = missing[start..<min(start + options.batch, missing.count)].filter { found[$0.key] == nil }
                _ = try step(&back, &pace) { back throws(StoreFailure) in
                    try back.discard(part)
                    return part.count
                }
            }
            back.take(found.values)
            try settle(&back, &pace)
        }
    }

    private func end(_ run: Journal.Run, _ back: inout BatchRollback) throws(StoreFailure) -> RollbackReport {
        if options.isPaused() { return back.end(isComplete: false, next: TableRun.stopped) }
        try back.setReplacedAside()
        guard back.report.kept.isEmpty else {
            return back.end(
                isComplete: true,
                next:
                    "the rollback has not ended: remove the cause and run store rollback again, or run store rollback --force"
            )
        }
        try patiently { () throws(StoreFailure) in
            try journal.endEmpty(run, acceptsLoss: options.isForced)
            guard let former = table.former else { return }
            try lock()
            try table.rename(table.address.column, to: former)
        }
        journal.removeUnused()
        return back.end(isComplete: true, renamed: table.former)
    }
}
