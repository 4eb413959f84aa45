public import AdaptyMigrationTools

/// A record as `apply` read it.
public enum SeenRecord: Sendable {
    /// A document, which is upgraded or stays as it is.
    case document([UInt8])
    /// A row of an export, with the name of its event.
    case event(String)
    /// A record that cannot be upgraded, with the reason.
    case rejected([UInt8], MigrationError)
}
