public import AdaptyMigration
public import Foundation

extension ModelRecord {
    /// Reads a record of any dialect it has from `Data`.
    ///
    /// - Throws: ``MigrationError``.
    public init(decoding data: Data, as dialect: Dialect? = nil) throws(MigrationError) {
        try self.init(decoding: [UInt8](data), as: dialect)
    }

    /// The record in a dialect, as `Data`.
    public func data(as dialect: Dialect? = nil) throws(MigrationError) -> Data {
        Data(try encoded(as: dialect))
    }
}
