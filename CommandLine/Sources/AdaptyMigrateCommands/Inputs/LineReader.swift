#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// Reads lines in blocks of 256 KB: however long the input, only one block and one line are held.
struct LineReader {
    private static let blockSize = 1 << 18

    let name: String
    private let descriptor: Int32
    private var buffer: [UInt8] = []
    private var start = 0
    private var searched = 0
    private var isAtEnd = false
    private var offset = 0
    private var line = 1

    init(_ descriptor: Int32, name: String) {
        self.descriptor = descriptor
        self.name = name
    }

    /// The next line; `nil` at the end.
    mutating func next() throws(CommandFailure) -> Unit? {
        while true {
            if let feed = lineFeed() { return take(through: feed) }
            searched = buffer.count
            if isAtEnd { return start < buffer.count ? take(through: nil) : nil }
            try fill()
        }
    }

    /// Everything that is left.
    mutating func rest() throws(CommandFailure) -> [UInt8] {
        while !isAtEnd { try fill() }
        let rest = Array(buffer[start...])
        buffer = []
        start = 0
        searched = 0
        return rest
    }

    private mutating func fill() throws(CommandFailure) {
        if start > 0 {
            buffer.removeSubrange(..<start)
            searched -= start
            start = 0
        }
        let block = try System.read(descriptor, LineReader.blockSize, name: name)
        if block.isEmpty { isAtEnd = true } else { buffer += block }
    }

    private func lineFeed() -> Int? {
        let searched = searched
        return buffer.withUnsafeBytes { bytes in
            guard let base = bytes.baseAddress, searched < bytes.count,
                  let found = memchr(base + searched, 0x0A, bytes.count - searched) else { return nil }
            return UnsafeRawPointer(found) - base
        }
    }

    private mutating func take(through feed: Int?) -> Unit {
        let end = feed ?? buffer.count
        let hasReturn = feed != nil && end > start && buffer[end - 1] == 0x0D
        let contentEnd = hasReturn ? end - 1 : end
        let unit = Unit(content: Array(buffer[start..<contentEnd]), ending: feed == nil ? [] : hasReturn ? [0x0D, 0x0A] : [0x0A],
                        offset: offset, line: line, isLine: true)
        start = feed.map { $0 + 1 } ?? end
        searched = start
        offset += unit.count
        line += 1
        return unit
    }
}
