import AdaptyMigrationCore

/// The byte order mark before a document, which RFC 8259 (§8.1) allows a reader to ignore. It is no part of the
/// document, and stays before what becomes of it.
@_spi(Tools) public enum ByteOrderMark {
    /// The mark in UTF-8.
    public static let bytes: [UInt8] = [0xEF, 0xBB, 0xBF]

    /// The number of bytes of the mark before a document; 0 where there is none.
    public static func count(before document: some Collection<UInt8>) -> Int {
        document.starts(with: bytes) ? bytes.count : 0
    }

    /// Calls a conversion with what is behind the mark.
    ///
    /// - Throws: the error of the conversion. The offset of its place counts from the mark.
    public static func passing<Document: Collection<UInt8>, Result>(
        _ document: Document,
        _ convert: (_ mark: Document.SubSequence, _ rest: Document.SubSequence) throws(MigrationError) -> Result
    ) throws(MigrationError) -> Result {
        let count = count(before: document)
        do throws(MigrationError) {
            return try convert(document.prefix(count), document.dropFirst(count))
        } catch {
            guard count > 0, let place = error.place else { throw error }
            throw MigrationError(
                error.code, error.message, remedy: error.remedy, path: error.path,
                place: .init(offset: place.offset + count, line: place.line, column: place.column))
        }
    }
}
