import AdaptyMigrationCore

extension StoredValue {
    /// The value as JSON. Data is an object with one member: its text is `utf8`, or else `latin1`, with a
    /// character for each byte. Values that no SDK stores become null.
    package var json: [UInt8] {
        switch self {
        case .text(let text): JSONText.encode(text)
        case .number(let number): Array(String(number).utf8)
        case .dictionary(let members):
            StoredValue.object(members.keys.sorted().map { ($0, members[$0]?.json ?? []) })
        case .data(let bytes): StoredValue.json(bytes)
        case .other: Array("null".utf8)
        }
    }

    private static func json(_ bytes: [UInt8]) -> [UInt8] {
        if Array(String(decoding: bytes, as: UTF8.self).utf8) == bytes {
            return object([("utf8", JSONText.encode(bytes[...]))])
        }
        var latin1 = String.UnicodeScalarView()
        latin1.append(contentsOf: bytes.map { Unicode.Scalar($0) })
        return object([("latin1", JSONText.encode(String(latin1)))])
    }

    private static func object(_ members: [(name: String, json: [UInt8])]) -> [UInt8] {
        var text: [UInt8] = [.openBrace]
        for (name, json) in members {
            if text.count > 1 { text.append(.comma) }
            text += JSONText.member(name, json)
        }
        return text + [.closeBrace]
    }

    /// - Returns: `nil` when the text is not JSON. A value that is neither text, integer nor object is ``other``.
    init?(json: [UInt8]) {
        guard let index = try? JSONScanner.index(json) else { return nil }
        self.init(index, 0)
    }

    private init(_ index: JSONIndex, _ node: Int) {
        switch index.kind(node) {
        case .string: self = index.text(node).map { .text($0) } ?? .other
        case .number: self = Int(String(decoding: index.raw(node), as: UTF8.self)).map { .number($0) } ?? .other
        case .object:
            let members = Dictionary(index.members(node).map { (index.name($0.name), StoredValue(index, $0.value)) }) {
                $1
            }
            self = StoredValue.data(members) ?? .dictionary(members)
        default: self = .other
        }
    }

    /// The data that an object stands for; `nil` when it stands for itself.
    private static func data(_ members: [String: StoredValue]) -> StoredValue? {
        guard members.count == 1 else { return nil }
        if let text = members["utf8"]?.text { return .data(Array(text.utf8)) }
        guard let text = members["latin1"]?.text, text.unicodeScalars.allSatisfy({ $0.value < 256 }) else { return nil }
        return .data(text.unicodeScalars.map { UInt8($0.value) })
    }
}
