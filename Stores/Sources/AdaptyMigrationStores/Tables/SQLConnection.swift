/// One connection to a database. One thread at a time uses it.
package protocol SQLConnection: AnyObject {
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
    func rows(_ statement: String, _ parameters: SQLValue...) throws(StoreFailure) -> [[SQLValue]] { try run(statement, parameters).rows }

    func transaction<Result>(_ body: () throws(StoreFailure) -> Result) throws(StoreFailure) -> Result {
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
package enum SQLDialect {
    case sqlite, postgres

    /// SQLite takes the write lock at once: a later upgrade of the lock could not wait.
    var begin: String { self == .sqlite ? "BEGIN IMMEDIATE" : "BEGIN" }
    var blob: String { self == .sqlite ? "BLOB" : "BYTEA" }

    static func quoted(_ name: String) -> String { "\"" + name.split(separator: "\"", omittingEmptySubsequences: false).joined(separator: "\"\"") + "\"" }
}
