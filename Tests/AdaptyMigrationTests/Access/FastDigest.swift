@testable import AdaptyMigrationStreams
@testable import AdaptyMigrationCore

/// The fast sum of one document.
enum FastDigest {
    /// - Parameter isList: whether the document is of API v2.
    static func sum(_ document: [UInt8], isList: Bool = false) -> UInt64? {
        let buffer = RecordBuffer(), index = QuoteIndex(), digest = AccessDigest()
        buffer.append(document)
        guard index.scan(buffer.store.view, DefaultMasks.self) else { return nil }
        return digest.sum(
            Cursor(
                forms: .shared, bytes: buffer.store.view, quotes: UnsafePointer(index.positions),
                firstBackslash: index.firstBackslash), depth: 100, isList: isList)
    }
}
