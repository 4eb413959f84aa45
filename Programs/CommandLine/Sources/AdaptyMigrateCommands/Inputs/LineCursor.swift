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

    /// The line separator.
    private let separator: UInt8
    private var start = 0
    private var searched = 0

    init(separator: UInt8 = 0x0A) { self.separator = separator }

    /// - Parameter isWhole: whether the bytes are complete, so that the last line may lack its line feed.
    mutating func next(_ bytes: UnsafeRawBufferPointer, isWhole: Bool = true) -> Line? {
        guard let base = bytes.baseAddress, start < bytes.count else { return nil }
        guard let found = memchr(base + searched, Int32(separator), bytes.count - searched) else {
            searched = bytes.count
            guard isWhole else { return nil }
            defer { start = bytes.count }
            return Line(content: start..<bytes.count, end: bytes.count)
        }
        let feed = UnsafeRawPointer(found) - base
        let end = separator == 0x0A && feed > start && bytes[feed - 1] == 0x0D ? feed - 1 : feed
        defer {
            start = feed + 1
            searched = start
        }
        return Line(content: start..<end, end: feed + 1)
    }
}
