import AdaptyMigrationCore
@_spi(Tools) import AdaptyMigrationTools

/// Goes through a document token by token, and decides which tokens are replaced. The bytes between tokens are kept.
///
/// A text that contains JSON is redacted inside, down to a fixed depth, and written in its original form:
///
/// ```
/// "custom_payload":"{\"mail\":\"jane@acme.com\"}"   →   "custom_payload":"{\"pqrx\":\"kqod@xvbn.pol.example.com\"}"
/// ```
struct DocumentRedaction {
    /// The kind of place at which a value stands.
    enum Place: Equatable {
        /// A record. Its member names have roles; this is the role of its own name.
        case record(RedactionRole)
        /// Unknown data that may be personal: every text and number is replaced, and every name outside the vocabulary.
        case unknown
        /// An object whose names are data. Each value is at the given place.
        indirect case dictionary(Place)
    }

    struct Edit {
        let range: Range<Int>
        let bytes: [UInt8]
    }

    /// The maximum depth of JSON inside texts inside texts. Beyond it, a text is treated like any other.
    private static let deepest = 8

    private let index: JSONIndex
    private let standIns: StandIns
    private let depth: Int
    private var edits: [Edit] = []

    private init(_ index: JSONIndex, _ standIns: StandIns, depth: Int) {
        self.index = index
        self.standIns = standIns
        self.depth = depth
    }

    /// The replacements in a document, in order.
    static func edits(_ index: JSONIndex, _ standIns: StandIns) -> [Edit] {
        var redaction = DocumentRedaction(index, standIns, depth: 0)
        redaction.root()
        return redaction.edits
    }

    /// The text as JSON, if it is a container or a quoted string.
    static func nested(_ text: [UInt32]) -> JSONIndex? {
        guard let first = text.first(where: { ![0x20, 0x09, 0x0A, 0x0D].contains($0) }),
            [0x7B, 0x5B, 0x22].contains(first)
        else { return nil }
        return try? JSONScanner.index(
            Array(String(String.UnicodeScalarView(text.compactMap(Unicode.Scalar.init))).utf8))
    }

    // MARK: Walk

    /// Paywalls by placement have ids as names, and these are data.
    private mutating func root() {
        let envelope = Envelope(index)
        guard envelope.isByPlacement else { return value(0, .record(.record)) }
        for member in index.members(0) {
            let isList = index.nameEquals(member.name, "data")
            self.member(member, .record(.record), inner: isList ? .dictionary(.record(.record)) : nil)
        }
    }

    private mutating func value(_ node: Int, _ place: Place) {
        switch index.kind(node) {
        case .object: for member in index.members(node) { self.member(member, place, inner: nil) }
        case .array: for element in index.elements(node) { value(element, place) }
        case .string: text(node, place)
        case .number: number(node, place)
        case .true, .false, .null: return
        }
    }

    private mutating func member(_ member: JSONIndex.Member, _ place: Place, inner: Place?) {
        let name = index.name(member.name)
        switch place {
        case .dictionary(let values):
            replace(member.name, .unknown)
            value(member.value, inner ?? values)
        case .unknown:
            if !RedactionWords.contains(name) { replace(member.name, .unknown) }
            value(member.value, inner ?? .unknown)
        case .record(let roles):
            let role = RedactionRole.of(name)
            if role.isEmpty { replace(member.name, .unknown) }
            value(member.value, inner ?? inside(role, under: roles, name, member.value))
        }
    }

    private func inside(_ role: RedactionRole, under roles: RedactionRole, _ name: String, _ value: Int) -> Place {
        // The texts inside the configuration belong to the app, whatever their names are.
        if roles.contains(.configuration), !role.contains(.code) { return .unknown }
        switch index.kind(value) {
        case .object where role.contains(.dictionary): return .dictionary(.record(.record))
        case .object where role.contains(.attributes): return .dictionary(.unknown)
        case .object where role.contains(.configuration) && name == "remote_config": return .record(.configuration)
        case .object where !role.contains(.record): return .unknown
        case .array where role.isDisjoint(with: [.record, .dictionary]): return .unknown
        default: return role.isEmpty ? .unknown : .record(role)
        }
    }

    // MARK: Tokens

    private mutating func number(_ node: Int, _ place: Place) {
        if case .record(let roles) = place, roles.contains(.number) { return }
        let lexeme = index.raw(node).map(UInt32.init)
        add(
            index.range(node),
            String(String.UnicodeScalarView(standIns.number(lexeme).compactMap(Unicode.Scalar.init))).utf8.map { $0 })
    }

    private mutating func text(_ node: Int, _ place: Place) {
        if case .record(let roles) = place, let text = index.text(node), DocumentRedaction.isKept(text, roles) {
            return
        }
        replace(node, place)
    }

    private mutating func replace(_ node: Int, _ place: Place) {
        let inner = TextUnit.parse(index.raw(node).dropFirst().dropLast())
        add(index.range(node), [0x22] + redacted(inner, place).flatMap(\.bytes) + [0x22])
    }

    private mutating func add(_ range: Range<Int>, _ bytes: [UInt8]) {
        if !index.bytes[range].elementsEqual(bytes) { edits.append(Edit(range: range, bytes: bytes)) }
    }

    private func redacted(_ units: [TextUnit], _ place: Place) -> [TextUnit] {
        guard depth < DocumentRedaction.deepest, let nested = DocumentRedaction.nested(units.scalars) else {
            return units.written(standIns.text(units.scalars))
        }
        var inside = DocumentRedaction(nested, standIns, depth: depth + 1)
        // A text that contains a record is treated as a record where records are expected (SDK 2.9–3.7 wrote placements
        // so).
        if case .record(let roles) = place, roles.contains(.record) {
            inside.value(0, place)
        } else {
            inside.value(0, .unknown)
        }
        return DocumentRedaction.applying(inside.edits, to: units)
    }

    /// Edits the bytes of the given characters.
    private static func applying(_ edits: [Edit], to units: [TextUnit]) -> [TextUnit] {
        var out: [TextUnit] = [], position = 0, offset = 0
        func size(_ unit: TextUnit) -> Int { Unicode.Scalar(unit.scalar).map { UTF8.width($0) } ?? 3 }
        for edit in edits {
            while offset < edit.range.lowerBound {
                out.append(units[position])
                offset += size(units[position])
                position += 1
            }
            let start = position
            while offset < edit.range.upperBound {
                offset += size(units[position])
                position += 1
            }
            out += Array(units[start..<position]).written(
                String(decoding: edit.bytes, as: UTF8.self).unicodeScalars.map(\.value))
        }
        return out + units[position...]
    }

    // MARK: What stays

    private static func isKept(_ text: String, _ roles: RedactionRole) -> Bool {
        if text.isEmpty || isWord(text) && SDKEvent.isID(text) { return true }
        if roles.contains(.code), isCode(text) { return true }
        if roles.contains(.number), text.utf8.count < 32,
            text.utf8.allSatisfy({ (0x30...0x39).contains($0) || [0x2B, 0x2D, 0x2E, 0x45, 0x65].contains($0) })
        {
            return true
        }
        // This includes texts that are not dates: an unreadable date must stay unreadable.
        return roles.contains(.date) && text.utf8.count < 40
            && (Timestamp(text).microseconds != nil || text.utf8.allSatisfy { dateBytes.contains($0) })
    }

    private static let dateBytes = Set("0123456789TZ:.+- ".utf8)

    /// An identifier: letters and characters that join words.
    private static func isWord(_ text: String) -> Bool {
        text.utf8.count <= 48 && text.utf8.allSatisfy { isLetter($0) || $0 == 0x5F || $0 == 0x2D }
    }

    /// `EUR`, `de`, `en-US`, `zh_Hans_CN`.
    private static func isCode(_ text: String) -> Bool {
        let parts = text.utf8.split(omittingEmptySubsequences: false) { $0 == 0x5F || $0 == 0x2D }
        return parts.count <= 3 && (2...3).contains(parts[0].count)
            && parts.dropFirst().allSatisfy { (2...4).contains($0.count) }
            && parts.allSatisfy { $0.allSatisfy(isLetter) }
    }

    private static func isLetter(_ byte: UInt8) -> Bool { (0x61...0x7A).contains(byte | 0x20) }
}
