@_spi(Tools) import AdaptyMigrationTools

/// One line of a formatted document.
struct IndentedLine: Sendable {
    let text: String
    /// JSON pointer (RFC 6901) to the value on the line.
    let pointer: String
}

/// Formats a JSON document with one member or element a line, so that two documents can be compared line by line.
/// Numbers, strings and escapes are shown unchanged. Text that is not JSON is formatted as far as it resembles JSON.
///
/// ```
/// {"a":[1.0,{}]}      {              (pointer: the whole document)
///                       "a": [       /a
///                         1.0,       /a/0
///                         {}         /a/1
///                       ]            /a
///                     }
/// ```
struct Indenter {
    /// An open container, and the position of the next value in it.
    private enum Frame {
        case object(name: String)
        case array(position: Int)

        var token: String {
            switch self {
            case .object(let name): JSONText.pointer(name)
            case .array(let position): String(position)
            }
        }
    }

    private let document: [UInt8]
    private var position = 0
    private var frames: [Frame] = []
    private var lines: [IndentedLine] = []
    private var line: [UInt8] = []
    private var pointer: String?

    static func lines(_ document: [UInt8]) -> [IndentedLine] {
        var indenter = Indenter(document: document)
        while indenter.position < document.count { indenter.step() }
        indenter.end()
        return indenter.lines
    }

    private init(document: [UInt8]) { self.document = document }

    private var here: String { frames.map { "/" + $0.token }.joined() }

    private mutating func step() {
        let byte = document[position]
        position += 1
        switch byte {
        case .quote: string()
        case .openBrace, .openBracket: open(byte)
        case .closeBrace, .closeBracket:
            end()
            if !frames.isEmpty { frames.removeLast() }
            append(byte)
        case .comma:
            line.append(byte)
            end()
            if case .array(let position)? = frames.last { frames[frames.count - 1] = .array(position: position + 1) }
        case .colon: line += [.colon, .space]
        case .space, 0x09, .newline, 0x0D: break
        default: append(byte)
        }
    }

    private mutating func append(_ byte: UInt8) {
        if pointer == nil { pointer = here }
        if line.isEmpty { line = Array(repeating: .space, count: frames.count * 2) }
        line.append(byte)
    }

    private mutating func string() {
        let start = position
        while position < document.count, document[position] != .quote {
            position += document[position] == .backslash ? 2 : 1
        }
        position = min(position, document.count)
        let inner = document[start..<position]
        let isName =
            document[min(position + 1, document.count)...].first { ![.space, 0x09, .newline, 0x0D].contains($0) }
            == .colon
        if isName, case .object? = frames.last {
            frames[frames.count - 1] = .object(name: String(decoding: inner, as: UTF8.self))
        }
        append(.quote)
        line += inner
        if position < document.count { line.append(.quote) }
        position += 1
    }

    /// An empty container stays on its line.
    private mutating func open(_ byte: UInt8) {
        append(byte)
        if let next = document[position...].firstIndex(where: { ![.space, 0x09, .newline, 0x0D].contains($0) }),
            document[next] == .closeBrace || document[next] == .closeBracket
        {
            line.append(document[next])
            position = next + 1
        } else {
            end()
            frames.append(byte == .openBrace ? .object(name: "") : .array(position: 0))
        }
    }

    private mutating func end() {
        if !line.isEmpty {
            lines.append(IndentedLine(text: String(decoding: line, as: UTF8.self), pointer: pointer ?? here))
        }
        line = []
        pointer = nil
    }
}
