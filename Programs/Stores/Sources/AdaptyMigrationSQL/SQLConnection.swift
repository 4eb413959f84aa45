/// One connection to a database. One thread at a time uses it.
public protocol SQLConnection: AnyObject {
    var dialect: SQLDialect { get }

    /// Runs a statement with `?1`, `?2` … as parameters.
    ///
    /// - Returns: its rows, and how many rows it changed.
    func run(_ statement: String, _ parameters: [SQLValue]) throws(StoreFailure) -> (rows: [[SQLValue]], changed: Int)

    /// Refuses when another run is under way in the same table. The lock goes with the process, however it ends.
    func lock(_ name: String) throws(StoreFailure)
    func unlock(_ name: String)
}

extension SQLConnection {
    /// The rows alone.
    public func rows(_ statement: String, _ parameters: SQLValue...) throws(StoreFailure) -> [[SQLValue]] {
        try run(statement, parameters).rows
    }

    /// All of it, or nothing.
    public func transaction<Result>(_ body: () throws(StoreFailure) -> Result) throws(StoreFailure) -> Result {
        _ = try run(dialect.begin, [])
        do throws(StoreFailure) {
            let result = try body()
            _ = try run("COMMIT", [])
            return result
        } catch {
            _ = try? run("ROLLBACK", [])
            throw error
        }
    }
}

/// Where the two databases differ.
public enum SQLDialect: Sendable {
    case sqlite, postgres

    /// SQLite takes the write lock at once: a later upgrade of the lock could not wait.
    public var begin: String { self == .sqlite ? "BEGIN IMMEDIATE" : "BEGIN" }
    /// The column type for bytes.
    public var blob: String { self == .sqlite ? "BLOB" : "BYTEA" }
    /// The type of a column for other tables' keys. SQLite keeps a key as it is where the column has no type, and
    /// compares 1 with '1' as two keys; in PostgreSQL a key is kept as its text.
    package var key: String { self == .sqlite ? "" : "TEXT" }

    /// What decides in PostgreSQL which text a value has: the same in every session, and in triggers.
    package static let textSettings = [
        ("DateStyle", "ISO, YMD"), ("TimeZone", "UTC"), ("IntervalStyle", "postgres"), ("extra_float_digits", "1"),
        ("bytea_output", "hex"), ("lc_monetary", "C"),
    ]

    /// A name as an identifier.
    public static func quoted(_ name: String) -> String {
        "\"" + name.split(separator: "\"", omittingEmptySubsequences: false).joined(separator: "\"\"") + "\""
    }
}
