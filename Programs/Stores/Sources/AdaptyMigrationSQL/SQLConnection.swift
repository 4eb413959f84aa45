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
    ///
    /// - Parameter table: its name, in quotes if it needs them.
    func lock(_ table: String) throws(StoreFailure)
    func unlock(_ table: String)
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

    /// Runs a statement for many keys: in PostgreSQL once, and in SQLite in parts, because it has no arrays.
    ///
    /// - Parameters:
    ///   - first: the parameters before the keys.
    ///   - statement: makes the statement from a condition that follows a column, as `key \(isOne)`.
    /// - Returns: the rows, and the number of changed rows.
    package func run(among keys: [SQLValue], _ first: [SQLValue] = [], _ statement: (_ isOne: String) -> String)
        throws(StoreFailure) -> (rows: [[SQLValue]], changed: Int)
    {
        let place = first.count + 1
        var rows: [[SQLValue]] = [], changed = 0
        switch dialect {
        case .postgres where keys.isEmpty: break
        case .postgres: (rows, changed) = try run(statement("= ANY (?\(place)::text[])"), first + [.texts(keys)])
        case .sqlite:
            for part in SQLDialect.parts(keys) {
                let places = part.indices.map { "?\($0 + place)" }.joined(separator: ", ")
                let answer = try run(statement("IN (\(places))"), first + part)
                rows += answer.rows
                changed += answer.changed
            }
        }
        return (rows, changed)
    }

    /// Runs a transaction, and again when the database ended it for the sake of another one. What the body has done
    /// outside of the database must be nothing, or the same each time.
    package func retried<Result>(_ body: () throws(StoreFailure) -> Result) throws(StoreFailure) -> Result {
        for attempt in 1...20 {
            do throws(StoreFailure) { return try transaction(body) } catch {
                guard error.kind == .locked else { throw error }
                Pause.seconds(0.01 * Double(attempt))
            }
        }
        return try transaction(body)
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

    /// SQLite takes the write lock at once, because a read lock could not wait to become a write lock. A transaction of
    /// PostgreSQL sees what others have committed, whatever the default of its role is.
    public var begin: String { self == .sqlite ? "BEGIN IMMEDIATE" : "BEGIN ISOLATION LEVEL READ COMMITTED" }
    /// The column type for bytes.
    public var blob: String { self == .sqlite ? "BLOB" : "BYTEA" }
    /// The column type for keys of other tables. SQLite keeps a key unchanged in a column without a type, and treats 1
    /// and '1' as two keys. In PostgreSQL a key is stored as text.
    package var key: String { self == .sqlite ? "" : "TEXT" }

    /// The column of a table that numbers its rows.
    package var number: String {
        self == .sqlite ? "INTEGER PRIMARY KEY AUTOINCREMENT" : "BIGSERIAL PRIMARY KEY"
    }

    /// Settings that determine the text of a value in PostgreSQL. They are the same in every session and in triggers.
    package static let textSettings = [
        ("DateStyle", "ISO, YMD"), ("TimeZone", "UTC"), ("IntervalStyle", "postgres"), ("extra_float_digits", "1"),
        ("bytea_output", "hex"), ("lc_monetary", "C"),
    ]

    /// Keys in parts of a few sizes, so that SQLite prepares few statements.
    package static func parts(_ all: [SQLValue]) -> [[SQLValue]] {
        var parts: [[SQLValue]] = [], start = 0
        for size in [256, 16, 1] {
            while all.count - start >= size {
                parts.append(Array(all[start..<start + size]))
                start += size
            }
        }
        return parts
    }

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
