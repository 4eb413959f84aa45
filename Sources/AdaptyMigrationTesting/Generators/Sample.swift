/// A JSON document as a tree of raw tokens. ``DocumentGenerator`` makes it, and shrinking removes parts of it.
///
/// Names and tokens are JSON text as written (`"\u0061b"` with its quotes and escapes), so that every spelling of a
/// value is possible. Nothing checks that they are JSON.
public indirect enum Sample: Sendable {
    /// A string, number, `true`, `false` or `null`.
    case token(String)
    /// Members in order; names may repeat.
    case object([(name: String, value: Sample)])
    /// Elements in order.
    case array([Sample])

    /// The white space of a document.
    package struct Style: Sendable {
        package var comma: String
        package var colon: String
        /// White space after an opening bracket.
        package var open: String
        /// White space before a closing bracket.
        package var close: String

        package init(comma: String = ",", colon: String = ":", open: String = "", close: String = "") {
            self.comma = comma
            self.colon = colon
            self.open = open
            self.close = close
        }

        package static let compact = Style()
        package static let spaced = Style(comma: ", ", colon: ": ")
        /// Unusual white space wherever it is allowed.
        package static let odd = Style(comma: " ,\n\t", colon: "\t: ", open: "\r\n ", close: " ")
        package static let all = [compact, spaced, odd]
    }

    /// The document as JSON text without white space.
    public func text() -> String { text(.compact) }

    /// The document as JSON text.
    package func text(_ style: Style) -> String {
        switch self {
        case .token(let token): token
        case .object(let members):
            members.isEmpty
                ? "{" + style.open + "}"
                : "{" + style.open
                    + members.map { "\($0.name)\(style.colon)\($0.value.text(style))" }.joined(separator: style.comma)
                    + style.close + "}"
        case .array(let elements):
            elements.isEmpty
                ? "[" + style.close + "]"
                : "[" + style.open + elements.map { $0.text(style) }.joined(separator: style.comma) + style.close + "]"
        }
    }

    /// All copies of the document with one part removed.
    package var smaller: [Sample] {
        switch self {
        case .token: []
        case .object(let members):
            members.indices.map { position in
                var rest = members
                rest.remove(at: position)
                return .object(rest)
            }
                + members.indices.flatMap { position in
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
            }
                + elements.indices.flatMap { position in
                    elements[position].smaller.map { value in
                        var changed = elements
                        changed[position] = value
                        return .array(changed)
                    }
                }
        }
    }

    /// The smallest document that still fails. Parts are removed as long as it does.
    public func shrunk(while fails: (Sample) -> Bool) -> Sample {
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
