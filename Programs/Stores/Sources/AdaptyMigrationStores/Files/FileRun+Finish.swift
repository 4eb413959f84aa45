import AdaptyMigrationFiles

extension FileRun {
    /// Ends a complete and verified upgrade: removes the journal with all originals. After that, it cannot be rolled
    /// back. If it is stopped, the next call continues.
    ///
    /// - Parameter isConfirmed: `false` only checks.
    /// - Throws: a refusal when the upgrade is not complete.
    public func finish(isConfirmed: Bool) throws(StoreFailure) -> FinishReport {
        guard try FileJournal(reading: place.journal) != nil else {
            throw StoreFailure(.refused, "nothing was upgraded here", remedy: "run store apply first")
        }
        let report = try exclusively { () throws(StoreFailure) in try finishAll(isConfirmed) }
        if report.isDone { try disk.removeEmptyFolder(place.journal) }
        return report
    }

    private func finishAll(_ isConfirmed: Bool) throws(StoreFailure) -> FinishReport {
        let journal = try openJournal(for: .finishing), isBegun = journal.state == .finishing
        guard isBegun || journal.state == .complete else {
            throw StoreFailure(.refused, journal.state.remark ?? "", remedy: "complete the upgrade first")
        }
        // Once some originals are removed, nothing can be compared any more.
        let verification = try isBegun ? VerifyReport() : verify(),
            originals = journal.entries.filter { $0.original != nil }
        let bytes = originals.reduce(0) { $0 + (FileStatus.of(journal.original($1.number))?.size ?? 0) }
        var report = FinishReport(verification: verification, originals: originals.count, bytes: bytes)
        guard isConfirmed, verification.holds, !options.isPaused() else { return report }
        try journal.set(.finishing, disk)
        try journal.end(disk)
        report.isDone = true
        return report
    }
}
