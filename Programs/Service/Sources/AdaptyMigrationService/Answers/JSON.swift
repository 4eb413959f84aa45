@_spi(Tools) import AdaptyMigrationTools

/// A JSON value for an answer. Stored documents are inserted byte for byte.
enum JSON: Sendable {
    case null
    case flag(Bool)
    case number(Int64)
    case text(String)
    case document([UInt8])
    case list([JSON])
    case object([(name: String, value: JSON)])

    static func text(orNull text: String?) -> JSON { text.map { .text($0) } ?? .null }

    var bytes: [UInt8] {
        var out: [UInt8] = []
        write(to: &out)
        return out
    }

    private func write(to out: inout [UInt8]) {
        switch self {
        case .null: out += "null".utf8
        case .flag(let isSet): out += (isSet ? "true" : "false").utf8
        case .number(let number): out += String(number).utf8
        case .text(let text): out += RawJSON(string: text).bytes
        case .document(let bytes): out += bytes
        case .list(let elements): JSON.write(elements, "[", "]", to: &out) { $0.write(to: &$1) }
        case .object(let members):
            JSON.write(members, "{", "}", to: &out) { member, out in
                out += RawJSON(string: member.name).bytes
                out += ":".utf8
                member.value.write(to: &out)
            }
        }
    }

    private static func write<Element>(
        _ elements: [Element], _ open: String, _ close: String, to out: inout [UInt8],
        _ body: (Element, inout [UInt8]) -> Void
    ) {
        out += open.utf8
        for (position, element) in elements.enumerated() {
            if position > 0 { out += ",".utf8 }
            body(element, &out)
        }
        out += close.utf8
    }
}
