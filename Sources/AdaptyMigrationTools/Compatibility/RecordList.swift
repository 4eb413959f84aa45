import AdaptyMigrationAccess
import AdaptyMigrationCore
import AdaptyMigrationModels
@_spi(Tools) import AdaptyMigrationStreams
@_spi(Tools) import AdaptyStoredData

/// The records of a document that is an array of records.
@_spi(Tools) public enum RecordList {
    /// The byte ranges of the array's elements, in order; `nil` when the document is not an array.
    ///
    /// - Throws: ``MigrationError`` when the bytes are not JSON.
    public static func ranges(in document: [UInt8], maximumDepth: Int = 512) throws(MigrationError) -> [Range<Int>]? {
        let index = try JSONScanner.index(document, maximumDepth: maximumDepth)
        guard index.kind(0) == .array else { return nil }
        return index.elements(0).map { index.range($0) }
    }
}
