/// A connection to a database. Only one thread at a time uses it.
public protocol SQLConnection: AnyObject {
    var dialect: SQLDialect { get }

    /// Runs a statement with `?1`, `?2` … as parameters.
    ///
    /// - Parameter limit: the number of bytes after which SQLite reads no more rows. PostgreSQL sends all rows, so a
    ///   statement for it has a limit of its own.
    /// - Returns: the rows, and the number of changed rows.
    func run(_ statement: String, _ parameters: [SQLValue], upTo limit: Int) throws(StoreFailure) -> (
        rows: [[SQLValue]], changed: Int
    )

    /// Throws when another run is in progress in the same table. The lock ends with the process, however that ends.
    func lock(_ name: String) throws(StoreFailure)
    func unlock(_ name: String)
}

extension SQLConnection {
    /// Returns all rows.
    public func run(_ statement: String, _ parameters: [SQLValue]) throws(StoreFailure) -> (
        rows: [[SQLValue]], changed: Int
    ) {
        try run(statement, parameters, upTo: .max)
    }

    /// Returns only the rows.
    public func rows(_ statement: String, _ parameters: SQLValue...) throws(StoreFailure) -> [[SQLValue]] {
        try run(statement, parameters).rows
    }

    /// Runs everything in one transaction.
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

/// The differences between the two databases.
public enum SQLDialect: Sendable {
    case sqlite, postgres

    /// SQLite takes the write lock at once, because a read lock could not wait to become a write lock.
    public var begin: String { self == .sqlite ? "BEGIN IMMEDIATE" : "BEGIN" }
    /// The column type for bytes.
    public var blob: String { self == .sqlite ? "BLOB" : "BYTEA" }
    /// The column type for keys of other tables. SQLite keeps a key unchanged in a column without a type, and treats 1
    /// and '1' as two keys. In PostgreSQL a key is stored as text.
    package var key: String { self == .sqlite ? "" : "TEXT" }

    /// Settings that determine the text of a value in PostgreSQL. They are the same in every session and in triggers.
    package static let textSettings = [
        ("DateStyle", "ISO, YMD"), ("TimeZone", "UTC"), ("IntervalStyle", "postgres"), ("extra_float_digits", "1"),
        ("bytea_output", "hex"), ("lc_monetary", "C"),
    ]

    /// The names in a text of quoted identifiers.
    package static func names(_ text: String) -> [String] {
        text.replacing("\"\"", with: "\0").split(separator: "\"", omittingEmptySubsequences: false).enumerated()
            .filter { !$0.offset.isMultiple(of: 2) }.map { String($0.element.replacing("\0", with: "\"")) }
    }

    /// A name as an identifier.
    public static func quoted(_ name: String) -> String {
        "\"" + name.split(separator: "\"", omittingEmptySubsequences: false).joined(separator: "\"\"") + "\""
    }
}
