import AdaptyMigrationTools

extension MigrationError.Code {
    /// Somebody's access, or what an event means for it, would not be the same.
    static let accessChanged = MigrationError.Code(rawValue: "access-changed")
    /// Another program writes to the file.
    static let contended = MigrationError.Code(rawValue: "contended")
    /// A compressed file that was cut off or damaged.
    static let damagedFile = MigrationError.Code(rawValue: "damaged-file")
}
