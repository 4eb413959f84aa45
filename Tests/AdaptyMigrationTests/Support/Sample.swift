/// A JSON document as a tree of raw tokens: what the generator makes and shrinking takes apart.
indirect enum Sample: Sendable {
    case token(String)
    case object([(name: String, value: Sample)])
    case array([Sample])

    /// How a document is laid out.
    struct Style: Sendable {
        var comma = ","
        var colon = ":"
        var open = ""
        var close = ""
        static let compact = Style()
        static let spaced = Style(comma: ", ", colon: ": ")
        static let odd = Style(comma: " ,\n\t", colon: "\t: ", open: "\r\n ", close: " ")
        static let all = [compact, spaced, odd]
    }

    func text(_ style: Style = .compact) -> String {
        switch self {
        case .token(let token): token
        case .object(let members):
            members.isEmpty ? "{" + style.open + "}"
                : "{" + style.open + members.map { "\($0.name)\(style.colon)\($0.value.text(style))" }.joined(separator: style.comma) + style.close + "}"
        case .array(let elements):
            elements.isEmpty ? "[" + style.close + "]" : "[" + style.open + elements.map { $0.text(style) }.joined(separator: style.comma) + style.close + "]"
        }
    }

    /// The same document with one part removed, in every way.
    var smaller: [Sample] {
        switch self {
        case .token: []
        case .object(let members):
            members.indices.map { position in
                var rest = members
                rest.remove(at: position)
                return .object(rest)
            } + members.indices.flatMap { position in
                members[position].value.smaller.map { value in
                    var changed = members
                    changed[position].value = value
                    return .object(changed)
                }
            }
        case .array(let elements):
            elements.indices.map { position in
                var rest = elements
                rest.remove(at: position)
                return .array(rest)
            } + elements.indices.flatMap { position in
                elements[position].smaller.map { value in
                    var changed = elements
                    changed[position] = value
                    return .array(changed)
                }
            }
        }
    }

    /// The smallest document that still fails, by removing parts while it does.
    func shrunk(while fails: (Sample) -> Bool) -> Sample {
        var smallest = self
        search: while true {
            for candidate in smallest.smaller where fails(candidate) {
                smallest = candidate
                continue search
            }
            return smallest
        }
    }
}
