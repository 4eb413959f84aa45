extension FileRun {
    public func status() throws(StoreFailure) -> StatusReport {
        guard let journal = try FileJournal(reading: place.journal) else {
            return StatusReport(
                state: "none", rows: 0, changed: 0, unchanged: 0, rejected: 0, cursor: nil, refusal: nil)
        }
        let counts = journal.latest.map(\.counts)
        let changed = counts.reduce(0) { $0 + $1.changed }, unchanged = counts.reduce(0) { $0 + $1.unchanged },
            rejected = counts.reduce(0) { $0 + $1.rejected }
        let refusal = journal.damaged.first.map { FileRun.damage(journal, $0) } ?? journal.binding.refusal(binding)
        return StatusReport(
            state: journal.state.rawValue, rows: changed + unchanged + rejected, changed: changed, unchanged: unchanged,
            rejected: rejected,
            cursor: journal.state == .running ? journal.entries.last?.path : nil, refusal: refusal?.description)
    }
}
