@_spi(Tools) import AdaptyMigrationTools

/// Documents one after another in a buffer.
public struct Records {
    @_spi(Tools) public let buffer = RecordBuffer()
    public private(set) var ranges: [Range<Int>] = []

    public init(_ documents: [[UInt8]]) {
        for document in documents { append(document) }
    }

    /// The lines of an NDJSON text.
    public init(lines text: [UInt8]) {
        for line in text.split(separator: 0x0A) { append(line) }
    }

    private mutating func append(_ document: some Collection<UInt8>) {
        let start = buffer.count
        buffer.append(document)
        ranges.append(start..<buffer.count)
    }

    /// Those that the product does not reject.
    public var accepted: Records { Records(documents.filter { (try? Migrator().upgrade($0)) != nil }) }

    public var byteCount: Int { buffer.count }

    /// The documents as arrays, for the parts of the product that take those.
    public var documents: [[UInt8]] { buffer.withUnsafeBytes { all in ranges.map { Array(all[$0]) } } }
}
