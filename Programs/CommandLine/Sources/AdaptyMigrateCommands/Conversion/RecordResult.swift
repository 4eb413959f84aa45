import AdaptyMigrationTools
import AdaptyMigrationFiles

/// What became of one record.
struct RecordResult: Sendable {
    enum Outcome: Sendable {
        case converted(Migration)
        case rejected(MigrationError)
    }

    let position: RecordPosition
    let original: [UInt8]
    let outcome: Outcome
    /// Whether the output holds it: converted, or passed through.
    let isWritten: Bool
}
