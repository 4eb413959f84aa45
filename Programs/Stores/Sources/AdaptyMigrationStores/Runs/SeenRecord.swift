@_spi(Tools) public import AdaptyMigrationTools

/// A row's document as `apply` read it.
public enum SeenRecord: Sendable {
    /// A document, which is upgraded or stays as it is.
    case document([UInt8])
    /// A document that cannot be upgraded, with the reason.
    case rejected([UInt8], MigrationError)
}
