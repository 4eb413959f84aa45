/// The data for which the target dialect has no place. It is kept so that the way back is exact.
///
/// It is embedded as the last member of the record, `"_adapty_migration"`, or kept beside the record. It contains texts
/// of the original as JSON strings, so that a program that parses and rewrites the document does not change them.
///
/// ```
/// {"v":1,"hops":[{"from":"sdk1-wire","to":"sdk2","kind":"profile","wrap":["{\"data\":","}"],"delta":{…}}]}
/// ```
///
/// There is one hop for each step between a dialect and the current one. The way back removes them one by one, so
/// converting from A to C leaves the same residue as converting from A to B and then to C. The page "The residue"
/// describes every key.
public struct Residue: Sendable, Equatable {
    /// The member's name.
    public static let memberName = "_adapty_migration"
    /// The version that this project writes. It also reads earlier versions.
    public static let version = 1

    package struct Hop: Sendable {
        package let from: Column
        package let to: Column
        package let kind: RecordKind
        /// The instant at which flags were derived (`--at`), in microseconds since 1970; `nil` when no flags were
        /// derived.
        var instant: Int64?
        /// The SDK version for which the record was made readable; `nil` for a conversion.
        var readableBy: SDKVersion?
        /// The envelope's bytes before and after the record.
        var wrap: (prefix: [UInt8], suffix: [UInt8])?
        var delta: Delta?
    }

    package var hops: [Hop]

    /// The dialect that a downgrade restores.
    public var source: Dialect? { hops.first?.from.dialect }

    /// Whether the residue contains only wrappers, because no member changed.
    package var isEnvelopeOnly: Bool { hops.allSatisfy { $0.delta == nil } }

    /// Residues with the same text are equal.
    public static func == (a: Residue, b: Residue) -> Bool { a.json == b.json }

    // MARK: Writing

    /// The residue as compact JSON.
    public var json: [UInt8] {
        var out = Array("{\"v\":\(Residue.version),\"hops\":[".utf8)
        for (position, hop) in hops.enumerated() {
            if position > 0 { out.append(0x2C) }
            out += Array("{\"from\":\"\(hop.from.id)\",\"to\":\"\(hop.to.id)\",\"kind\":\"\(hop.kind.rawValue)\"".utf8)
            if let instant = hop.instant { out += Array(",\"at\":\(instant)".utf8) }
            if let sdk = hop.readableBy { out += Array(",\"sdk\":\"\(sdk)\"".utf8) }
            if let wrap = hop.wrap {
                out +=
                    Array(",\"wrap\":".utf8)
                    + ResidueText.array([JSONText.encode(wrap.prefix[...]), JSONText.encode(wrap.suffix[...])])
            }
            if let delta = hop.delta { out += Array(",\"delta\":".utf8) + ResidueText.write(delta) }
            out.append(0x7D)
        }
        return out + Array("]}".utf8)
    }

    // MARK: Reading

    /// - Throws: ``MigrationError`` `foreign-residue`, `unknown-residue-version` or `broken-residue`.
    public init(json: [UInt8]) throws(MigrationError) {
        try self.init(try JSONScanner.index(json, maximumDepth: 4096), 0)
    }

    init(hops: [Hop]) { self.hops = hops }

    package init(_ index: JSONIndex, _ node: Int) throws(MigrationError) {
        let place = index.place(Int(index[node].start)), path = index.pointer(node)
        func foreign() -> MigrationError {
            MigrationError(
                .foreignResidue, "the member \(Residue.memberName) was not written by this project",
                remedy: "rename or remove it; otherwise it would be taken for a residue", path: path, place: place)
        }
        guard index.kind(node) == .object, let version = index.member(node, "v"), index.kind(version) == .number else {
            throw foreign()
        }
        // The version comes first: of a later one nothing else is known, not even that it has hops.
        let number = String(decoding: index.raw(version), as: UTF8.self)
        guard let known = Int(number), (1...Residue.version).contains(known) else {
            throw MigrationError(
                .unknownResidueVersion,
                "the residue has version \(number); this program reads version \(Residue.version)",
                remedy:
                    "use a newer version of adapty-migrate or of the package; the record was left as it is",
                path: path, place: place)
        }
        guard let hops = index.member(node, "hops"), index.kind(hops) == .array else { throw foreign() }
        self.hops = []
        for hop in index.elements(hops) {
            guard let read = Residue.hop(index, hop) else {
                throw MigrationError(
                    .brokenResidue, "the residue is damaged",
                    remedy: "restore the document from a backup; the residue was edited by hand",
                    path: index.pointer(hop), place: index.place(Int(index[hop].start)))
            }
            self.hops.append(read)
        }
    }

    private static func hop(_ index: JSONIndex, _ node: Int) -> Hop? {
        func text(_ name: String) -> String? { index.member(node, name).flatMap { index.text($0) } }
        guard let from = text("from").flatMap(Column.init(id:)), let to = text("to").flatMap(Column.init(id:)),
            let kind = text("kind").flatMap(RecordKind.init(rawValue:))
        else { return nil }
        var hop = Hop(from: from, to: to, kind: kind)
        if let at = index.member(node, "at") {
            guard let instant = Int64(String(decoding: index.raw(at), as: UTF8.self)) else { return nil }
            hop.instant = instant
        }
        if index.member(node, "sdk") != nil {
            guard let sdk = text("sdk").flatMap({ SDKVersion($0) }) else { return nil }
            hop.readableBy = sdk
        }
        if let wrap = index.member(node, "wrap") {
            let parts = index.elements(wrap).compactMap { index.text($0) }
            guard parts.count == 2 else { return nil }
            hop.wrap = (Array(parts[0].utf8), Array(parts[1].utf8))
        }
        if let delta = index.member(node, "delta") {
            guard let read = ResidueText.read(index, delta) else { return nil }
            hop.delta = read
        }
        return hop
    }
}
