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

    package let from: Column
    package let to: Column
    /// The kind of the original.
    package let kind: RecordKind
    let settings: Settings
    /// The hash of the converted document without the residue.
    let hash: UInt64
    /// The document before the conversion, byte for byte.
    public let original: [UInt8]

    /// What the conversion was told, where it had an effect.
    struct Settings: Sendable, Equatable {
        /// The instant at which flags were derived (`--at`), in microseconds since 1970; `nil` when no flags were
        /// derived.
        var instant: Int64?
        /// The SDK version for which the record was made readable; `nil` if for none.
        var readableBy: SDKVersion?
        /// Whether placeholders were written.
        var fills = false

        /// As members of the residue.
        var members: [UInt8] {
            var out: [UInt8] = []
            if let instant { out += "\"at\":\(instant),".utf8 }
            if let readableBy { out += "\"sdk\":\"\(readableBy)\",".utf8 }
            if fills { out += "\"fill\":true,".utf8 }
            return out
        }
    }

    /// The dialect of the original.
    public var source: Dialect { from.dialect }

    init(
        from: Column, to: Column, kind: RecordKind, settings: Settings = Settings(), of document: [UInt8],
        original: [UInt8]
    ) {
        (self.from, self.to, self.kind, self.settings, self.original) = (from, to, kind, settings, original)
        hash = Residue.hash(document)
    }

    /// The residue of the document that one of its steps made.
    func cut(after step: ConversionStep) -> Residue {
        Residue(
            from: from, to: step.to, kind: kind,
            settings: Settings(instant: settings.instant, readableBy: step.settings.readableBy, fills: settings.fills),
            of: step.after, original: original)
    }

    static func hash(_ document: [UInt8]) -> UInt64 { Fingerprint.Hash(document[...]).value }

    /// Whether a document without its residue is the one that the conversion wrote.
    package func isOf(_ document: [UInt8]) -> Bool { Residue.hash(document) == hash }

    /// Whether more than the envelope of the original changed.
    package func hasChanges(_ document: [UInt8]) -> Bool {
        guard let index = try? JSONScanner.index(original), case let envelope = Envelope(index) else { return true }
        let record = Array(index.raw(envelope.node))
        return index.replacing([(index.range(envelope.place), record)], in: 0..<original.count) != document
    }

    // MARK: Chains

    /// A residue, and its original without the residue in that.
    package struct Layer: Sendable {
        package let residue: Residue
        let body: [UInt8]
    }

    /// This residue and those inside its original; the last one comes off first.
    ///
    /// - Throws: ``MigrationError`` `broken-residue` and others of ``init(json:)``.
    package func layers() throws(MigrationError) -> [Layer] {
        let (body, inner) = try ResidueMember.split(try JSONScanner.index(original, maximumDepth: .max))
        return (try inner?.layers() ?? []) + [Layer(residue: self, body: body)]
    }

    // MARK: Writing

    /// The residue as compact JSON.
    public var json: [UInt8] { head + JSONText.encode(original[...]) + [0x7D] }

    /// The text up to the original.
    private var head: [UInt8] {
        Residue.head(from, to, kind) + settings.members
            + "\"hash\":\"\(Fingerprint.digits(hash))\",\"original\":".utf8
    }

    /// The text up to the settings.
    static func head(_ from: Column, _ to: Column, _ kind: RecordKind) -> [UInt8] {
        Array("{\"v\":\(version),\"from\":\"\(from.id)\",\"to\":\"\(to.id)\",\"kind\":\"\(kind.rawValue)\",".utf8)
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
            throw Residue.error(error, path, place)
        }
        (from, to, kind, settings, hash) = (said.from, said.to, said.kind, said.settings, said.hash)
        original = JSONText.unescape(index.raw(said.original).dropFirst().dropLast())
        guard (try? JSONScanner.index(original, maximumDepth: .max)) != nil else { throw Residue.broken(path, place) }
    }

    private static func error(_ fault: ResidueNodes.Fault, _ path: String, _ place: MigrationError.Place)
        -> MigrationError
    {
        switch fault {
        case .foreign:
            MigrationError(
                .foreignResidue, "the member \(Residue.memberName) was not written by this project",
                remedy: "rename or remove it; otherwise it would be taken for a residue", path: path, place: place)
        case .laterVersion(let number):
            MigrationError(
                .unknownResidueVersion,
                "the residue has version \(number); this program reads version \(Residue.version)",
                remedy: "use a newer version of adapty-migrate or of the package; the record was left as it is",
                path: path, place: place)
        case .broken: broken(path, place)
        }
    }

    static func broken(_ path: String, _ place: MigrationError.Place? = nil) -> MigrationError {
        MigrationError(
            .brokenResidue, "the residue is damaged",
            remedy: "restore the document from a backup; the residue was edited by hand", path: path, place: place)
    }
}

extension MigrationOptions {
    /// What a conversion is told that was done before.
    func repeated(_ settings: Residue.Settings = Residue.Settings()) -> MigrationOptions {
        var repeated = MigrationOptions(
            fillRequired: settings.fills, maximumDepth: maximumDepth,
            instant: settings.instant.map(Timestamp.init(microseconds:)))
        repeated.isRepeated = true
        return repeated
    }
}
