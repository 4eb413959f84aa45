import AdaptyMigrationAccess
import AdaptyMigrationCore
import AdaptyMigrationModels
@_spi(Tools) import AdaptyMigrationStreams
@_spi(Tools) import AdaptyStoredData

/// A record that clients of several versions read and write: the newest document and, for every older dialect in which
/// it was written, the residue of that dialect.
public struct SharedRecord: Sendable, Equatable {
    /// In ``dialect``, without residues.
    public let document: [UInt8]
    /// The current dialect of the kind, or a newer dialect in which a client wrote.
    public let dialect: Dialect
    /// The same for every dialect of the record.
    public let kind: RecordKind
    /// The residues, by the dialect to which each leads back.
    public let residues: [Dialect: Residue]

    init(_ document: [UInt8], _ dialect: Dialect, _ kind: RecordKind, _ residues: [Dialect: Residue]) {
        self.document = document
        self.dialect = dialect
        self.kind = kind
        self.residues = residues
    }

    /// Creates a record from stored values.
    ///
    /// - Parameters:
    ///   - document: the newest document, without a residue.
    ///   - dialect: the document's dialect.
    ///   - kind: the kind of record.
    ///   - residues: the stored value of ``residuesJSON``.
    /// - Throws: ``MigrationError`` when one of the residues is damaged.
    public init(document: [UInt8], dialect: Dialect, kind: RecordKind, residues: [UInt8]) throws(MigrationError) {
        let index = try JSONScanner.index(residues, maximumDepth: SharedRecord.residueDepth)
        var read: [Dialect: Residue] = [:]
        for element in index.elements(0) {
            let residue = try Residue(index, element)
            read[residue.source] = residue
        }
        self.init(document, dialect, kind, read)
    }

    private static let residueDepth = 4096

    /// The residues as a JSON array for a store, ordered by the ids of their dialects.
    public var residuesJSON: [UInt8] {
        let texts: [[UInt8]] = residues.sorted { $0.key.rawValue < $1.key.rawValue }.map(\.value.json)
        var out: [UInt8] = [.openBracket]
        out += texts.joined(separator: [.comma])
        out.append(.closeBracket)
        return out
    }

    /// Whether an ``CompatibilityLayer/Answer/entityTag`` is of the record as it is now, in any dialect: a writer may have
    /// read any representation of it (RFC 9110 §13.1.1).
    public func isCurrent(_ entityTag: String) -> Bool { entityTag.hasPrefix("\"\(revision)-") }

    /// `"REVISION-REPRESENTATION"`: the first part changes with every change of the record, and the second one with the
    /// bytes of an answer.
    func entityTag(of answer: [UInt8], _ mediaType: String) -> String {
        let representation = SHA256Hash.hex(Array(mediaType.utf8) + [0x0A] + answer).prefix(16)
        return "\"\(revision)-\(representation)\""
    }

    private var revision: Substring {
        var hash = SHA256Hash(after: Array("\(dialect.rawValue)\n\(document.count)\n".utf8))
        hash.update(document)
        hash.update(residuesJSON)
        return hash.hex().prefix(32)
    }
}
