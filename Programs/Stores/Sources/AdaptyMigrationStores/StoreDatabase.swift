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
            SELECT target, state, (SELECT count(*) FROM \(name("adapty_migration_rejects")) WHERE run = r.id),
            count(e.key), count(e.original), CAST(coalesce(sum(\(connection.dialect.originalBytes)), 0) AS BIGINT) FROM \(name("adapty_migration_runs")) r
            LEFT JOIN \(name("adapty_migration_journal")) e ON e.run = r.id WHERE state <> 'ended'
            GROUP BY r.id, target, state ORDER BY r.id
            """)
        var runs: [RunSummary] = []
        for row in rows { runs.append(try summary(row, schema)) }
        return runs
    }

    private func summary(_ row: [SQLValue], _ journal: String?) throws(StoreFailure) -> RunSummary {
        let names = SQLDialect.names(row[0].text ?? ""), numbers = row[2...].map { Int($0.integer ?? 0) }
        let address = TableAddress(
            table: names.dropLast().last ?? "", column: names.last ?? "", schema: names.count > 2 ? names[0] : nil)
        let isThere = try TableColumn.all(connection, address).contains { $0.name == address.column }
        return RunSummary(
            journal: journal, schema: address.schema, table: address.table, column: address.column,
            isTableThere: isThere, state: row[1].text ?? "", rows: numbers[1], rejected: numbers[0],
            originals: numbers[2], bytes: numbers[3])
    }

    /// Ends the run of a table or column that is gone, and removes its originals.
    ///
    /// - Parameter isConfirmed: `false` only tells what would be removed.
    /// - Throws: a refusal when the table is there, or when there is not exactly one such run.
    public func forget(_ table: TableAddress, isConfirmed: Bool) throws(StoreFailure) -> RunSummary {
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
