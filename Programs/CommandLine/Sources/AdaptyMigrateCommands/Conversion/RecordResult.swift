@_spi(Tools) import AdaptyMigrationTools
import AdaptyMigrationFiles

/// The result for one record.
struct RecordResult: Sendable {
    enum Outcome: Sendable {
        case converted(Migration)
        case rejected(MigrationError)
    }

    let position: RecordPosition
    let original: [UInt8]
    let outcome: Outcome
    /// Whether the record is in the output, converted or passed through.
    let isWritten: Bool
}
