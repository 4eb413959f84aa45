import AdaptyMigrationSQL

/// The tables, and how those of an earlier version become those of this one.
///
/// A version is never changed once it was released; what comes later is a version of its own.
enum Schema {
    private static func versions(_ dialect: SQLDialect) -> [[String]] {
        let blob = dialect.blob
        // In SQLite only a column of just this type is the row's own number.
        let number = dialect == .sqlite ? "INTEGER" : "BIGINT"
        return [
            [
                // What was received. `dialect` is the original's, and null where the object is no event; `document` is the
                // current form with its residue, and null where the original is that itself.
                """
                CREATE TABLE events (sequence \(number) PRIMARY KEY, identity TEXT NOT NULL UNIQUE, received_at BIGINT NOT NULL, dialect TEXT, name TEXT, profile TEXT,
                environment TEXT, original \(blob) NOT NULL, document \(blob))
                """,
                "CREATE INDEX events_profile ON events (profile, sequence)",
                // Other bytes under the identity of an event.
                """
                CREATE TABLE conflicts (sequence \(number) NOT NULL REFERENCES events (sequence), digest TEXT NOT NULL, received_at BIGINT NOT NULL, original \(blob) NOT NULL,
                PRIMARY KEY (sequence, digest))
                """,
                // `after` is the last event that was there when the record was written.
                """
                CREATE TABLE records (kind TEXT NOT NULL, id TEXT NOT NULL, dialect TEXT NOT NULL, record_kind TEXT NOT NULL, document \(blob) NOT NULL, residues \(blob) NOT NULL,
                written_at BIGINT NOT NULL, after BIGINT NOT NULL, PRIMARY KEY (kind, id))
                """,
                // `planned` is the last event that has, or had, a delivery.
                """
                CREATE TABLE subscribers (id TEXT PRIMARY KEY, url TEXT NOT NULL, dialect TEXT NOT NULL, secret TEXT NOT NULL, created_at BIGINT NOT NULL, planned BIGINT NOT NULL,
                delivered BIGINT NOT NULL)
                """,
                // What is still to be delivered, or was given up (`is_parked`). Of one lane one is sent at a time, in
                // order.
                """
                CREATE TABLE deliveries (subscriber TEXT NOT NULL REFERENCES subscribers (id), sequence \(number) NOT NULL REFERENCES events (sequence), lane TEXT NOT NULL,
                attempts INTEGER NOT NULL, next_at BIGINT NOT NULL, is_parked INTEGER NOT NULL, failure TEXT, PRIMARY KEY (subscriber, sequence))
                """,
                "CREATE INDEX deliveries_lane ON deliveries (subscriber, is_parked, lane, sequence)",
                "CREATE INDEX deliveries_due ON deliveries (subscriber, is_parked, next_at, sequence)",
            ]
        ]
    }

    /// Brings the tables to this version.
    ///
    /// - Throws: a failure when a later version of the service made them.
    static func prepare(_ connection: any SQLConnection) throws(StoreFailure) {
        let versions = versions(connection.dialect)
        _ = try connection.run("CREATE TABLE IF NOT EXISTS adapty_service_schema (version INTEGER NOT NULL)", [])
        try connection.transaction { () throws(StoreFailure) in
            if connection.dialect == .postgres { _ = try connection.run("LOCK TABLE adapty_service_schema", []) }
            let present = Int(
                try connection.rows("SELECT coalesce(max(version), 0) FROM adapty_service_schema")[0][0].integer ?? 0)
            guard present <= versions.count else {
                throw StoreFailure(
                    .refused, "the tables are of version \(present), this program knows \(versions.count)",
                    remedy: "run the version of the service that made them, or a later one")
            }
            for version in versions[present...] { for statement in version { _ = try connection.run(statement, []) } }
            if present < versions.count {
                _ = try connection.run("INSERT INTO adapty_service_schema (version) VALUES (\(versions.count))", [])
            }
        }
    }
}
