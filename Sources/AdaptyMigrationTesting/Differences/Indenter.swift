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
        case 0x22: string()
        case 0x7B, 0x5B: open(byte)
        case 0x7D, 0x5D:
            end()
            if !frames.isEmpty { frames.removeLast() }
            append(byte)
        case 0x2C:
            line.append(byte)
            end()
            if case .array(let position)? = frames.last { frames[frames.count - 1] = .array(position: position + 1) }
        case 0x3A: line += [0x3A, 0x20]
        case 0x20, 0x09, 0x0A, 0x0D: break
        default: append(byte)
        }
    }

    private mutating func append(_ byte: UInt8) {
        if pointer == nil { pointer = here }
        if line.isEmpty { line = Array(repeating: 0x20, count: frames.count * 2) }
        line.append(byte)
    }

    private mutating func string() {
        let start = position
        while position < document.count, document[position] != 0x22 { position += document[position] == 0x5C ? 2 : 1 }
        position = min(position, document.count)
        let inner = document[start..<position]
        let isName =
            document[min(position + 1, document.count)...].first { ![0x20, 0x09, 0x0A, 0x0D].contains($0) } == 0x3A
        if isName, case .object? = frames.last {
            frames[frames.count - 1] = .object(name: String(decoding: inner, as: UTF8.self))
        }
        append(0x22)
        line += inner
        if position < document.count { line.append(0x22) }
        position += 1
    }

    /// An empty container stays on its line.
    private mutating func open(_ byte: UInt8) {
        append(byte)
        if let next = document[position...].firstIndex(where: { ![0x20, 0x09, 0x0A, 0x0D].contains($0) }),
            document[next] == 0x7D || document[next] == 0x5D
        {
            line.append(document[next])
            position = next + 1
        } else {
            end()
            frames.append(byte == 0x7B ? .object(name: "") : .array(position: 0))
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
