import AdaptyMigrationModels
import AdaptyMigrationCore
public import Foundation

extension DocumentModel {
    /// Reads a document as ``init(decoding:as:)`` does.
    ///
    /// - Throws: ``MigrationError``.
    public init(decoding data: Data, as dialect: Dialect? = nil) throws(MigrationError) {
        try self.init(decoding: [UInt8](data), as: dialect)
    }

    /// Reads a document as ``init(decoding:as:)`` does.
    ///
    /// - Throws: ``MigrationError``.
    public init(decoding text: String, as dialect: Dialect? = nil) throws(MigrationError) {
        try self.init(decoding: Array(text.utf8), as: dialect)
    }

    /// ``document`` as `Data`.
    public func data() -> Data { Data(document) }
}
