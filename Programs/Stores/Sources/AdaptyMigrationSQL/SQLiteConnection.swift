#if SQLite
import Foundation
import GRDB
import GRDBSQLite

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// A SQLite file through GRDB. Transactions are opened and closed by explicit statements, so GRDB's checks for that are
/// turned off.
public final class SQLiteConnection: SQLConnection {
    public let dialect = SQLDialect.sqlite
    private let queue: DatabaseQueue
    private let path: String
    private var held: FileLock?
    /// Keyed by bytes, because texts that Unicode treats as equal may name two columns.
    private var prepared: [[UInt8]: Statement] = [:]

    /// - Parameter creates: creates the file if it does not exist. Otherwise a missing file is an error, so that a
    ///   typing error does not create an empty database.
    public init(path: String, creates: Bool = false) throws(StoreFailure) {
        guard creates || access(path, F_OK) == 0 else {
            throw StoreFailure(.missing, "the file \(path) does not exist", remedy: "check the path")
        }
        self.path = path
        var configuration = Configuration()
        configuration.allowsUnsafeTransactions = true
        configuration.busyMode = .timeout(30)
        do {
            queue = try DatabaseQueue(path: path, configuration: configuration)
        } catch {
            throw SQLiteConnection.failure(error, path)
        }
    }

    public func run(_ statement: String, _ parameters: [SQLValue]) throws(StoreFailure) -> (
        rows: [[SQLValue]], changed: Int
    ) {
        do {
            return try queue.inDatabase { try run(statement, parameters, $0) }
        } catch {
            throw SQLiteConnection.failure(error, path)
        }
    }

    private func run(_ statement: String, _ parameters: [SQLValue], _ database: Database) throws -> (
        rows: [[SQLValue]], changed: Int
    ) {
        let bytes = Array(statement.utf8), known = try prepared[bytes] ?? database.makeStatement(sql: statement)
        prepared[bytes] = known
        let prepared = SQLiteStatement(known.sqliteStatement)
        defer { prepared.reset() }
        for (number, value) in parameters.enumerated() { try prepared.bind(value, at: Int32(number + 1)) }
        var rows: [[SQLValue]] = []
        while try prepared.step() { rows.append(prepared.row) }
        return (rows, prepared.answers ? 0 : database.changesCount)
    }

    /// The lock is on a separate file, because closing a descriptor of the database would release SQLite's own locks.
    public func lock(_ name: String) throws(StoreFailure) { held = try FileLock(path + ".adapty-lock", of: path) }

    public func unlock(_ name: String) {
        held?.release()
        held = nil
    }

    private static func failure(_ error: any Error, _ path: String) -> StoreFailure {
        guard let error = error as? DatabaseError else {
            return StoreFailure(.failed, "\(path): \(error)", remedy: "see the database's message")
        }
        let message = "\(path): \(error.message ?? error.resultCode.description)"
        return switch error.resultCode {
        case .SQLITE_CONSTRAINT, .SQLITE_TOOBIG, .SQLITE_MISMATCH:
            StoreFailure(.row, message, remedy: "correct the row, or the rule that refuses it")
        case .SQLITE_NOTADB: StoreFailure(.missing, message, remedy: "name a SQLite database")
        case .SQLITE_READONLY, .SQLITE_CANTOPEN, .SQLITE_PERM:
            StoreFailure(.failed, message, remedy: "give this user the right to write to the file and its folder")
        case .SQLITE_BUSY, .SQLITE_LOCKED:
            StoreFailure(
                .failed, message,
                remedy:
                    "another program has locked the database for more than 30 seconds; run the same command again; committed changes stay"
            )
        case .SQLITE_FULL:
            StoreFailure(
                .failed, message, remedy: "free disk space and run the same command again; committed changes stay")
        default: StoreFailure(.failed, message, remedy: "committed changes stay")
        }
    }
}
#endif
