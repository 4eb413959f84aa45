/// The writes of programs since both columns of a row were in step, in `adapty_migration_dirty`: the key, and
/// which column was written. Triggers record them in the transaction of the write.
///
/// The numbers of one row's marks are in the order of its writes, because the second writer waits for the first to
/// commit. When a row gets another key, what the journal knows of it goes with it.
struct DirtyMarks {
    /// The columns that were written: the old one, the new one, or both in one statement; or nothing, for a row that was
    /// deleted, that has another key, or that must be looked at again.
    enum Written: String {
        case old, new, both, nothing
    }

    struct Mark {
        let number: Int64
        let written: Written
    }

    private let table: DocumentTable
    private let run: Int64
    private let marks: String
    /// The other tables that have rows under their keys.
    private let others: [String]

    init(_ table: DocumentTable, _ run: Journal.Run) {
        self.table = table
        self.run = run.id
        marks = table.beside("adapty_migration_dirty")
        let journal = Journal(table)
        others = [journal.entries, journal.rejects, journal.displaced]
    }

    private var connection: any SQLConnection { table.connection }
    private func execute(_ statement: String) throws(StoreFailure) { _ = try connection.run(statement, []) }

    // MARK: Tables and triggers

    func create() throws(StoreFailure) {
        let key = connection.dialect.key
        try execute(
            """
            CREATE TABLE IF NOT EXISTS \(marks) (number \(connection.dialect.number), run BIGINT NOT NULL, key \(key) NOT NULL, written TEXT NOT NULL, at BIGINT NOT NULL DEFAULT (\(now)))
            """)
        try execute("CREATE INDEX IF NOT EXISTS adapty_migration_dirty_key ON \(marks) (key, run)")
        switch connection.dialect {
        case .sqlite: for trigger in sqliteTriggers { try execute(trigger) }
        case .postgres: for statement in postgresTrigger { try execute(statement) }
        }
    }

    func dropTriggers() throws(StoreFailure) {
        switch connection.dialect {
        case .sqlite: try DirtyMarks.dropTriggers(connection, run)
        case .postgres:
            try execute("DROP TRIGGER IF EXISTS \(triggerName) ON \(table.address.quoted)")
            try execute("DROP FUNCTION IF EXISTS \(table.beside(triggerName))()")
        }
    }

    private static func dropTriggers(_ connection: any SQLConnection, _ run: Int64) throws(StoreFailure) {
        for event in ["insert", "update", "move", "delete"] {
            _ = try connection.run("DROP TRIGGER IF EXISTS \(SQLDialect.quoted(triggerName(run) + "_" + event))", [])
        }
    }

    /// Removes the marks.
    ///
    /// - Parameter isLast: whether no other run needs the table.
    func remove(isLast: Bool) throws(StoreFailure) { try DirtyMarks.remove(connection, run, marks, isLast: isLast) }

    private static func remove(_ connection: any SQLConnection, _ run: Int64, _ marks: String, isLast: Bool)
        throws(StoreFailure)
    {
        _ = try connection.rows("DELETE FROM \(marks) WHERE run = ?1", .integer(run))
        if isLast { _ = try connection.run("DROP TABLE \(marks)", []) }
    }

    /// Removes the marks of a table that is gone. Its triggers went with it, unless it has another name now.
    static func forget(_ connection: any SQLConnection, _ schema: String?, _ run: Journal.Run, isLast: Bool)
        throws(StoreFailure)
    {
        switch connection.dialect {
        case .sqlite: try dropTriggers(connection, run.id)
        case .postgres:
            _ = try connection.run(
                "DROP FUNCTION IF EXISTS \(JournalPlace.name(triggerName(run.id), in: schema))() CASCADE", [])
        }
        try remove(connection, run.id, JournalPlace.name("adapty_migration_dirty", in: schema), isLast: isLast)
    }

    private static func triggerName(_ run: Int64) -> String { "adapty_migration_\(run)" }
    private var triggerName: String { DirtyMarks.triggerName(run) }
    private var now: String {
        connection.dialect == .sqlite
            ? "CAST((julianday('now') - 2440587.5) * 86400000 AS INTEGER)"
            : "(extract(epoch FROM clock_timestamp()) * 1000)::bigint"
    }

    /// A row that keeps both columns and its key was not written.
    private var sqliteTriggers: [String] {
        let old = table.column, new = SQLDialect.quoted(table.address.into), key = table.key
        let before = key.value(of: "OLD"), after = key.value(of: "NEW")
        func trigger(_ name: String, _ condition: String, _ body: [String]) -> String {
            "CREATE TRIGGER \(SQLDialect.quoted(triggerName + "_" + name)) AFTER \(name == "move" ? "update" : name) ON \(SQLDialect.quoted(table.address.table)) \(condition) BEGIN \(body.joined()) END"
        }
        func mark(_ key: String, _ written: String) -> String {
            "INSERT INTO \(marks) (run, key, written) VALUES (\(run), \(key), \(written));"
        }
        let changes = [old, new].map { "OLD.\($0) IS NOT NEW.\($0)" }
        return [
            trigger("insert", "", [mark(after, inserted(old, new))]),
            trigger("update", "WHEN \(changes[0]) OR \(changes[1])", [mark(after, updated(changes))]),
            trigger("move", "WHEN \(before) IS NOT \(after)", carry(before, after) + [mark(after, "'nothing'")]),
            trigger("delete", "", [mark(before, "'nothing'")]),
        ]
    }

    /// Which columns of a new row have a document.
    private func inserted(_ old: String, _ new: String) -> String {
        "CASE WHEN NEW.\(new) IS NULL THEN 'old' WHEN NEW.\(old) IS NULL THEN 'new' ELSE 'both' END"
    }

    /// Which columns of a row have changed.
    ///
    /// - Parameter changes: the conditions that the old and the new one have.
    private func updated(_ changes: [String]) -> String {
        "CASE WHEN \(changes[0]) AND \(changes[1]) THEN 'both' WHEN \(changes[0]) THEN 'old' WHEN \(changes[1]) THEN 'new' ELSE 'nothing' END"
    }

    /// Statements that give everything of a row to its new key.
    private func carry(_ before: String, _ after: String) -> [String] {
        others.dropLast().map { "DELETE FROM \($0) WHERE run = \(run) AND key = \(after);" }
            + (others + [marks]).map { "UPDATE \($0) SET key = \(after) WHERE run = \(run) AND key = \(before);" }
    }

    /// A key has the same text here as in the writing programs.
    private static let settings = SQLDialect.textSettings.map { "SET \($0.0) FROM CURRENT" }.joined(separator: " ")

    /// The function runs with our rights, because the writing programs need not have rights to our tables.
    ///
    /// A row that goes to another partition is deleted and inserted. It is the same if one of its documents is. The
    /// setting ends with the transaction.
    private var postgresTrigger: [String] {
        let old = table.column, new = SQLDialect.quoted(table.address.into), key = table.key
        let before = key.value(of: "OLD"), after = key.value(of: "NEW"), deleted = "'adapty_migration.deleted'"
        let changes = [old, new].map { "OLD.\($0)::text IS DISTINCT FROM NEW.\($0)::text" }
        let mark = { (key: String, written: String) in
            "INSERT INTO \(marks) (run, key, written) VALUES (\(run), \(key), \(written));"
        }
        let digests = { (row: String) in [old, new].map { "md5(\(row).\($0)::text)" } }
        let pairs = Array(zip(2...3, digests("NEW")))
        let isSame = pairs.map { "gone[\($0)] = \($1)" }.joined(separator: " OR ")
        return [
            """
            CREATE OR REPLACE FUNCTION \(table.beside(triggerName))() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path FROM CURRENT \(DirtyMarks.settings) AS $body$
            DECLARE former text; written text; gone text[];
            BEGIN
            IF TG_OP = 'DELETE' THEN
            \(mark(before, "'nothing'"))
            PERFORM set_config(\(deleted), ARRAY[\(before), \(digests("OLD").joined(separator: ", "))]::text, true);
            RETURN NULL;
            ELSIF TG_OP = 'UPDATE' THEN
            written := \(updated(changes));
            former := \(before);
            IF written = 'nothing' AND former = \(after) THEN RETURN NULL; END IF;
            ELSE
            written := \(inserted(old, new));
            gone := nullif(current_setting(\(deleted), true), '');
            IF \(isSame) THEN
            former := gone[1];
            written := \(updated(pairs.map { "gone[\($0)] IS DISTINCT FROM \($1)" }));
            END IF;
            END IF;
            IF former <> \(after) THEN
            \(carry("former", after).joined(separator: "\n"))
            END IF;
            \(mark(after, "written"))
            RETURN NULL;
            END $body$
            """,
            "CREATE TRIGGER \(triggerName) AFTER INSERT OR UPDATE OR DELETE ON \(table.address.quoted) FOR EACH ROW EXECUTE FUNCTION \(table.beside(triggerName))()",
            // What logical replication writes is a write, too.
            "ALTER TABLE \(table.address.quoted) ENABLE ALWAYS TRIGGER \(triggerName)",
        ]
    }

    // MARK: Marks

    func add(_ keys: [SQLValue]) throws(StoreFailure) {
        if keys.isEmpty { return }
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
}
