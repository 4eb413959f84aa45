/// The runs of a whole database.
public struct StoreDatabase {
    private let connection: any SQLConnection

    /// - Parameter text: an address of SQLite or PostgreSQL. Its table does not matter, and may be missing.
    public init(_ text: String) throws(StoreFailure) {
        connection = try DatabaseAddress(text).place.connect()
    }

    /// The runs that are not over, in all journals that this role may read.
    public func runs() throws(StoreFailure) -> [RunSummary] {
        var runs: [RunSummary] = []
        for case (let schema, true) in try JournalPlace.all(connection) {
            runs +=
                try JournalPlace.unlessGone(connection, schema) { () throws(StoreFailure) in try self.runs(in: schema) }
                ?? []
        }
        return runs
    }

    private func runs(in schema: String?) throws(StoreFailure) -> [RunSummary] {
        let name = { JournalPlace.name($0, in: schema) }
        let rows = try connection.rows(
            """
            SELECT r.id, target, state, (SELECT count(*) FROM \(name("adapty_migration_rejects")) WHERE run = r.id),
            count(e.key), count(e.original), CAST(coalesce(sum(\(connection.dialect.originalBytes)), 0) AS BIGINT) FROM \(name("adapty_migration_runs")) r
            LEFT JOIN \(name("adapty_migration_journal")) e ON e.run = r.id WHERE state <> 'ended'
            GROUP BY r.id, target, state ORDER BY r.id
            """)
        let renamed = try RenamedColumn.all(connection, schema)
        var runs: [RunSummary] = []
        for row in rows { runs.append(try summary(row, schema, now: renamed[row[0].integer ?? 0])) }
        return runs
    }

    /// - Parameter now: the present name of its column, if that was renamed.
    private func summary(_ row: [SQLValue], _ journal: String?, now: String?) throws(StoreFailure) -> RunSummary {
        let numbers = row[3...].map { Int($0.integer ?? 0) }, address = TableAddress(target: row[1].text ?? "")
        let isThere = try TableColumn.all(connection, address).contains { $0.name == address.column }
        return RunSummary(
            journal: journal, schema: address.schema, table: address.table, column: address.column,
            isTableThere: isThere, renamed: now.map { TableAddress(target: $0).name }, state: row[2].text ?? "",
            rows: numbers[1], rejected: numbers[0], originals: numbers[2], bytes: numbers[3])
    }

    /// Ends the run of a table or column that is gone, and removes its originals.
    ///
    /// - Parameters:
    ///   - isConfirmed: `false` only tells what would be removed.
    ///   - acceptsLosses: whether the originals may go. They are all that is left of the documents.
    /// - Throws: a refusal when the table is there, perhaps under another name, when there is not exactly one such run, or
    ///   when it has originals that may not go.
    public func forget(_ table: TableAddress, isConfirmed: Bool, acceptsLosses: Bool = false) throws(StoreFailure)
        -> RunSummary
    {
        let found = try runs().filter { run in
            [run.table, "\(run.schema ?? "").\(run.table)"].contains(table.table) && run.column == table.column
                && [nil, run.schema].contains(table.schema) && [nil, run.journal].contains(table.journal)
        }
        guard let summary = found.first, found.count == 1 else {
            throw StoreFailure(
                .refused, "\(found.count) runs are of the column \(table.column) of a table \(table.table)",
                remedy: "store status without a table lists the runs; name one with table, column, schema and journal")
        }
        guard !summary.isTableThere else {
            throw StoreFailure(
                .refused, "the table \(summary.table) is there",
                remedy: "end its run with store finish or store rollback, without --forget")
        }
        if let name = summary.renamed {
            throw StoreFailure(
                .refused, "the column \(summary.name) is now called \(name)",
                remedy: "end its run under that name, or rename it back")
        }
        guard !isConfirmed || acceptsLosses || summary.originals == 0 else {
            throw StoreFailure(
                .refused, "the journal has \(summary.originals) originals of \(summary.name), which is gone",
                remedy: "rename it back if it was renamed; --accept-losses removes the originals for good")
        }
        let journal = Journal(connection, summary.journal, summary.address)
        guard isConfirmed, let run = try journal.current() else { return summary }
        try connection.transaction { () throws(StoreFailure) in
            try journal.alone()
            if run.state.hasTwoColumns {
                try DirtyMarks.forget(connection, summary.journal, run, isLast: !journal.hasOthersExpanded(run))
            }
            try journal.end(run)
        }
        journal.removeUnused()
        return summary
    }
}
