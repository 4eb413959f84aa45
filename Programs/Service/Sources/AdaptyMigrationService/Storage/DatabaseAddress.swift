import AdaptyMigrationSQL

/// The location of the data.
public enum DatabaseAddress: Sendable {
    /// A file, which is created if it does not exist.
    case sqlite(path: String)
    /// `postgres://user@host/database?…`. Prefer `PGPASSWORD` or `~/.pgpass` for a password.
    case postgres(String)

    /// - Parameter text: `postgres://…`, `postgresql://…`, or the path of a SQLite file, with or without `sqlite:`
    ///   before it.
    /// - Returns: `nil` for an address of another kind.
    public init?(_ text: String) {
        let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        switch parts[0] {
        case _ where parts.count == 1 || parts[0].contains("/"): self = .sqlite(path: text)
        case "sqlite": self = .sqlite(path: String(parts[1]))
        case "postgres", "postgresql": self = .postgres(text)
        default: return nil
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
            // What is removed is overwritten with zeros (https://www.sqlite.org/pragma.html#pragma_secure_delete).
            _ = try connection.rows("PRAGMA secure_delete = ON")
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
