import AdaptyMigration

/// Why a file is not converted.
enum FileTrouble: Error {
    /// The run ends.
    case failure(StoreFailure)
    /// The file stays as it is, and the run goes on.
    case rejected(MigrationError)
    /// Somebody asked for a pause.
    case paused
}

extension MigrationError.Code {
    /// Somebody's access, or what an event means for it, would not be the same.
    static let accessChanged = MigrationError.Code(rawValue: "access-changed")
    /// Another program writes to the file.
    static let contended = MigrationError.Code(rawValue: "contended")
    /// A compressed file that was cut off or damaged.
    static let damagedFile = MigrationError.Code(rawValue: "damaged-file")
    /// A CSV file without events.
    static let notAnExport = MigrationError.Code(rawValue: "not-an-export")
}
