@_spi(Tools) @testable import AdaptyMigrationStreams
@testable import AdaptyMigrationCore

/// The fast sum of one document.
enum FastDigest {
    /// - Parameter isList: whether the document is of API v2.
    static func sum(_ document: [UInt8], isList: Bool = false) -> UInt64? {
        let buffer = RecordBuffer(), builder = TapeBuilder()
        buffer.append(document)
        return builder.tape(buffer.store.view, maximumDepth: 512)
            .flatMap { AccessDigest().sum($0, isList: isList) }
    }
}
