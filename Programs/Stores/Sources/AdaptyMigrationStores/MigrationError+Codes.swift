import AdaptyMigrationTools

extension MigrationError.Code {
    /// Somebody's access, or the meaning of an event for it, would change.
    static let accessChanged = MigrationError.Code(rawValue: "access-changed")
    /// Another program is writing to the file.
    static let contended = MigrationError.Code(rawValue: "contended")
    /// A compressed file is truncated or damaged.
    static let damagedFile = MigrationError.Code(rawValue: "damaged-file")
}
