extension TableRun {
    /// Reads every row again and compares it with the journal: nothing is lost, duplicated or swapped, and every
    /// original upgrades to its row. Rows that programs changed, added or deleted are listed.
    public func verify() throws(StoreFailure) -> VerifyReport {
        let run = try begun()
        return try run.state.hasTwoColumns ? TwoVersionRun(self, run).verify() : verify(run)
    }

    /// The run in this table, if this program can continue it.
    func begun() throws(StoreFailure) -> Journal.Run {
        guard let run = try journal.current() else {
            throw StoreFailure(.refused, "nothing was upgraded in this table", remedy: "run store apply first")
        }
        return try usable(run)
    }

    /// - Throws: a refusal when this program cannot continue the run.
    func usable(_ run: Journal.Run) throws(StoreFailure) -> Journal.Run {
        if !run.state.hasTwoColumns, let refusal = run.binding.refusal(binding) { throw refusal }
        return run
    }

    func verify(_ run: Journal.Run) throws(StoreFailure) -> VerifyReport {
        var check = try RowCheck(self, run)
        let total = try options.total(table)
        try pages(after: nil) { rows throws(StoreFailure) in
            try check.read(rows)
            options.progress?(check.report.rows, total)
            return !options.isPaused()
        }
        return try check.end()
    }
}
