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
    public static let memberName = "_adapty_migration"
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
        guard let index = try? JSONScanner.index(original) else { return true }
        return index.raw(Envelope(index).node) != document[...]
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

    /// The hash that is written as sixteen digits in quotes; `nil` for any other text.
    static func hash(digits text: some Collection<UInt8>) -> UInt64? {
        let isHash =
            text.count == 18
            && text.dropFirst().dropLast().allSatisfy {
                (0x30...0x39).contains($0) || (0x61...0x66).contains($0)
            }
        return isHash ? UInt64(String(decoding: text.dropFirst().dropLast(), as: UTF8.self), radix: 16) : nil
    }

    /// The text up to the original.
    private var head: [UInt8] {
        var out = Residue.head(from, to, kind)
        if let instant = settings.instant { out += "\"at\":\(instant),".utf8 }
        if let sdk = settings.readableBy { out += "\"sdk\":\"\(sdk)\",".utf8 }
        if settings.fills { out += "\"fill\":true,".utf8 }
        return out + "\"hash\":\"\(Fingerprint.digits(hash))\",\"original\":".utf8
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
        let foreign = MigrationError(
            .foreignResidue, "the member \(Residue.memberName) was not written by this project",
            remedy: "rename or remove it; otherwise it would be taken for a residue", path: path, place: place)
        let broken = Residue.broken(path, place)
        guard index.kind(node) == .object, let version = index.member(node, "v"), index.kind(version) == .number else {
            throw foreign
        }
        // The version comes first: of a later one nothing else is known.
        let number = String(decoding: index.raw(version), as: UTF8.self)
        guard let known = Int(number), (1...Residue.version).contains(known) else {
            throw MigrationError(
                .unknownResidueVersion,
                "the residue has version \(number); this program reads version \(Residue.version)",
                remedy: "use a newer version of adapty-migrate or of the package; the record was left as it is",
                path: path, place: place)
        }
        func text(_ name: String) -> String? { index.member(node, name).flatMap { index.text($0) } }
        guard let original = index.member(node, "original"), index.kind(original) == .string else { throw foreign }
        guard let from = text("from").flatMap(Column.init(id:)), let to = text("to").flatMap(Column.init(id:)),
            let kind = text("kind").flatMap(RecordKind.init(rawValue:)),
            let hash = index.member(node, "hash").flatMap({ Residue.hash(digits: index.raw($0)) })
        else { throw broken }
        var settings = Settings()
        if let at = index.member(node, "at") {
            guard let instant = Int64(String(decoding: index.raw(at), as: UTF8.self)) else { throw broken }
            settings.instant = instant
        }
        if index.member(node, "sdk") != nil {
            guard let sdk = text("sdk").flatMap({ SDKVersion($0) }) else { throw broken }
            settings.readableBy = sdk
        }
        settings.fills = index.member(node, "fill").map { index.kind($0) == .true } ?? false
        (self.from, self.to, self.kind, self.settings, self.hash) = (from, to, kind, settings, hash)
        self.original = JSONText.unescape(index.raw(original).dropFirst().dropLast())
        guard (try? JSONScanner.index(self.original, maximumDepth: .max)) != nil else { throw broken }
    }

    static func broken(_ path: String, _ place: MigrationError.Place? = nil) -> MigrationError {
        MigrationError(
            .brokenResidue, "the residue is damaged",
            remedy: "restore the document from a backup; the residue was edited by hand", path: path, place: place)
    }
}
