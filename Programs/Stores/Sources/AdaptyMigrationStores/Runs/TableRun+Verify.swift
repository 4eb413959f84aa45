@_spi(Tools) import AdaptyMigrationTools

/// The result of checking an upgraded table.
public struct VerifyReport: Sendable {
    public internal(set) var rows = 0
    /// The number of rows that are as written, and whose original upgrades to exactly that.
    public internal(set) var proven = 0
    /// The number of rows that were left unchanged, with their reason in the rejects.
    public internal(set) var rejected = 0
    /// The differences, one sentence each; at most a hundred.
    public internal(set) var findings: [String] = []
    public internal(set) var findingCount = 0

    public var holds: Bool { findingCount == 0 }

    mutating func find(_ sentence: String) {
        findingCount += 1
        if findings.count < 100 { findings.append(sentence) }
    }
}

extension TableRun {
    /// Reads every row again and compares it with the journal: nothing is missing, duplicated or changed, and every
    /// original upgrades to its row.
    public func verify() throws(StoreFailure) -> VerifyReport {
        let run = try begun()
        return try run.state.hasTwoColumns ? TwoVersionRun(self, run).verify() : verify(run)
    }

    /// The run in this table, if this program can continue it.
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
            report.find("the upgrade is not finished: run apply to continue after key \(cursor)")
        }
        if let loss = try journal.loss(run) { report.find(loss) }
        try pages(after: nil) { rows throws(StoreFailure) in
            let entries = try journal.entries(run, rows.map(\.key))
            for row in rows { try verify(row, entries[row.key], rejected, run, converter, &report) }
            options.progress?(report.rows, total)
            return !options.isPaused()
        }
        for key in try journal.missing(run, in: table) { report.find("key \(key): the row is missing") }
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
                report.find("key \(key): not in the journal: not upgraded yet, or written since; run apply again")
            }
            return
        }
        guard digest == entry.written else {
            let other = try journal.key(run, of: digest)
            return report.find(
                "key \(key): changed since the upgrade" + (other.map { ", to the former document of key \($0)" } ?? ""))
        }
        guard let original = entry.original?.bytes else {
            report.proven += 1
            return
        }
        guard converter.gives(digest, of: original, isExact: table.isExact) else {
            return report.find("key \(key): its original in the journal upgrades to a different document")
        }
        report.proven += 1
    }
}
