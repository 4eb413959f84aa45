/// The writes of programs since both columns of a row were in step, recorded by triggers in the transaction of the
/// write; and displaced documents.
///
/// | table | a row of it |
/// | :-- | :-- |
/// | `adapty_migration_dirty` | a write: the row's key, and which column was written |
/// | `adapty_migration_displaced` | a document that its column no longer holds: the older of two that were written at once, or the twin of one that cannot be converted |
///
/// The numbers of one row's marks are in the order of its writes, because the second writer waits for the first to
/// commit.
struct DirtyMarks {
    /// The columns that were written: the old one, the new one, or both in one statement; or nothing, for a row whose
    /// new column must be filled.
    enum Written: String {
        case old, new, both, nothing
    }

    struct Mark {
        let number: Int64
        let written: Written
    }

    private let table: DocumentTable
    private let run: Int64
    private let marks: String, displaced: String

    init(_ table: DocumentTable, _ run: Journal.Run) {
        self.table = table
        self.run = run.id
        marks = table.beside("adapty_migration_dirty")
        displaced = table.beside("adapty_migration_displaced")
    }

    private var connection: any SQLConnection { table.connection }
    private func execute(_ statement: String) throws(StoreFailure) { _ = try connection.run(statement, []) }

    // MARK: Tables and triggers

    func create() throws(StoreFailure) {
        let key = connection.dialect.key
        let number = connection.dialect == .sqlite ? "INTEGER PRIMARY KEY AUTOINCREMENT" : "BIGSERIAL PRIMARY KEY"
        try execute(
            """
            CREATE TABLE IF NOT EXISTS \(marks) (number \(number), run BIGINT NOT NULL, key \(key) NOT NULL, written TEXT NOT NULL, at BIGINT NOT NULL DEFAULT (\(now)))
            """)
        try execute("CREATE INDEX IF NOT EXISTS adapty_migration_dirty_key ON \(marks) (key, run)")
        try execute(
            """
            CREATE TABLE IF NOT EXISTS \(displaced) (number \(number), run BIGINT NOT NULL, key \(key) NOT NULL, side TEXT NOT NULL, reason TEXT NOT NULL, record TEXT)
            """)
        switch connection.dialect {
        case .sqlite: for trigger in sqliteTriggers { try execute(trigger) }
        case .postgres: for statement in postgresTrigger { try execute(statement) }
        }
    }

    func dropTriggers() throws(StoreFailure) {
        switch connection.dialect {
        case .sqlite:
            for event in ["insert", "update", "delete"] {
                try execute("DROP TRIGGER IF EXISTS \(SQLDialect.quoted(triggerName + "_" + event))")
            }
        case .postgres:
            try execute("DROP TRIGGER IF EXISTS \(triggerName) ON \(table.address.quoted)")
            try execute("DROP FUNCTION IF EXISTS \(table.beside(triggerName))()")
        }
    }

    /// Removes the marks.
    ///
    /// - Parameter isLast: whether no other run needs the tables. Documents displaced by a conflict are kept.
    func remove(isLast: Bool) throws(StoreFailure) {
        try DirtyMarks.remove(connection, run, marks, displaced, isLast: isLast)
    }

    private static func remove(
        _ connection: any SQLConnection, _ run: Int64, _ marks: String, _ displaced: String, isLast: Bool
    ) throws(StoreFailure) {
        _ = try connection.rows("DELETE FROM \(marks) WHERE run = ?1", .integer(run))
        guard isLast else { return }
        for name in [marks, displaced] where try connection.run("SELECT 1 FROM \(name) LIMIT 1", []).rows.isEmpty {
            _ = try connection.run("DROP TABLE \(name)", [])
        }
    }

    /// Removes the marks of a table that is gone. Its triggers went with it.
    static func forget(_ connection: any SQLConnection, _ schema: String?, _ run: Journal.Run, isLast: Bool)
        throws(StoreFailure)
    {
        if connection.dialect == .postgres {
            _ = try connection.run(
                "DROP FUNCTION IF EXISTS \(JournalPlace.name(triggerName(run.id), in: schema))()", [])
        }
        try remove(
            connection, run.id, JournalPlace.name("adapty_migration_dirty", in: schema),
            JournalPlace.name("adapty_migration_displaced", in: schema), isLast: isLast)
    }

    private static func triggerName(_ run: Int64) -> String { "adapty_migration_\(run)" }
    private var triggerName: String { DirtyMarks.triggerName(run) }
    private var now: String {
        connection.dialect == .sqlite
            ? "CAST((julianday('now') - 2440587.5) * 86400000 AS INTEGER)"
            : "(extract(epoch FROM clock_timestamp()) * 1000)::bigint"
    }

    /// A new key counts as a new row. A row that keeps both columns and its key was not written.
    private var sqliteTriggers: [String] {
        let old = table.column, new = SQLDialect.quoted(table.address.into), key = table.key
        let isMoved = "\(key.value(of: "OLD")) IS NOT \(key.value(of: "NEW"))"
        func trigger(_ event: String, _ condition: String, _ body: String) -> String {
            "CREATE TRIGGER \(SQLDialect.quoted(triggerName + "_" + event)) AFTER \(event) ON \(SQLDialect.quoted(table.address.table)) \(condition) BEGIN \(body) END"
        }
        func mark(_ row: String, _ written: String) -> String {
            "INSERT INTO \(marks) (run, key, written) VALUES (\(run), \(key.value(of: row)), \(written));"
        }
        let inserted = "CASE WHEN NEW.\(new) IS NULL THEN 'old' WHEN NEW.\(old) IS NULL THEN 'new' ELSE 'both' END"
        let updated =
            "CASE WHEN \(isMoved) THEN \(inserted) WHEN OLD.\(new) IS NEW.\(new) THEN 'old' WHEN OLD.\(old) IS NEW.\(old) THEN 'new' ELSE 'both' END"
        return [
            trigger("insert", "", mark("NEW", inserted)),
            trigger(
                "update",
                "WHEN OLD.\(old) IS NOT NEW.\(old) OR OLD.\(new) IS NOT NEW.\(new) OR \(isMoved)",
                mark("NEW", updated)
                    + " INSERT INTO \(marks) (run, key, written) SELECT \(run), \(key.value(of: "OLD")), 'nothing' WHERE \(isMoved);"
            ),
            trigger("delete", "", mark("OLD", "'nothing'")),
        ]
    }

    /// A key has the same text here as in the writing programs.
    private static let settings = SQLDialect.textSettings.map { "SET \($0.0) FROM CURRENT" }.joined(separator: " ")

    /// The function runs with our rights, because the writing programs need not have rights to our tables.
    private var postgresTrigger: [String] {
        let old = table.column, new = SQLDialect.quoted(table.address.into), key = table.key
        let changed = { (column: String) in "OLD.\(column)::text IS DISTINCT FROM NEW.\(column)::text" }
        let insert = { (row: String, written: String) in
            "INSERT INTO \(marks) (run, key, written) VALUES (\(run), \(key.value(of: row)), \(written));"
        }
        let inserted = "CASE WHEN NEW.\(new) IS NULL THEN 'old' WHEN NEW.\(old) IS NULL THEN 'new' ELSE 'both' END"
        return [
            """
            CREATE OR REPLACE FUNCTION \(table.beside(triggerName))() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path FROM CURRENT \(DirtyMarks.settings) AS $body$ BEGIN
            IF TG_OP = 'DELETE' THEN \(insert("OLD", "'nothing'")) RETURN NULL; END IF;
            IF TG_OP = 'UPDATE' THEN
            IF \(key.value(of: "OLD")) IS DISTINCT FROM \(key.value(of: "NEW")) THEN \(insert("OLD", "'nothing'"))
            ELSIF \(changed(new)) THEN \(insert("NEW", "CASE WHEN \(changed(old)) THEN 'both' ELSE 'new' END")) RETURN NULL;
            ELSIF \(changed(old)) THEN \(insert("NEW", "'old'")) RETURN NULL;
            ELSE RETURN NULL; END IF;
            END IF;
            \(insert("NEW", inserted)) RETURN NULL;
            END $body$
            """,
            "CREATE TRIGGER \(triggerName) AFTER INSERT OR UPDATE OR DELETE ON \(table.address.quoted) FOR EACH ROW EXECUTE FUNCTION \(table.beside(triggerName))()",
            // What logical replication writes is a write, too.
            "ALTER TABLE \(table.address.quoted) ENABLE ALWAYS TRIGGER \(triggerName)",
        ]
    }

    // MARK: Marks

    func add(_ keys: [SQLValue]) throws(StoreFailure) {
        let addition = "INSERT INTO \(marks) (run, key, written)"
        switch connection.dialect {
        case .sqlite:
            for key in keys { _ = try connection.rows("\(addition) VALUES (\(run), ?1, 'nothing')", key) }
        case .postgres:
            _ = try connection.rows("\(addition) SELECT \(run), unnest(?1::text[]), 'nothing'", .texts(keys))
        }
    }

    /// The keys that have waited longest, of the marks after a number, and the number of the last mark.
    func keys(after number: Int64 = 0, limit: Int) throws(StoreFailure) -> (keys: [SQLValue], last: Int64) {
        let rows = try connection.rows(
            "SELECT key, max(number) FROM (SELECT key, number FROM \(marks) WHERE run = ?1 AND number > ?2 ORDER BY number LIMIT \(limit)) waiting GROUP BY key",
            .integer(run), .integer(number))
        return (rows.map { $0[0] }, rows.compactMap { $0[1].integer }.max() ?? number)
    }

    /// The number of the last mark.
    func last() throws(StoreFailure) -> Int64 {
        try connection.rows("SELECT coalesce(max(number), 0) FROM \(marks) WHERE run = ?1", .integer(run))[0][0].integer
            ?? 0
    }

    /// Whether a mark is left of those up to a number.
    func isWaiting(upTo number: Int64 = .max) throws(StoreFailure) -> Bool {
        try !connection.rows(
            "SELECT 1 FROM \(marks) WHERE run = ?1 AND number <= ?2 LIMIT 1", .integer(run), .integer(number)
        ).isEmpty
    }

    /// The marks of some rows, in the order of the writes.
    func marks(_ keys: [SQLValue]) throws(StoreFailure) -> [SQLValue: [Mark]] {
        var found: [SQLValue: [Mark]] = [:]
        let rows = try connection.run(
            among: keys, [.integer(run)],
            { "SELECT key, number, written FROM \(marks) WHERE run = ?1 AND key \($0) ORDER BY number" }
        ).rows
        for row in rows {
            found[row[0], default: []].append(
                Mark(number: row[1].integer ?? 0, written: Written(rawValue: row[2].text ?? "") ?? .both))
        }
        return found
    }

    /// Removes all marks of locked rows, including those of our own writes.
    func remove(_ keys: [SQLValue]) throws(StoreFailure) {
        _ = try connection.run(among: keys, [.integer(run)]) { "DELETE FROM \(marks) WHERE run = ?1 AND key \($0)" }
    }

    /// Removes these marks of a deleted row, but no later ones, because somebody may be inserting it again.
    func remove(_ gone: [Mark]) throws(StoreFailure) {
        for mark in gone { _ = try connection.rows("DELETE FROM \(marks) WHERE number = ?1", .integer(mark.number)) }
    }

    /// The number of waiting writes, and the age of the oldest in seconds.
    func waiting() throws(StoreFailure) -> (count: Int, seconds: Double) {
        let row = try connection.rows(
            "SELECT count(*), coalesce(\(now) - min(at), 0) FROM \(marks) WHERE run = ?1", .integer(run))[0]
        return (Int(row[0].integer ?? 0), Double(row[1].integer ?? 0) / 1000)
    }

    // MARK: Displaced documents

    enum Reason: String {
        /// The older of two documents, when both columns were written before the follower processed the row.
        case conflict
        /// The other column has a document that cannot be converted.
        case rejected
    }

    func displace(_ key: SQLValue, _ side: PairTable.Side, _ reason: Reason, _ record: SQLValue) throws(StoreFailure) {
        _ = try connection.rows(
            "INSERT INTO \(displaced) (run, key, side, reason, record) VALUES (?1, ?2, ?3, ?4, ?5)",
            .integer(run), key, .text(side.rawValue), .text(reason.rawValue),
            record.bytes.map { .text(String(decoding: $0, as: UTF8.self)) } ?? .null)
    }

    func displaced(_ reason: Reason) throws(StoreFailure) -> Int {
        Int(
            try connection.rows(
                "SELECT count(*) FROM \(displaced) WHERE run = ?1 AND reason = ?2", .integer(run),
                .text(reason.rawValue))[0][0].integer ?? 0)
    }

    /// The keys of rejected rows whose old column was emptied, with their last document.
    func emptied(_ rejected: Set<SQLValue>) throws(StoreFailure) -> [SQLValue: SQLValue] {
        var last: [SQLValue: SQLValue] = [:]
        for row in try connection.rows(
            "SELECT key, record FROM \(displaced) WHERE run = ?1 AND side = 'old' AND reason = 'rejected' ORDER BY number",
            .integer(run))
        {
            // A row that was rejected twice in a row was empty the second time.
            let key = row[0]
            if rejected.contains(key), last[key] == nil || row[1] != .null { last[key] = row[1] }
        }
        return last
    }

    /// Removes the displaced documents of rejected rows.
    func forgetRejected() throws(StoreFailure) {
        _ = try connection.rows("DELETE FROM \(displaced) WHERE run = ?1 AND reason = 'rejected'", .integer(run))
    }
}
