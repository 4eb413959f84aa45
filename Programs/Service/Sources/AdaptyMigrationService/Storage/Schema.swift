import AdaptyMigrationSQL

/// The tables, and the upgrade of tables of an earlier version.
///
/// A released version is never changed. Later changes form a new version.
enum Schema {
    private static func versions(_ dialect: SQLDialect) -> [[String]] {
        let blob = dialect.blob
        // In SQLite only a column of exactly this type is an alias of the row id.
        let number = dialect == .sqlite ? "INTEGER" : "BIGINT"
        return [
            [
                // Received events. `dialect` is that of the original, and null if the object is not an event.
                // `document` is the current form with its residue, and null if the original already has that form.
                """
                CREATE TABLE events (sequence \(number) PRIMARY KEY, identity TEXT NOT NULL UNIQUE, received_at BIGINT NOT NULL, dialect TEXT, name TEXT, profile TEXT,
                environment TEXT, original \(blob) NOT NULL, document \(blob))
                """,
                "CREATE INDEX events_profile ON events (profile, sequence)",
                // Other bytes with the identity of an event.
                """
                CREATE TABLE conflicts (sequence \(number) NOT NULL REFERENCES events (sequence), digest TEXT NOT NULL, received_at BIGINT NOT NULL, original \(blob) NOT NULL,
                PRIMARY KEY (sequence, digest))
                """,
                // `after` is the last event that existed when the record was written.
                """
                CREATE TABLE records (kind TEXT NOT NULL, id TEXT NOT NULL, dialect TEXT NOT NULL, record_kind TEXT NOT NULL, document \(blob) NOT NULL, residues \(blob) NOT NULL,
                written_at BIGINT NOT NULL, after BIGINT NOT NULL, PRIMARY KEY (kind, id))
                """,
                // `planned` is the last event for which a delivery was created.
                """
                CREATE TABLE subscribers (id TEXT PRIMARY KEY, url TEXT NOT NULL, dialect TEXT NOT NULL, secret TEXT NOT NULL, created_at BIGINT NOT NULL, planned BIGINT NOT NULL,
                delivered BIGINT NOT NULL)
                """,
                // Deliveries that are pending or were given up (`is_parked`). Only one of each lane is sent at a time,
                // in order.
                """
                CREATE TABLE deliveries (subscriber TEXT NOT NULL REFERENCES subscribers (id), sequence \(number) NOT NULL REFERENCES events (sequence), lane TEXT NOT NULL,
                attempts INTEGER NOT NULL, next_at BIGINT NOT NULL, is_parked INTEGER NOT NULL, failure TEXT, PRIMARY KEY (subscriber, sequence))
                """,
                "CREATE INDEX deliveries_lane ON deliveries (subscriber, is_parked, lane, sequence)",
                "CREATE INDEX deliveries_due ON deliveries (subscriber, is_parked, next_at, sequence)",
            ],
            [
                // The last sequence number when events were removed. It is not given to another event.
                "CREATE TABLE removed_events (sequence BIGINT NOT NULL)", "INSERT INTO removed_events VALUES (0)",
                // The `profile_id` in a profile, which may be stored under its user's id; null in earlier rows.
                "ALTER TABLE records ADD COLUMN profile TEXT", "CREATE INDEX records_profile ON records (profile)",
                "CREATE INDEX deliveries_event ON deliveries (sequence)",
            ],
            [
                // `customer` is the `customer_user_id`. Earlier rows get their ids from `PersonColumns`.
                "ALTER TABLE records ADD COLUMN customer TEXT", "ALTER TABLE events ADD COLUMN customer TEXT",
                "ALTER TABLE conflicts ADD COLUMN customer TEXT", "ALTER TABLE conflicts ADD COLUMN profile TEXT",
                "CREATE INDEX records_customer ON records (customer)",
                "CREATE INDEX events_customer ON events (customer)",
                "CREATE INDEX conflicts_customer ON conflicts (customer)",
                "CREATE INDEX conflicts_profile ON conflicts (profile)",
            ],
            [
                // Whether the environment of an event is the sandbox; `environment` is no longer written. A subscriber
                // receives the events of one environment. Earlier ones received those of both.
                "ALTER TABLE events ADD COLUMN is_sandbox INTEGER NOT NULL DEFAULT 0",
                "ALTER TABLE conflicts ADD COLUMN is_sandbox INTEGER NOT NULL DEFAULT 0",
                "ALTER TABLE subscribers ADD COLUMN is_sandbox INTEGER NOT NULL DEFAULT 0",
                "UPDATE events SET is_sandbox = 1 WHERE lower(environment) = 'sandbox'",
                "UPDATE conflicts SET is_sandbox = 1 WHERE sequence IN (SELECT sequence FROM events WHERE is_sandbox = 1)",
                "DELETE FROM deliveries WHERE sequence IN (SELECT sequence FROM events WHERE is_sandbox = 1)",
            ],
            [
                // A profile has its `profile_id` as `id`, or else its `customer_user_id`, or else the id of its path.
                // Earlier ones were copies under each id of their paths: the one that was written last stays.
                // One that names its customer alone is that of the customer's profile.
                """
                UPDATE records SET profile = (SELECT known.profile FROM records known WHERE known.customer = records.customer AND known.profile IS NOT NULL
                ORDER BY known.written_at DESC, known.id LIMIT 1) WHERE profile IS NULL
                """,
                """
                CREATE TABLE records_of_persons (kind TEXT NOT NULL, id TEXT NOT NULL, profile TEXT, customer TEXT, dialect TEXT NOT NULL, record_kind TEXT NOT NULL,
                document \(blob) NOT NULL, residues \(blob) NOT NULL, written_at BIGINT NOT NULL, after BIGINT NOT NULL, PRIMARY KEY (kind, id))
                """,
                """
                INSERT INTO records_of_persons (kind, id, profile, customer, dialect, record_kind, document, residues, written_at, after)
                SELECT kind, coalesce(profile, customer, id), profile, customer, dialect, record_kind, document, residues, written_at, after FROM records WHERE true
                ORDER BY written_at DESC, id ON CONFLICT (kind, id) DO NOTHING
                """,
                "DROP TABLE records", "ALTER TABLE records_of_persons RENAME TO records",
                "CREATE INDEX records_profile ON records (profile)",
                "CREATE INDEX records_customer ON records (customer)",
            ],
        ]
    }

    static var version: Int { versions(.sqlite).count }

    /// Upgrades the tables.
    ///
    /// - Parameter last: the version to which they are upgraded.
    /// - Throws: a failure when a newer version of the service made the tables.
    static func prepare(_ connection: any SQLConnection, upTo last: Int = version) throws(StoreFailure) {
        let versions = versions(connection.dialect).prefix(last)
        _ = try connection.run("CREATE TABLE IF NOT EXISTS adapty_service_schema (version INTEGER NOT NULL)", [])
        try connection.transaction { () throws(StoreFailure) in
            if connection.dialect == .postgres { _ = try connection.run("LOCK TABLE adapty_service_schema", []) }
            let present = Int(
                try connection.rows("SELECT coalesce(max(version), 0) FROM adapty_service_schema")[0][0].integer ?? 0)
            guard present <= versions.count else {
                throw StoreFailure(
                    .refused, "the tables have version \(present); this program supports version \(versions.count)",
                    remedy: "run the version of the service that made them, or a newer one")
            }
            for (number, statements) in zip(1..., versions) where number > present {
                for statement in statements { _ = try connection.run(statement, []) }
                if number == 3 { try PersonColumns.fill(connection) }
            }
            if present < versions.count {
                _ = try connection.run("INSERT INTO adapty_service_schema (version) VALUES (\(versions.count))", [])
            }
        }
    }
}
