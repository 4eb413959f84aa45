import AdaptyMigrationSQL

/// The location of the data.
public enum DatabaseAddress: Sendable {
    /// A file, which is created if it does not exist.
    case sqlite(path: String)
    /// `postgres://user@host/database?…`. Prefer `PGPASSWORD` or `~/.pgpass` for a password.
    case postgres(String)

    /// - Parameter text: `postgres://…`, `postgresql://…`, or the path of a SQLite file, with or without `sqlite:`
    ///   before it.
    public init(_ text: String) {
        if text.hasPrefix("postgres://") || text.hasPrefix("postgresql://") {
            self = .postgres(text)
        } else {
            self = .sqlite(path: text.hasPrefix("sqlite:") ? String(text.dropFirst("sqlite:".count)) : text)
        }
    }

    /// - Throws: a failure with a remedy, also if the program was built without the database.
    func connect() throws(StoreFailure) -> any SQLConnection {
        switch self {
        case .sqlite(let path):
            let connection = try SQLiteConnection(path: path, creates: true)
            // Readers do not wait for the writer, and committed data survives a power cut
            // (https://www.sqlite.org/wal.html).
            _ = try connection.rows("PRAGMA journal_mode = WAL")
            _ = try connection.run("PRAGMA synchronous = FULL", [])
            return connection
        case .postgres(let address):
            #if PostgreSQL
            return try PostgresConnection(address)
            #else
            _ = address
            throw StoreFailure(
                .usage, "this program was built without PostgreSQL",
                remedy: "build it with --traits PostgreSQL, or leave DATABASE_URL empty for SQLite")
            #endif
        }
    }
}
