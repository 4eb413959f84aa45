import AdaptyMigrationCore

extension StoredValue {
    /// The value as JSON, for stores that contain only texts. Data, and values that no SDK stores, become null.
    package var json: [UInt8] {
        switch self {
        case .text(let text): JSONText.encode(text)
        case .number(let number): Array(String(number).utf8)
        case .dictionary(let members):
            [.openBrace]
                + Array(
                    members.keys.sorted().map { JSONText.member($0, members[$0]?.json ?? []) }.joined(
                        separator: [.comma])) + [.closeBrace]
        case .data, .other: Array("null".utf8)
        }
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
            self = .dictionary(
                Dictionary(index.members(node).map { (index.name($0.name), StoredValue(index, $0.value)) }) { $1 })
        default: self = .other
        }
    }
}
