#if SQLite
import CSQLite

/// What SQLite says of a call that failed.
struct SQLiteError: Error {
    private let code: Int32
    private let message: String

    init(code: Int32, database: OpaquePointer?) {
        // The low byte of an extended code is the primary one.
        self.code = code & 0xFF
        message = String(cString: sqlite3_errmsg(database))
    }

    /// - Parameter path: the database's file.
    func failure(_ path: String) -> StoreFailure {
        let (kind, remedy): (StoreFailure.Kind, String) =
            switch code {
            case SQLITE_CONSTRAINT, SQLITE_TOOBIG, SQLITE_MISMATCH:
                (.row, "correct the row, or the rule that refuses it")
            case SQLITE_NOTADB: (.missing, "name a SQLite database")
            case SQLITE_READONLY, SQLITE_CANTOPEN, SQLITE_PERM:
                (.failed, "give this user the right to write to the file and its folder")
            case SQLITE_BUSY, SQLITE_LOCKED:
                (
                    .unreachable,
                    "another program has locked the database for more than 30 seconds; run the same command again; committed changes stay"
                )
            case SQLITE_FULL:
                (.failed, "free disk space and run the same command again; committed changes stay")
            default: (.failed, "committed changes stay")
            }
        return StoreFailure(kind, "\(path): \(message)", remedy: remedy)
    }
}
#endif
