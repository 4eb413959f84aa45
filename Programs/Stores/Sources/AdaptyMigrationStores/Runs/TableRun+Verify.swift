import AdaptyMigrationTools

/// What a check of an upgraded table found.
public struct VerifyReport: Sendable {
    public internal(set) var rows = 0
    /// Rows that are what was written, and whose original gives just that.
    public internal(set) var proven = 0
    /// Rows that were left as they are, with their reason in the rejects.
    public internal(set) var rejected = 0
    /// What is not as it was left, one sentence a row; the first hundred.
    public internal(set) var findings: [String] = []
    public internal(set) var findingCount = 0

    public var holds: Bool { findingCount == 0 }

    mutating func find(_ sentence: String) {
        findingCount += 1
        if findings.count < 100 { findings.append(sentence) }
    }
}

extension TableRun {
    /// Reads every row again and compares it with the journal: nothing missing, nothing double, nothing changed, every
    /// original takes its row's place.
    public func verify() throws(StoreFailure) -> VerifyReport {
        let run = try begun()
        return try run.state.hasTwoColumns ? TwoVersionRun(self, run).verify() : verify(run)
    }

    /// The run in this table, which this program can go on with.
    func begun() throws(StoreFailure) -> Journal.Run {
        guard let run = try journal.current() else {
            throw StoreFailure(.refused, "nothing was upgraded in this table", remedy: "run store apply first")
        }
        if !run.state.hasTwoColumns, let refusal = run.binding.refusal(binding) { throw refusal }
        return run
    }

    func verify(_ run: Journal.Run) throws(StoreFailure) -> VerifyReport {
        var report = VerifyReport()
        let converter = DocumentConverter(options), rejected = try journal.rejected(run),
            total = try options.total(table)
        if run.state == .running, let cursor = run.cursor {
            report.find("the upgrade is not finished: apply goes on after key \(cursor)")
        }
        if let loss = try journal.loss(run) { report.find(loss) }
        try pages(after: nil) { rows throws(StoreFailure) in
            let entries = try journal.entries(run, rows.map(\.key))
            for row in rows { try verify(row, entries[row.key], rejected, run, converter, &report) }
            options.progress?(report.rows, total)
            return !options.isPaused()
        }
        for key in try journal.missing(run, in: table) { report.find("key \(key): the row is gone") }
        return report
    }

    private func verify(
        _ row: DocumentTable.Row, _ entry: Journal.Entry?, _ rejected: Set<SQLValue>, _ run: Journal.Run,
        _ converter: DocumentConverter, _ report: inout VerifyReport
    ) throws(StoreFailure) {
        report.rows += 1
        let key = row.key, digest = Digest.of(row.value)
        guard let entry else {
            if rejected.contains(key) {
                report.rejected += 1
            } else if let other = try journal.key(run, of: digest) {
                report.find("key \(key): not in the journal, and the same document as key \(other)")
            } else {
                report.find("key \(key): not in the journal: not upgraded yet, or written since; apply again")
            }
            return
        }
        guard digest == entry.written else {
            let other = try journal.key(run, of: digest)
            return report.find(
                "key \(key): changed since the upgrade" + (other.map { ", to what key \($0) was" } ?? ""))
        }
        guard let original = entry.original?.bytes else {
            report.proven += 1
            return
        }
        guard converter.gives(digest, of: original, isExact: table.isExact) else {
            return report.find("key \(key): its original in the journal does not give what stands here")
        }
        report.proven += 1
    }
}
