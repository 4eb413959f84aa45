import AdaptyMigrationModels
import AdaptyMigrationCore
public import Foundation

extension DocumentModel {
    /// Reads a document as `init(decoding:as:leniently:)` reads its bytes.
    ///
    /// - Throws: ``MigrationError``.
    public init(decoding data: Data, as dialect: Dialect? = nil, leniently: Bool = false) throws(MigrationError) {
        try self.init(decoding: [UInt8](data), as: dialect, leniently: leniently)
    }

    /// Reads a document as `init(decoding:as:leniently:)` reads its bytes.
    ///
    /// - Throws: ``MigrationError``.
    public init(decoding text: String, as dialect: Dialect? = nil, leniently: Bool = false) throws(MigrationError) {
        try self.init(decoding: Array(text.utf8), as: dialect, leniently: leniently)
    }

    /// Reads a file as `init(decoding:as:leniently:)` reads its bytes.
    ///
    /// - Throws: Foundation's error when the file cannot be read, else ``MigrationError``.
    public init(contentsOf file: URL, as dialect: Dialect? = nil, leniently: Bool = false) throws {
        try self.init(decoding: Data(contentsOf: file), as: dialect, leniently: leniently)
    }

    /// Writes ``document`` to a file atomically: if the program is killed, the file is either the old or the new one.
    ///
    /// - Throws: Foundation's error when the file cannot be written.
    public func write(to file: URL) throws { try data.write(to: file, options: .atomic) }

    /// ``document`` as `Data`.
    public var data: Data { Data(document) }
}
