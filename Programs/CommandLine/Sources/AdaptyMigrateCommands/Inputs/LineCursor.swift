#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// Goes through bytes line by line. More bytes may be added at the end.
struct LineCursor {
    struct Line {
        /// The bytes without the line ending, which is `\n`, `\r\n`, another separator, or nothing at the end of an
        /// input.
        let content: Range<Int>
        /// The start of the next line.
        let end: Int
    }

    private let separator: UInt8
    /// Whether the place is inside a quoted field; `nil` when lines have no such fields.
    private var quotes: CSVState?
    private var start = 0
    private var searched = 0

    init(_ layout: Layout = .lines) {
        separator = layout.separator
        if layout == .rows { quotes = CSVState() }
    }

    /// - Parameter isWhole: whether the bytes are complete, so that the last line may lack its line feed.
    mutating func next(_ bytes: UnsafeRawBufferPointer, isWhole: Bool = true) -> Line? {
        guard start < bytes.count else { return nil }
        guard let feed = nextSeparator(bytes) else {
            searched = bytes.count
            guard isWhole else { return nil }
            defer { start = bytes.count }
            return Line(content: start..<bytes.count, end: bytes.count)
        }
        let end = separator == 0x0A && feed > start && bytes[feed - 1] == 0x0D ? feed - 1 : feed
        defer {
            start = feed + 1
            searched = start
        }
        return Line(content: start..<end, end: feed + 1)
    }

    private mutating func nextSeparator(_ bytes: UnsafeRawBufferPointer) -> Int? {
        guard var state = quotes else {
            return bytes.baseAddress.flatMap { base in
                memchr(base + searched, Int32(separator), bytes.count - searched).map { UnsafeRawPointer($0) - base }
            }
        }
        defer { quotes = state }
        return (searched..<bytes.count).first { position in
            let isEnd = bytes[position] == separator && !state.isQuoted
            state.pass(bytes[position])
            return isEnd
        }
    }
}
