#if SQLite
import GRDB
import GRDBSQLite

/// A prepared statement that is used directly. GRDB's own values would make a `String` or `Data` of every document,
/// which costs as much as writing it.
///
/// Only the calls into SQLite are unsafe. SQLite copies bound values at once, and its results are copied before the
/// next call. GRDB owns the statement and keeps it as long as the connection. It is used only on GRDB's queue.
struct SQLiteStatement {
    private let statement: OpaquePointer

    init(_ statement: OpaquePointer) { self.statement = statement }

    func bind(_ value: SQLValue, at place: Int32) throws {
        // SQLite copies the bytes before the call returns (SQLITE_TRANSIENT).
        let copied = unsafeBitCast(-1, to: sqlite3_destructor_type.self)
        let code =
            switch value {
            case .null: sqlite3_bind_null(statement, place)
            case .integer(let number): sqlite3_bind_int64(statement, place, number)
            case .real(let number): sqlite3_bind_double(statement, place, number)
            // A null pointer would mean null, not an empty text.
            case .utf8(let bytes) where bytes.isEmpty: sqlite3_bind_text(statement, place, "", 0, nil)
            case .utf8(let bytes):
                bytes.withUnsafeBytes {
                    sqlite3_bind_text(
                        statement, place, $0.bindMemory(to: CChar.self).baseAddress, Int32($0.count), copied)
                }
            case .blob(let bytes) where bytes.isEmpty: sqlite3_bind_zeroblob(statement, place, 0)
            case .blob(let bytes):
                bytes.withUnsafeBytes { sqlite3_bind_blob(statement, place, $0.baseAddress, Int32($0.count), copied) }
            }
        if code != SQLITE_OK { throw error(code) }
    }

    /// - Returns: whether there is a row.
    func step() throws -> Bool {
        switch sqlite3_step(statement) {
        case SQLITE_ROW: return true
        case SQLITE_DONE: return false
        case let code: throw error(code)
        }
    }

    /// Whether the statement returns rows.
    var answers: Bool { sqlite3_column_count(statement) > 0 }

    var row: [SQLValue] { (0..<sqlite3_column_count(statement)).map(value) }

    private func value(_ column: Int32) -> SQLValue {
        switch sqlite3_column_type(statement, column) {
        case SQLITE_NULL: .null
        case SQLITE_INTEGER: .integer(sqlite3_column_int64(statement, column))
        case SQLITE_BLOB: .blob(bytes(column))
        case SQLITE_TEXT: .utf8(bytes(column))
        default: .real(sqlite3_column_double(statement, column))
        }
    }

    private func bytes(_ column: Int32) -> [UInt8] {
        let start = sqlite3_column_blob(statement, column)
        return Array(UnsafeRawBufferPointer(start: start, count: Int(sqlite3_column_bytes(statement, column))))
    }

    /// Resets the statement and its parameters.
    func reset() {
        sqlite3_reset(statement)
        sqlite3_clear_bindings(statement)
    }

    private func error(_ code: Int32) -> DatabaseError {
        DatabaseError(
            resultCode: ResultCode(rawValue: code),
            message: String(cString: sqlite3_errmsg(sqlite3_db_handle(statement))))
    }
}
#endif
