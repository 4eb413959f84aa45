import AdaptyMigration

/// A record that could not be converted.
struct Reject {
    let error: MigrationError
    let position: RecordPosition
    let record: [UInt8]
}
