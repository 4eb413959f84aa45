#if SQLite
import CSQLite

/// A prepared statement. Its connection finalises it.
///
/// Only the calls into SQLite are unsafe. SQLite copies bound values at once, and its results are copied before the
/// next call.
struct SQLiteStatement {
    private let statement: OpaquePointer?

    /// - Parameter text: one statement. A text without any is a statement that does nothing.
    init(_ text: String, _ database: OpaquePointer) throws(SQLiteError) {
        var made: OpaquePointer?
        let code = sqlite3_prepare_v2(database, text, -1, &made, nil)
        guard code == SQLITE_OK else { throw SQLiteError(code: code, database: database) }
        statement = made
    }

    func bind(_ value: SQLValue, at place: Int32) throws(SQLiteError) {
        let code =
            switch value {
            case .null: sqlite3_bind_null(statement, place)
            case .integer(let number): sqlite3_bind_int64(statement, place, number)
            case .real(let number): sqlite3_bind_double(statement, place, number)
            // A null pointer would mean null, not an empty text.
            case .utf8(let bytes) where bytes.isEmpty: bind_text_copy(statement, place, "", 0)
            case .utf8(let bytes):
                bytes.withUnsafeBytes { bind_text_copy(statement, place, $0.baseAddress, UInt64($0.count)) }
            case .blob(let bytes) where bytes.isEmpty: sqlite3_bind_zeroblob(statement, place, 0)
            case .blob(let bytes):
                bytes.withUnsafeBytes { bind_blob_copy(statement, place, $0.baseAddress, UInt64($0.count)) }
            case .texts, .blobs: SQLITE_MISMATCH
            }
        if code != SQLITE_OK { throw error(code) }
    }

    /// - Returns: whether there is a row.
    func step() throws(SQLiteError) -> Bool {
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

    func finalize() { sqlite3_finalize(statement) }

    private func error(_ code: Int32) -> SQLiteError {
        SQLiteError(code: code, database: sqlite3_db_handle(statement))
    }
}
#endif
