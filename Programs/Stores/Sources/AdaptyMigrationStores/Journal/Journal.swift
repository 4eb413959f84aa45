/// The record of a run's changes to each row, in tables beside the data and in the same transactions.
///
/// | table | a row of it |
/// | :-- | :-- |
/// | `adapty_migration_runs` | a run: its column, its binding, its state, the last key it has passed |
/// | `adapty_migration_journal` | a row of the data: its original bytes (null where nothing was changed), the digest of what stands there since, and with two columns that of the old one |
/// | `adapty_migration_displaced` | a document that no column holds any more |
/// | `adapty_migration_rejects` | a row that was left as it is: its document, and why; to be upgraded like any other table |
///
/// Primary keys begin with the row's key. PostgreSQL's planner has no statistics for a new table, and would scan all
/// entries of a run to find some.
struct Journal {
    static let version = 5

    enum State: String {
        case running, complete
        case rollingBack = "rolling-back"
        /// Two columns: the new one is being filled, or it is filled and both are kept in step.
        case expanding, expanded
        /// The run is over. Its number is not used again, because documents may be kept under it.
        case ended

        var hasTwoColumns: Bool { self == .expanding || self == .expanded }

        /// The commands that lead on from it.
        var wayOn: String {
            switch self {
            case .running: "run store apply to continue, or store rollback"
            case .complete: "run store finish to end it, or store rollback"
            case .rollingBack: "run store rollback to complete it, or store rollback --force if rows cannot be restored"
            case .expanding: "run store apply --mode expand to continue, or store rollback"
            case .expanded: "run store apply --mode contract to end this phase, or store rollback"
            case .ended: "run store apply"
            }
        }
    }

    struct Run {
        let id: Int64
        let binding: RunBinding
        let state: State
        /// The last key that was processed; `nil` before the first batch.
        let cursor: SQLValue?
    }

    let connection: any SQLConnection
    /// `nil` in SQLite.
    let schema: String?
    let runs: String, entries: String, rejects: String
    let displaced: String
    private let address: TableAddress
    /// The column of the runs.
    private let target: String

    init(_ table: DocumentTable) { self.init(table.connection, table.journal, table.address) }

    /// - Parameter schema: that of the journal; `nil` in SQLite.
    init(_ connection: any SQLConnection, _ schema: String?, _ address: TableAddress) {
        self.connection = connection
        self.schema = schema
        runs = JournalPlace.name("adapty_migration_runs", in: schema)
        entries = JournalPlace.name("adapty_migration_journal", in: schema)
        rejects = JournalPlace.name("adapty_migration_rejects", in: schema)
        displaced = JournalPlace.name("adapty_migration_displaced", in: schema)
        self.address = address
        target = Journal.target(address)
    }

    /// Creates the tables if they do not exist. Runs in other tables of the database may do the same at the same time,
    /// and choose their numbers.
    func create() throws(StoreFailure) {
        try requireRights()
        try alone()
        let blob = connection.dialect.blob
        let key = connection.dialect.key
        _ = try connection.rows(
            """
            CREATE TABLE IF NOT EXISTS \(runs) (id BIGINT PRIMARY KEY, version BIGINT NOT NULL, target TEXT NOT NULL, rules TEXT NOT NULL,
            source TEXT NOT NULL, options TEXT NOT NULL, state TEXT NOT NULL, cursor \(key), originals BIGINT NOT NULL DEFAULT 0, place TEXT)
            """)
        _ = try connection.rows(
            """
            CREATE TABLE IF NOT EXISTS \(entries) (run BIGINT NOT NULL, key \(key) NOT NULL, original \(blob), written TEXT NOT NULL, twin TEXT, made_as TEXT, PRIMARY KEY (key, run))
            """)
        guard try hasPlace() else {
            throw StoreFailure(
                .refused, "an earlier version made the tables adapty_migration_…",
                remedy: "complete the runs with that version of adapty-migrate, then drop the tables")
        }
        if connection.dialect == .postgres { try compressFaster() }
        try createDisplaced()
        _ = try connection.rows(
            """
            CREATE TABLE IF NOT EXISTS \(rejects) (run BIGINT NOT NULL, key \(key) NOT NULL, code TEXT NOT NULL, reason TEXT NOT NULL, record TEXT, PRIMARY KEY (key, run))
            """)
    }

    /// PostgreSQL compresses documents of two thousand bytes and more. Since version 14, a build with lz4 needs a tenth
    /// of the time.
    private func compressFaster() throws(StoreFailure) {
        let isAble = try !connection.rows(
            "SELECT 1 FROM pg_settings WHERE name = 'default_toast_compression' AND 'lz4' = ANY (enumvals)"
        ).isEmpty
        if isAble { _ = try connection.rows("ALTER TABLE \(entries) ALTER COLUMN original SET COMPRESSION lz4") }
    }

    /// Until the transaction ends, no other run creates or drops our tables.
    func alone() throws(StoreFailure) {
        if connection.dialect == .postgres {
            _ = try connection.rows("SELECT pg_advisory_xact_lock(hashtext('adapty-migrate journal'))")
        }
    }

    private func requireRights() throws(StoreFailure) {
        guard let schema else { return }
        if try connection.rows("SELECT has_schema_privilege(?1, 'CREATE')::text", .text(schema))[0][0].text != "true" {
            throw StoreFailure(
                .failed, "this role may not create tables in the schema \(schema)",
                remedy: "name another schema for the journal with journal=…, and see The journal in Stores/README.md")
        }
    }

    /// Whether the runs have the column that earlier versions did not make.
    private func hasPlace() throws(StoreFailure) -> Bool {
        switch connection.dialect {
        case .sqlite:
            try !connection.rows(
                "SELECT 1 FROM pragma_table_info('adapty_migration_runs') WHERE name = 'place'"
            ).isEmpty
        case .postgres:
            try !connection.rows(
                "SELECT 1 FROM pg_attribute WHERE attrelid = to_regclass(?1) AND attname = 'place'", .text(runs)
            ).isEmpty
        }
    }

    private func exists(_ table: String, _ name: String) throws(StoreFailure) -> Bool {
        switch connection.dialect {
        case .sqlite: try !connection.rows("SELECT 1 FROM sqlite_master WHERE name = ?1", .text(name)).isEmpty
        case .postgres: try connection.rows("SELECT to_regclass(?1)::text", .text(table))[0][0] != .null
        }
    }

    /// The unfinished run in this table; `nil` when there is none.
    func current() throws(StoreFailure) -> Run? {
        var row = try unfinished()
        if row == nil { row = try renamed() }
        guard let row else { return nil }
        guard row[1].integer == Int64(Journal.version) else {
            throw StoreFailure(
                .refused,
                "the journal has version \(row[1].text ?? "?"); this program writes version \(Journal.version)",
                remedy: "use the version of adapty-migrate that started the run")
        }
        guard let id = row[0].integer, let state = State(rawValue: row[5].text ?? "") else {
            throw StoreFailure(.refused, "the journal is damaged", remedy: "restore the database from a backup")
        }
        return Run(
            id: id,
            binding: RunBinding(
                rules: row[2].text ?? "", source: target + (row[3].text ?? "").dropFirst((row[7].text ?? "").count),
                options: row[4].text ?? ""),
            state: state, cursor: row[6] == .null ? nil : row[6])
    }

    /// The row of a run in this table that is not over. Another session may end the last run of the database, and remove
    /// the tables, while this one looks.
    private func unfinished() throws(StoreFailure) -> [SQLValue]? {
        let exists = { () throws(StoreFailure) in try self.exists(runs, "adapty_migration_runs") }
        guard try exists() else { return nil }
        do throws(StoreFailure) {
            return try connection.rows(
                "SELECT \(Journal.runColumns) FROM \(runs) WHERE (target = ?1 OR version <> \(Journal.version)) AND state <> 'ended' ORDER BY version",
                .text(target)
            ).first
        } catch {
            // In a transaction that failed nothing more can be asked.
            guard (try? exists()) == false else { throw error }
            return nil
        }
    }

    private static let runColumns = "id, version, rules, source, options, state, cursor, target"

    /// The row of a run whose table or column was renamed to this one.
    private func renamed() throws(StoreFailure) -> [SQLValue]? {
        guard try exists(runs, "adapty_migration_runs") else { return nil }
        let id = try RenamedColumn.all(connection, schema).first { $0.value == target }?.key
        return try id.flatMap { id throws(StoreFailure) in
            try connection.rows("SELECT \(Journal.runColumns) FROM \(runs) WHERE id = ?1", .integer(id)).first
        }
    }

    func begin(_ binding: RunBinding, _ state: State = .running) throws(StoreFailure) -> Run {
        let id = (try connection.rows("SELECT coalesce(max(id), 0) FROM \(runs)")[0][0].integer ?? 0) + 1
        _ = try connection.rows(
            "INSERT INTO \(runs) (id, version, target, rules, source, options, state, place) VALUES (?1, \(Journal.version), ?2, ?3, ?4, ?5, ?6, ?7)",
            .integer(id), .text(target), .text(binding.rules), .text(binding.source), .text(binding.options),
            .text(state.rawValue), try RenamedColumn.place(connection, address))
        return Run(id: id, binding: binding, state: state, cursor: nil)
    }

    func set(_ run: Run, _ state: State, cursor: SQLValue?) throws(StoreFailure) {
        _ = try connection.rows(
            "UPDATE \(runs) SET state = ?1, cursor = ?2 WHERE id = ?3", .text(state.rawValue),
            cursor ?? .null, .integer(run.id))
    }

    /// Changes the options of the run.
    func set(_ run: Run, _ binding: RunBinding) throws(StoreFailure) {
        _ = try connection.rows(
            "UPDATE \(runs) SET options = ?1 WHERE id = ?2", .text(binding.options), .integer(run.id))
    }

    /// Changes the rules of the run. Entries of rows that needed no change are dropped, so that these rows are examined
    /// again.
    func rebind(_ run: Run, _ binding: RunBinding) throws(StoreFailure) -> Run {
        _ = try connection.rows("DELETE FROM \(entries) WHERE run = ?1 AND original IS NULL", .integer(run.id))
        _ = try connection.rows("UPDATE \(runs) SET rules = ?1 WHERE id = ?2", .text(binding.rules), .integer(run.id))
        return Run(id: run.id, binding: binding, state: run.state, cursor: run.cursor)
    }

    /// Moves a run to another column, as a complete run.
    func move(_ run: Run, to table: DocumentTable, _ binding: RunBinding) throws(StoreFailure) {
        _ = try connection.rows(
            "UPDATE \(runs) SET target = ?1, source = ?2, options = ?3, state = ?4, cursor = NULL, place = ?5 WHERE id = ?6",
            .text(Journal.target(table.address)), .text(binding.source), .text(binding.options),
            .text(State.complete.rawValue), try RenamedColumn.place(connection, table.address), .integer(run.id))
    }

    /// The name of a column in the runs.
    static func target(_ address: TableAddress) -> String { address.quoted + " " + SQLDialect.quoted(address.column) }

    /// Whether another run of the database has two columns.
    func hasOthersExpanded(_ run: Run) throws(StoreFailure) -> Bool {
        try !connection.rows(
            "SELECT 1 FROM \(runs) WHERE id <> ?1 AND state IN ('expanding', 'expanded') LIMIT 1", .integer(run.id)
        ).isEmpty
    }

    /// Ends the run, and leaves its rejects where they are.
    func close(_ run: Run) throws(StoreFailure) { try set(run, .ended, cursor: nil) }

    /// Ends a run whose originals were all restored.
    func endEmpty(_ run: Run, acceptsLoss: Bool) throws(StoreFailure) {
        let left = try originals(run).count, lost = acceptsLoss ? nil : try loss(run)
        guard left == 0, lost == nil else {
            throw StoreFailure(
                .refused, "\(left) originals are left in the journal",
                remedy: "run rollback again; no original is discarded")
        }
        try end(run)
    }

    func end(_ run: Run) throws(StoreFailure) {
        try clear(run)
        try forgetDisplaced(run, .replaced)
        _ = try connection.rows("DELETE FROM \(rejects) WHERE run = ?1", .integer(run.id))
        try close(run)
    }

    /// Removes the entries of a run.
    func clear(_ run: Run) throws(StoreFailure) {
        _ = try connection.rows("DELETE FROM \(entries) WHERE run = ?1", .integer(run.id))
        _ = try connection.rows("UPDATE \(runs) SET originals = 0 WHERE id = ?1", .integer(run.id))
    }

    /// Removes the documents of a row that was deleted or changed, from this run and from earlier ones of the table.
    ///
    /// - Parameters:
    ///   - key: in all forms that a program may have stored.
    ///   - standing: the digest of what stands in the row; `nil` when the row is gone.
    func erase(_ key: [SQLValue], standing: String?, in table: DocumentTable) throws(StoreFailure) -> EraseReport {
        let places = key.indices.map { "?\($0 + 1)" }.joined(separator: ", ")
        let ofTable = "substr(target, 1, length(?\(key.count + 1))) = ?\(key.count + 1) OR id = ?\(key.count + 2)"
        let rows = "key IN (\(places)) AND run IN (SELECT id FROM \(runs) WHERE \(ofTable))"
        let run = try current(), values = key + [.text(table.address.quoted + " "), .integer(run?.id ?? 0)]
        var report = EraseReport()
        if let run {
            for entry in try entries(run, key).values {
                try remove(run, [entry])
                if entry.original != nil { report.originals += 1 }
                // With two columns the digests still say who writes next.
                let written = run.state.hasTwoColumns ? entry.written : standing
                if standing != nil, let written {
                    try add(
                        run,
                        [Entry(key: entry.key, original: nil, written: written, twin: entry.twin, madeAs: entry.madeAs)]
                    )
                }
            }
        }
        // A row that is still there stays known as rejected.
        report.rejects =
            try connection.run(
                (standing == nil ? "DELETE FROM \(rejects)" : "UPDATE \(rejects) SET record = NULL") + " WHERE \(rows)",
                values
            ).changed
        report.displaced = try connection.run("DELETE FROM \(displaced) WHERE \(rows)", values).changed
        return report
    }

    /// Removes the tables when no run needs them, in a transaction that holds nothing else: whoever begins or ends a run
    /// waits for the same lock. The tables stay, empty, where this role may not drop them, or where another session
    /// reads them for long.
    func removeUnused() {
        try? connection.transaction { () throws(StoreFailure) in
            try alone()
            guard try exists(runs, "adapty_migration_runs"), try !isNeeded() else { return }
            if connection.dialect == .postgres { _ = try connection.rows("SET LOCAL lock_timeout = '5s'") }
            for table in [entries, rejects, displaced, runs] { _ = try connection.rows("DROP TABLE \(table)") }
        }
    }

    /// Whether a run is under way, or a document is kept under the number of one that ended.
    private func isNeeded() throws(StoreFailure) -> Bool {
        let kept =
            "SELECT 1 FROM \(runs) WHERE state <> 'ended' UNION ALL SELECT 1 FROM \(entries) UNION ALL SELECT 1 FROM \(rejects) UNION ALL SELECT 1 FROM \(displaced)"
        return try !connection.rows("SELECT 1 FROM (\(kept)) kept LIMIT 1").isEmpty
    }
}
