/// The original of an upgraded record. It is kept so that the way back is exact.
///
/// It is embedded as the last member of the record, `"_adapty_migration"`, or kept beside the record. The original is
/// one JSON string, so a program that parses and rewrites the document does not change it, and every JSON library reads
/// it.
///
/// ```
/// {"v":1,"from":"sdk1-wire","to":"sdk2","kind":"profile","hash":"9f86d081884c7d65","original":"{\"data\":{…}}"}
/// ```
///
/// The original of a document that was edited between two conversions has a residue of its own.
public struct Residue: Sendable, Equatable {
    /// The member's name.
    public static let memberName = KnownNames.residue
    /// The version that this project writes. It also reads earlier versions.
    public static let version = 1

    /// What it says of the conversion.
    let head: Head
    /// The document before the conversion, byte for byte.
    public let original: [UInt8]

    package var from: Column { head.from }
    package var to: Column { head.to }
    /// The kind of the original.
    package var kind: RecordKind { head.kind }

    /// The dialect of the original.
    public var source: Dialect { from.dialect }

    /// Whether a document without its residue is the one that the conversion wrote.
    package func isOf(_ document: [UInt8]) -> Bool {
        Fingerprint.Hash(document[...]).value == head.hash
    }

    /// Whether more than the envelope of the original changed.
    package func hasChanges(_ document: [UInt8]) -> Bool {
        guard let index = try? JSONScanner.index(original), case let envelope = Envelope(index) else { return true }
        let record = Array(index.raw(envelope.node))
        return index.replacing([(index.range(envelope.place), record)], in: 0..<original.count) != document
    }

    /// The columns that this residue and those inside its original lead back to, the first original's first.
    ///
    /// - Throws: ``MigrationError`` `broken-residue` and others of ``init(json:)``.
    package func columns() throws(MigrationError) -> [Column] {
        let inner = try ResidueMember.split(try JSONScanner.index(original, maximumDepth: .max)).residue
        return (try inner?.columns() ?? []) + head.columns
    }

    // MARK: Writing

    /// The residue as compact JSON.
    public var json: [UInt8] {
        let original = Document(original)
        return ByteWriter.array { _ = head.put(original: original.view, into: &$0) }
    }

    // MARK: Reading

    /// - Throws: ``MigrationError`` `foreign-residue`, `unknown-residue-version` or `broken-residue`.
    public init(json: [UInt8]) throws(MigrationError) {
        try self.init(try JSONScanner.index(json, maximumDepth: 4096), 0)
    }

    package init(_ index: JSONIndex, _ node: Int) throws(MigrationError) {
        let place = index.place(Int(index[node].start)), path = index.pointer(node)
        let said: ResidueNodes
        do throws(ResidueNodes.Fault) {
            said = try index.withTape { tape throws(ResidueNodes.Fault) in try ResidueNodes(tape, node) }
        } catch {
            throw error.error(path, place)
        }
        head = said.head
        original = JSONText.unescape(index.raw(said.original).dropFirst().dropLast())
        guard (try? JSONScanner.index(original, maximumDepth: .max)) != nil else { throw Residue.broken(path, place) }
    }

    static func broken(_ path: String, _ place: MigrationError.Place? = nil) -> MigrationError {
        MigrationError(
            .brokenResidue, "the residue is damaged",
            remedy: "restore the document from a backup; the residue was edited by hand", path: path, place: place)
    }
}
