public import AdaptyMigrationTools

/// A record as `apply` found it, before it was written anew.
public enum SeenRecord: Sendable {
    /// A document, which is upgraded or stays as it is.
    case document([UInt8])
    /// A row of an export, by the name of its event.
    case event(String)
    /// What cannot be upgraded, and why.
    case rejected([UInt8], MigrationError)
}
