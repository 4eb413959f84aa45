#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// Goes from line to line through bytes that may still grow at their end.
struct LineCursor {
    struct Line {
        /// The bytes without the line ending, which is `\n`, `\r\n`, or nothing at the end of an input.
        let content: Range<Int>
        /// Where the next line begins.
        let end: Int
    }

    private var start = 0
    private var searched = 0

    /// - Parameter isWhole: whether nothing follows the bytes, so that a last line may lack its line feed.
    mutating func next(_ bytes: UnsafeRawBufferPointer, isWhole: Bool = true) -> Line? {
        guard let base = bytes.baseAddress, start < bytes.count else { return nil }
        guard let found = memchr(base + searched, 0x0A, bytes.count - searched) else {
            searched = bytes.count
            guard isWhole else { return nil }
            defer { start = bytes.count }
            return Line(content: start..<bytes.count, end: bytes.count)
        }
        let feed = UnsafeRawPointer(found) - base
        let end = feed > start && bytes[feed - 1] == 0x0D ? feed - 1 : feed
        defer {
            start = feed + 1
            searched = start
        }
        return Line(content: start..<end, end: feed + 1)
    }
}
