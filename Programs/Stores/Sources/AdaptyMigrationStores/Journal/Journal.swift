/// The record of a run's changes to each row, in tables beside the data and in the same transactions.
///
/// | table | a row of it |
/// | :-- | :-- |
/// | `adapty_migration_runs` | a run: its column, its binding, its state, the last key it has passed |
/// | `adapty_migration_journal` | a row of the data: its original bytes (null where nothing was changed) and the digest of what stands there since |
/// | `adapty_migration_rejects` | a row that was left as it is: its document, and why; to be upgraded like any other table |
///
/// Primary keys begin with the row's key. PostgreSQL's planner has no statistics for a new table, and would scan all
/// entries of a run to find some.
struct Journal {
    static let version = 4

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

    struct Entry {
        let key: SQLValue
        /// `nil` when the row needed no change.
        let original: SQLValue?
        let written: String
    }

    let connection: any SQLConnection
    /// `nil` in SQLite.
    let schema: String?
    private let runs: String, entries: String, rejects: String, displaced: String
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
            source TEXT NOT NULL, options TEXT NOT NULL, state TEXT NOT NULL, cursor \(key), originals BIGINT NOT NULL DEFAULT 0)
            """)
        _ = try connection.rows(
            """
            CREATE TABLE IF NOT EXISTS \(entries) (run BIGINT NOT NULL, key \(key) NOT NULL, original \(blob), written TEXT NOT NULL, PRIMARY KEY (key, run))
            """)
        guard try hasOriginals() else {
            throw StoreFailure(
                .refused, "an earlier version made the tables adapty_migration_…",
                remedy: "complete the runs with that version of adapty-migrate, then drop the tables")
        }
        if connection.dialect == .postgres { try compressFaster() }
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
    private func hasOriginals() throws(StoreFailure) -> Bool {
        switch connection.dialect {
        case .sqlite:
            try !connection.rows(
                "SELECT 1 FROM pragma_table_info('adapty_migration_runs') WHERE name = 'originals'"
            ).isEmpty
        case .postgres:
            try !connection.rows(
                "SELECT 1 FROM pg_attribute WHERE attrelid = to_regclass(?1) AND attname = 'originals'", .text(runs)
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
        guard let row = try unfinished() else { return nil }
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
            binding: RunBinding(rules: row[2].text ?? "", source: row[3].text ?? "", options: row[4].text ?? ""),
            state: state, cursor: row[6] == .null ? nil : row[6])
    }

    /// The row of a run in this table that is not over. Another session may end the last run of the database, and remove
    /// the tables, while this one looks.
    private func unfinished() throws(StoreFailure) -> [SQLValue]? {
        let exists = { () throws(StoreFailure) in try self.exists(runs, "adapty_migration_runs") }
        guard try exists() else { return nil }
        do throws(StoreFailure) {
            return try connection.rows(
                "SELECT id, version, rules, source, options, state, cursor FROM \(runs) WHERE (target = ?1 OR version <> \(Journal.version)) AND state <> 'ended' ORDER BY version",
                .text(target)
            ).first
        } catch {
            // In a transaction that failed nothing more can be asked.
            guard (try? exists()) == false else { throw error }
            return nil
        }
    }

    func begin(_ binding: RunBinding, _ state: State = .running) throws(StoreFailure) -> Run {
        let id = (try connection.rows("SELECT coalesce(max(id), 0) FROM \(runs)")[0][0].integer ?? 0) + 1
        _ = try connection.rows(
            "INSERT INTO \(runs) (id, version, target, rules, source, options, state) VALUES (?1, \(Journal.version), ?2, ?3, ?4, ?5, ?6)",
            .integer(id), .text(target), .text(binding.rules), .text(binding.source), .text(binding.options),
            .text(state.rawValue))
        return Run(id: id, binding: binding, state: state, cursor: nil)
    }

    func set(_ run: Run, _ state: State, cursor: SQLValue?) throws(StoreFailure) {
        _ = try connection.rows(
            "UPDATE \(runs) SET state = ?1, cursor = ?2 WHERE id = ?3", .text(state.rawValue),
            cursor ?? .null, .integer(run.id))
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
            "UPDATE \(runs) SET target = ?1, source = ?2, state = ?3, cursor = NULL WHERE id = ?4",
            .text(Journal.target(table.address)), .text(binding.source), .text(State.complete.rawValue),
            .integer(run.id))
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
        for table in [entries, rejects] {
            _ = try connection.rows("DELETE FROM \(table) WHERE run = ?1", .integer(run.id))
        }
        try close(run)
    }

    /// Removes the documents of a row that was deleted or changed, from this run and from earlier ones of the table.
    ///
    /// - Parameters:
    ///   - key: in all forms that a program may have stored.
    ///   - standing: the digest of what stands in the row; `nil` when the row is gone.
    func erase(_ key: [SQLValue], standing: String?, in table: DocumentTable) throws(StoreFailure) -> EraseReport {
        let places = key.indices.map { "?\($0 + 1)" }.joined(separator: ", ")
        let ofTable = "substr(target, 1, length(?\(key.count + 1))) = ?\(key.count + 1)"
        let rows = "key IN (\(places)) AND run IN (SELECT id FROM \(runs) WHERE \(ofTable))"
        let values = key + [.text(table.address.quoted + " ")]
        var report = EraseReport()
        if let run = try current() {
            for entry in try entries(run, key).values {
                try remove(run, [entry])
                if entry.original != nil { report.originals += 1 }
                if let standing { try add(run, [Entry(key: entry.key, original: nil, written: standing)]) }
            }
        }
        // A row that is still there stays known as rejected.
        report.rejects =
            try connection.run(
                (standing == nil ? "DELETE FROM \(rejects)" : "UPDATE \(rejects) SET record = NULL") + " WHERE \(rows)",
                values
            ).changed
        if try exists(displaced, "adapty_migration_displaced") {
            report.displaced = try connection.run("DELETE FROM \(displaced) WHERE \(rows)", values).changed
        }
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
            for table in [entries, rejects, runs] { _ = try connection.rows("DROP TABLE \(table)") }
        }
    }

    /// Whether a run is under way, or a document is kept under the number of one that ended.
    private func isNeeded() throws(StoreFailure) -> Bool {
        let kept =
            "SELECT 1 FROM \(runs) WHERE state <> 'ended' UNION ALL SELECT 1 FROM \(entries) UNION ALL SELECT 1 FROM \(rejects)"
        if try !connection.rows("SELECT 1 FROM (\(kept)) kept LIMIT 1").isEmpty { return true }
        return try exists(displaced, "adapty_migration_displaced")
    }

    // MARK: Entries

    /// Records the changes to rows. Sending each to a server would cost as much as the upgrade itself. SQLite, which
    /// runs in the process, takes a fifth longer for many rows in one statement.
    ///
    /// - Parameter known: the existing entries of these rows.
    func add(_ run: Run, _ new: [Entry], known: [SQLValue: Entry] = [:]) throws(StoreFailure) {
        var statements: [Int: String] = [:]
        for part in connection.dialect == .sqlite ? new.map({ [$0] }) : Journal.parts(new) {
            let statement = statements[part.count] ?? addition(of: part.count)
            statements[part.count] = statement
            let values = part.flatMap {
                [$0.key, journalled($0.original), .text($0.written)]
            }
            _ = try connection.run(statement, [.integer(run.id)] + values)
        }
        try count(run, new.count { $0.original != nil && known[$0.key]?.original == nil })
    }

    /// SQLite stores a document as the text or blob that it was. PostgreSQL's journal stores bytes.
    private func journalled(_ original: SQLValue?) -> SQLValue {
        switch connection.dialect {
        case .sqlite: original ?? .null
        case .postgres: original?.bytes.map { .blob($0) } ?? .null
        }
    }

    private func entry(_ row: [SQLValue]) -> Entry {
        let original: SQLValue? =
            switch connection.dialect {
            case .sqlite: row[1] == .null ? nil : row[1]
            case .postgres: row[1].bytes.map { .utf8($0) }
            }
        return Entry(key: row[0], original: original, written: row[2].text ?? "")
    }

    /// The expected number of originals is stored separately, so that missing originals are noticed.
    private func count(_ run: Run, _ more: Int) throws(StoreFailure) {
        if more == 0 { return }
        _ = try connection.rows(
            "UPDATE \(runs) SET originals = originals + ?1 WHERE id = ?2", .integer(Int64(more)), .integer(run.id))
    }

    /// The error when the journal does not have exactly the originals that the run kept; `nil` when it has.
    func loss(_ run: Run) throws(StoreFailure) -> StoreFailure? {
        let kept =
            try connection.rows("SELECT originals FROM \(runs) WHERE id = ?1", .integer(run.id))[0][0].integer ?? 0
        let held = try originals(run).count
        if held == kept { return nil }
        return StoreFailure(
            .refused, "the journal has \(held) of the \(kept) originals that the run kept",
            remedy: "restore the journal from a backup, or run store rollback --force to restore these")
    }

    private func addition(of count: Int) -> String {
        let places = (0..<count).map { "(?1, ?\($0 * 3 + 2), ?\($0 * 3 + 3), ?\($0 * 3 + 4))" }
        return "INSERT INTO \(entries) (run, key, original, written) VALUES \(places.joined(separator: ", ")) "
            + "ON CONFLICT (run, key) DO UPDATE SET original = excluded.original, written = excluded.written"
    }

    /// Rows that were rejected before but not any more.
    func forgive(_ run: Run, _ keys: [SQLValue]) throws(StoreFailure) {
        for key in keys {
            _ = try connection.rows("DELETE FROM \(rejects) WHERE run = ?1 AND key = ?2", .integer(run.id), key)
        }
    }

    /// Uses statements of a few sizes, so that few are prepared.
    static func parts<Element>(_ all: [Element]) -> [[Element]] {
        var parts: [[Element]] = [], start = 0
        for size in [256, 16, 1] {
            while all.count - start >= size {
                parts.append(Array(all[start..<start + size]))
                start += size
            }
        }
        return parts
    }

    func reject(_ run: Run, _ key: SQLValue, code: String, reason: String, _ record: SQLValue) throws(StoreFailure) {
        _ = try connection.rows(
            "INSERT INTO \(rejects) (run, key, code, reason, record) VALUES (?1, ?2, ?3, ?4, ?5) ON CONFLICT (run, key) DO UPDATE SET code = excluded.code, reason = excluded.reason, record = excluded.record",
            .integer(run.id), key, .text(code), .text(reason),
            record.bytes.map { .text(String(decoding: $0, as: UTF8.self)) } ?? .null)
    }

    /// The entries of some rows, by key.
    func entries(_ run: Run, _ keys: [SQLValue]) throws(StoreFailure) -> [SQLValue: Entry] {
        var found: [SQLValue: Entry] = [:]
        for part in Journal.parts(keys) {
            let places = part.indices.map { "?\($0 + 2)" }.joined(separator: ", ")
            for row in try connection.run(
                "SELECT key, original, written FROM \(entries) WHERE run = ?1 AND key IN (\(places))",
                [.integer(run.id)] + part
            ).rows {
                let entry = entry(row)
                found[entry.key] = entry
            }
        }
        return found
    }

    func isEmpty(_ run: Run) throws(StoreFailure) -> Bool {
        try connection.rows("SELECT 1 FROM \(entries) WHERE run = ?1 LIMIT 1", .integer(run.id)).isEmpty
    }

    /// The keys of the rows that were left unchanged.
    func rejected(_ run: Run) throws(StoreFailure) -> Set<SQLValue> {
        Set(
            try connection.rows("SELECT key FROM \(rejects) WHERE run = ?1", .integer(run.id)).map { $0[0] })
    }

    func rejected(_ run: Run, among keys: [SQLValue]) throws(StoreFailure) -> Set<SQLValue> {
        var found: Set<SQLValue> = []
        for part in Journal.parts(keys) {
            let places = part.indices.map { "?\($0 + 2)" }.joined(separator: ", ")
            found.formUnion(
                try connection.run(
                    "SELECT key FROM \(rejects) WHERE run = ?1 AND key IN (\(places))",
                    [.integer(run.id)] + part
                ).rows.map { $0[0] })
        }
        return found
    }

    /// The next entries after a key.
    func page(_ run: Run, after: SQLValue?, limit: Int) throws(StoreFailure) -> [Entry] {
        let condition = after == nil ? "" : " AND key > ?2"
        return try connection.run(
            "SELECT key, original, written FROM \(entries) WHERE run = ?1\(condition) ORDER BY key LIMIT \(limit)",
            [.integer(run.id)] + (after.map { [$0] } ?? [])
        ).rows.map(entry)
    }

    func remove(_ run: Run, _ done: [Entry]) throws(StoreFailure) {
        for part in Journal.parts(done.map(\.key)) {
            let places = part.indices.map { "?\($0 + 2)" }.joined(separator: ", ")
            _ = try connection.run(
                "DELETE FROM \(entries) WHERE run = ?1 AND key IN (\(places))",
                [.integer(run.id)] + part)
        }
        try count(run, -done.count { $0.original != nil })
    }

    func counts(_ run: Run) throws(StoreFailure) -> (changed: Int, unchanged: Int, rejected: Int) {
        let row = try connection.rows(
            "SELECT count(original), count(*) FROM \(entries) WHERE run = ?1", .integer(run.id))[0]
        let rejected =
            try connection.rows("SELECT count(*) FROM \(rejects) WHERE run = ?1", .integer(run.id))[0][0].integer ?? 0
        let changed = Int(row[0].integer ?? 0)
        return (changed, Int(row[1].integer ?? 0) - changed, Int(rejected))
    }

    /// The number of originals and their total size in bytes.
    func originals(_ run: Run) throws(StoreFailure) -> (count: Int, bytes: Int) {
        let row = try connection.rows(
            "SELECT count(original), CAST(coalesce(sum(length(\(connection.dialect == .sqlite ? "CAST(original AS BLOB)" : "original"))), 0) AS BIGINT) FROM \(entries) WHERE run = ?1",
            .integer(run.id))[0]
        return (Int(row[0].integer ?? 0), Int(row[1].integer ?? 0))
    }

    /// The keys of the entries with these digests, by digest, where only one entry has it. Reads the keys and digests of
    /// all entries, because an index for a few lookups would have to be kept up by every run.
    func owners(_ run: Run, of digests: Set<String>) throws(StoreFailure) -> [String: SQLValue] {
        var owners: [String: SQLValue] = [:], shared: Set<String> = [], last: SQLValue? = nil
        while true {
            let condition = last == nil ? "" : " AND key > ?2"
            let rows = try connection.run(
                "SELECT key, written FROM \(entries) WHERE run = ?1\(condition) ORDER BY key LIMIT 10000",
                [.integer(run.id)] + (last.map { [$0] } ?? [])
            ).rows
            guard let end = rows.last else { break }
            for row in rows {
                guard let digest = row[1].text, digests.contains(digest) else { continue }
                if owners.updateValue(row[0], forKey: digest) != nil { shared.insert(digest) }
            }
            last = end[0]
        }
        return owners.filter { !shared.contains($0.key) }
    }

    /// The number of keys in the journal that the table no longer has, and the first of them.
    func missing(_ run: Run, in table: DocumentTable) throws(StoreFailure) -> (count: Int, first: [SQLValue]) {
        let missing =
            "FROM \(entries) j WHERE j.run = ?1 AND NOT EXISTS (SELECT 1 FROM \(table.address.quoted) t WHERE \(table.key.tuple(of: "t")) = \(table.key.columns(from: "j.key")))"
        let count = Int(try connection.rows("SELECT count(*) \(missing)", .integer(run.id))[0][0].integer ?? 0)
        guard count > 0 else { return (0, []) }
        let keys = try connection.rows("SELECT j.key \(missing) ORDER BY j.key LIMIT 100", .integer(run.id))
        return (count, keys.map { $0[0] })
    }
}
