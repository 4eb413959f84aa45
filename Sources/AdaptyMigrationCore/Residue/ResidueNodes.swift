/// What a residue on a tape says.
struct ResidueNodes {
    /// The node of the residue; the one before it is the name of its member.
    let node: Int
    let head: Residue.Head
    /// The node of the original's text.
    let original: Int

    enum Fault: Error {
        /// This project did not write it.
        case foreign
        case laterVersion(String)
        case broken

        /// The same in words.
        func error(_ path: String, _ place: MigrationError.Place) -> MigrationError {
            switch self {
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
            case .broken: Residue.broken(path, place)
            }
        }
    }

    private static let version = Text(kept: Array(String(Residue.version).utf8))
    private static let columns = Column.allCases.map { (text: Text(kept: JSONText.encode($0.id)), value: $0) }
    private static let kinds = RecordKind.allCases.map {
        (text: Text(kept: JSONText.encode($0.rawValue)), value: $0)
    }

    init(_ tape: Tape, _ node: Int) throws(Fault) {
        guard let version = tape.member(node, "v"), tape.kind(version) == .number else { throw .foreign }
        // The version comes first: of a later one nothing else is known.
        guard tape.text(version) == ResidueNodes.version else {
            throw .laterVersion(String(decoding: tape.array(version), as: UTF8.self))
        }
        guard let original = tape.member(node, "original"), tape.kind(original) == .string else { throw .foreign }
        func value<Value>(_ name: StaticString, _ known: [(text: Text, value: Value)]) -> Value? {
            tape.member(node, name).flatMap { said in known.first { $0.text == tape.text(said) }?.value }
        }
        guard let from = value("from", ResidueNodes.columns), let to = value("to", ResidueNodes.columns),
            let kind = value("kind", ResidueNodes.kinds),
            let hash = tape.member(node, "hash").flatMap({ ResidueNodes.hash(digits: tape.text($0)) })
        else { throw .broken }
        head = Residue.Head(
            from: from, to: to, kind: kind, settings: try ResidueNodes.settings(tape, node), hash: hash)
        (self.node, self.original) = (node, original)
    }

    private static func settings(_ tape: Tape, _ node: Int) throws(Fault) -> Residue.Settings {
        var settings = Residue.Settings()
        if let at = tape.member(node, "at") {
            guard let instant = Int64(String(decoding: tape.array(at), as: UTF8.self)) else { throw .broken }
            settings.instant = instant
        }
        if let sdk = tape.member(node, "sdk") {
            guard let version = tape.stringValue(sdk).flatMap({ SDKVersion($0) }) else { throw .broken }
            settings.readableBy = version
        }
        settings.fills = tape.member(node, "fill").map { tape.kind($0) == .true } ?? false
        return settings
    }

    /// The hash that is written as sixteen digits in quotes; `nil` for any other text.
    private static func hash(digits text: Text) -> UInt64? {
        guard text.count == 18, text.start[0] == .quote else { return nil }
        var hash: UInt64 = 0
        for offset in 1...16 {
            let byte = text.start[offset]
            switch byte {
            case 0x30...0x39: hash = hash << 4 | UInt64(byte - 0x30)
            case 0x61...0x66: hash = hash << 4 | UInt64(byte - 0x57)
            default: return nil
            }
        }
        return hash
    }
}
