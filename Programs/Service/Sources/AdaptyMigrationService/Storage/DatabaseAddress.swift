import AdaptyMigrationSQL

/// Where the data is kept.
public enum DatabaseAddress: Sendable {
    /// A file, made where there is none.
    case sqlite(path: String)
    /// `postgres://user@host/database?…`; a password is better in `PGPASSWORD` or `~/.pgpass`.
    case postgres(String)

    /// - Parameter text: `postgres://…`, `postgresql://…`, or the path of a SQLite file with or without `sqlite:`
    ///   before it.
    public init(_ text: String) {
        if text.hasPrefix("postgres://") || text.hasPrefix("postgresql://") {
            self = .postgres(text)
        } else {
            self = .sqlite(path: text.hasPrefix("sqlite:") ? String(text.dropFirst("sqlite:".count)) : text)
        }
    }

    /// - Throws: a failure that says what to do, also where the program was built without the database.
    func connect() throws(StoreFailure) -> any SQLConnection {
        switch self {
        case .sqlite(let path):
            let connection = try SQLiteConnection(path: path, creates: true)
            // Readers do not wait for the writer; what is committed survives a power cut
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
