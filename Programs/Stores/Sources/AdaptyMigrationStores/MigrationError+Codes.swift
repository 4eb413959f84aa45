@_spi(Tools) import AdaptyMigrationTools

extension MigrationError.Code {
    /// Somebody's access, or the meaning of an event for it, would change.
    static let accessChanged = MigrationError.Code(rawValue: "access-changed")
    /// The database does not accept the original of a row.
    static let notRestored = MigrationError.Code(rawValue: "not-restored")
    /// A compressed file is truncated or damaged.
    static let damagedFile = MigrationError.Code(rawValue: "damaged-file")
}
