#if SQLite && PostgreSQL
import Testing

/// The databases the same tests run on, and their kinds of column.
enum Backend: String, CaseIterable, Sendable, CustomTestStringConvertible {
    case sqlite, sqliteBlob, postgresText, postgresJSON, postgresJSONB

    var testDescription: String { rawValue }

    /// The columns of text, which keep every byte.
    static let texts: [Backend] = [.sqlite, .postgresText]
    /// What most tests run on: one kind of column of each database. `TEST_ALL=1` takes every kind.
    static let usual = Worker.isLong ? allCases : texts

    var isSQLite: Bool { self == .sqlite || self == .sqliteBlob }
    var isExact: Bool { self != .postgresJSONB }

    var columnType: String {
        switch self {
        case .sqlite: "TEXT"
        case .sqliteBlob: "BLOB"
        case .postgresText: "text"
        case .postgresJSON: "json"
        case .postgresJSONB: "jsonb"
        }
    }
}
#endif
