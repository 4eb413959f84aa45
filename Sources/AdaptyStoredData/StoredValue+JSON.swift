import AdaptyMigrationCore

extension StoredValue {
    /// The value as JSON. Data is an object with one member: its text is `utf8`, or else `latin1`, with a
    /// character for each byte. Values that no SDK stores become null.
    package var json: [UInt8] {
        var text: [UInt8] = []
        write(to: &text)
        return text
    }

    private func write(to text: inout [UInt8]) {
        switch self {
        case .text(let value): text += JSONText.encode(value)
        case .number(let number): text += String(number).utf8
        case .dictionary(let members):
            text.append(.openBrace)
            for (number, name) in members.keys.sorted().enumerated() {
                if number > 0 { text.append(.comma) }
                text += JSONText.encode(name) + [.colon]
                members[name]?.write(to: &text)
            }
            text.append(.closeBrace)
        case .data(let bytes): StoredValue.write(bytes, to: &text)
        case .other: text += "null".utf8
        }
    }

    private static func write(_ bytes: [UInt8], to text: inout [UInt8]) {
        if Array(String(decoding: bytes, as: UTF8.self).utf8) == bytes {
            text += "{\"utf8\":".utf8
            text += JSONText.encode(bytes[...])
        } else {
            var latin1 = String.UnicodeScalarView()
            latin1.append(contentsOf: bytes.map { Unicode.Scalar($0) })
            text += "{\"latin1\":".utf8
            text += JSONText.encode(String(latin1))
        }
        text.append(.closeBrace)
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
