#if SQLite
import CSQLite

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// A connection to a SQLite file.
///
/// Only the calls into SQLite are unsafe. The connection is closed after its statements are finalised.
public final class SQLiteConnection: SQLConnection {
    public let dialect = SQLDialect.sqlite
    private let database: OpaquePointer
    private let path: String
    private var held: FileLock?
    /// Keyed by bytes, because texts that Unicode treats as equal may name two columns.
    private var prepared: [[UInt8]: SQLiteStatement] = [:]

    /// - Parameter creates: creates the file if it does not exist. Otherwise a missing file is an error, so that a
    ///   typing error does not create an empty database.
    public init(path: String, creates: Bool = false) throws(StoreFailure) {
        guard creates || access(path, F_OK) == 0 else {
            throw StoreFailure(.missing, "the file \(path) does not exist", remedy: "check the path")
        }
        var opened: OpaquePointer?
        // One thread at a time uses a connection, so it needs no lock of its own.
        let code = sqlite3_open_v2(
            path, &opened, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX, nil)
        guard let opened else { throw StoreFailure(.failed, "SQLite is out of memory", remedy: "free some memory") }
        guard code == SQLITE_OK else {
            let error = SQLiteError(code: code, database: opened)
            sqlite3_close(opened)
            throw error.failure(path)
        }
        (self.path, database) = (path, opened)
        sqlite3_busy_timeout(database, 30_000)
        _ = try run("PRAGMA foreign_keys = ON", [])
        // SQLite reads a file only when it is asked for something: a file of another kind is found here.
        _ = try run("SELECT 1 FROM sqlite_master LIMIT 1", [])
    }

    deinit {
        for statement in prepared.values { statement.finalize() }
        sqlite3_close(database)
    }

    public func run(_ statement: String, _ parameters: [SQLValue], upTo limit: Int) throws(StoreFailure) -> (
        rows: [[SQLValue]], changed: Int
    ) {
        do throws(SQLiteError) {
            let prepared = try prepare(statement)
            defer { prepared.reset() }
            for (number, value) in parameters.enumerated() { try prepared.bind(value, at: Int32(number + 1)) }
            var rows: [[SQLValue]] = [], bytes = 0
            while bytes < limit, try prepared.step() {
                let row = prepared.row
                bytes += row.byteCount
                rows.append(row)
            }
            return (rows, prepared.answers ? 0 : Int(sqlite3_changes(database)))
        } catch {
            throw error.failure(path)
        }
    }

    private func prepare(_ statement: String) throws(SQLiteError) -> SQLiteStatement {
        let bytes = Array(statement.utf8)
        if let known = prepared[bytes] { return known }
        let made = try SQLiteStatement(statement, database)
        prepared[bytes] = made
        return made
    }

    /// The lock is on a separate file, because closing a descriptor of the database would release SQLite's own locks.
    public func lock(_ table: String) throws(StoreFailure) { held = try FileLock(path + ".adapty-lock", of: path) }

    public func unlock(_ table: String) {
        held?.release()
        held = nil
    }
}
#endif
