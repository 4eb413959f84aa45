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
            return try TwoVersionRun(self, rules: run.binding.rules).rollback()
        }
        if !options.isForced, let loss = try journal.loss(run) { throw loss }
        let total = try journal.counts(run), all = total.changed + total.unchanged
        try table.connection.transaction { () throws(StoreFailure) in try journal.set(run, .rollingBack, cursor: nil) }
        var back = BatchRollback(self, run), pace = Pace(options), last: SQLValue? = nil
        while !options.isPaused() {
            let entries = try journal.page(run, after: last, limit: pace.limit)
            guard let end = entries.last else {
                try settle(&back, &pace)
                if options.isPaused() { break }
                return try self.end(run, &back)
            }
            _ = try step(&back, &pace) { back throws(StoreFailure) in
                try back.write(entries)
                return entries.count
            }
            if back.isFull { try back.settleMissing() }
            last = end.key
            options.progress?(back.report.rows, all)
        }
        back.report.next = TableRun.stopped
        return back.report
    }

    /// What to do after an interruption.
    static let stopped = "stopped: run store rollback again to continue"

    private func end(_ run: Journal.Run, _ back: inout BatchRollback) throws(StoreFailure) -> RollbackReport {
        var waiting = Waiting(self, seconds: 0.05...1)
        try back.settleMissing()
        while back.hasMissing, !options.isPaused() {
            try waiting.pause()
            try back.settleMissing()
        }
        if back.hasMissing {
            back.report.next = TableRun.stopped
            return back.report
        }
        back.report.isComplete = true
        guard back.report.kept.isEmpty else {
            back.report.next =
                "the rollback has not ended: remove the cause and run store rollback again, or run store rollback --force"
            return back.report
        }
        try patiently { () throws(StoreFailure) in
            try journal.endEmpty(run, acceptsLoss: options.isForced)
            guard let former = table.former else { return }
            try lock()
            try table.rename(table.address.column, to: former)
        }
        back.report.renamed = table.former
        journal.removeUnused()
        return back.report
    }
}
