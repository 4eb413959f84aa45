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
        if run.state == .complete { try restoreMoved(run, &back, &pace) }
        try table.connection.transaction { () throws(StoreFailure) in try journal.set(run, .rollingBack, cursor: nil) }
        var missing = MissingRows(self, run, isBefore: false), last: SQLValue? = nil
        while !options.isPaused() {
            let entries = try journal.page(run, after: last, limit: pace.limit)
            guard let end = entries.last else {
                try settle(&back, &pace)
                for entry in back.takeMissing() { missing.add(entry) }
                try settle(&missing, &back, &pace)
                return try self.end(run, &back)
            }
            _ = try step(&back, &pace) { back throws(StoreFailure) in
                try back.write(entries)
                return entries.count
            }
            for entry in back.takeMissing() { missing.add(entry) }
            if missing.isFull { try missing.settle(&back, &pace, tellsOthers: false) }
            last = end.key
            options.progress?(back.report.rows, all)
        }
        return back.end(isComplete: false, next: TableRun.stopped)
    }

    /// What to do after an interruption.
    static let stopped = "stopped: run store rollback again to continue"

    /// Restores the rows that programs have given other keys, while the journal still knows all others.
    private func restoreMoved(_ run: Journal.Run, _ back: inout BatchRollback, _ pace: inout Pace) throws(StoreFailure)
    {
        var last: SQLValue? = nil, isFirst = true
        while !options.isPaused() {
            var missing = MissingRows(self, run, isBefore: true)
            while !missing.isFull {
                let entries = try journal.missing(run, in: table, after: last, limit: options.limit)
                guard let end = entries.last else { break }
                for entry in entries { missing.add(entry) }
                last = end.key
            }
            if missing.isEmpty, !isFirst { return }
            try missing.settle(&back, &pace, tellsOthers: isFirst)
            try settle(&missing, &back, &pace)
            isFirst = false
        }
    }

    /// Looks for missing rows until no program is writing to them.
    private func settle(_ missing: inout MissingRows, _ back: inout BatchRollback, _ pace: inout Pace)
        throws(StoreFailure)
    {
        var waiting = Waiting(self, seconds: 0.05...1)
        while !missing.isEmpty, !options.isPaused() {
            try missing.settle(&back, &pace, tellsOthers: false)
            if !missing.isEmpty { try waiting.pause(missing.keys) }
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
