@_spi(Tools) import AdaptyMigrationTools
/// Reads whole lines in blocks. However long the input is, only one block is in memory. A longer line makes its block
/// as long as the line.
final class BlockReader {
    /// Large enough to keep a thread busy, and small enough to stay in its cache.
    static let usualSize = 1 << 18
    /// How long whole lines wait for more, in milliseconds. So a slow pipe is answered line by line.
    private static let patience = 200

    private let source: ByteSource
    private let blockSize: Int
    private let layout: Layout
    /// Bytes that were read but not returned yet.
    private(set) var held: RecordBuffer
    /// How many of them were searched for the end of a line, and where that search is.
    private var searched = 0
    private var quotes = CSVState()
    private var hasEnded = false

    init(_ source: ByteSource, blockSize: Int = usualSize, _ layout: Layout = .lines) {
        self.source = source
        self.blockSize = blockSize
        self.layout = layout
        held = RecordBuffer(capacity: blockSize)
    }

    /// How many bytes of the file were read.
    var fileBytes: Int { source.fileBytes }

    /// Whether everything was read and returned, as far as is known.
    var isAtEnd: Bool { hasEnded && held.count == 0 }

    /// Puts the next block at the front of a buffer, whose memory is reused for later blocks.
    ///
    /// - Returns: its length; `nil` at the end. The following bytes in the buffer belong to the next block.
    func next(_ buffer: inout RecordBuffer) throws(CommandFailure) -> Int? {
        while true {
            if held.count >= blockSize || isIdle() {
                let end = layout == .rows ? endOfRows() : endOfLines()
                searched = held.count
                if let end { return handOut(end, &buffer) }
            }
            if hasEnded { return held.count > 0 ? handOut(held.count, &buffer) : nil }
            try readMore()
        }
    }

    /// Whether bytes are there that were not searched, and nothing more comes for a while.
    private func isIdle() -> Bool {
        held.count > searched && !hasEnded && !source.hasMore(within: BlockReader.patience)
    }

    /// Returns all remaining bytes in the same way.
    func rest(_ buffer: inout RecordBuffer) throws(CommandFailure) -> Int {
        while try readMore() {}
        return handOut(held.count, &buffer)
    }

    /// Reads more bytes; `false` at the end.
    @discardableResult
    func readMore() throws(CommandFailure) -> Bool {
        if hasEnded { return false }
        let room = held.count < blockSize ? blockSize - held.count : max(blockSize, BlockReader.usualSize)
        hasEnded = try !source.append(to: held, room)
        return !hasEnded
    }

    /// Removes a byte order mark from the beginning.
    ///
    /// - Returns: the mark; empty when there is none.
    func takeByteOrderMark() throws(CommandFailure) -> [UInt8] {
        while held.count < ByteOrderMark.bytes.count, try readMore() {}
        let count = held.withUnsafeBytes { ByteOrderMark.count(before: $0) }
        held.removeFirst(count)
        return Array(ByteOrderMark.bytes.prefix(count))
    }

    /// The position after the last row.
    private func endOfRows() -> Int? {
        held.withUnsafeBytes { bytes in
            var end: Int?
            for position in searched..<bytes.count {
                if bytes[position] == layout.separator, !quotes.isQuoted { end = position + 1 }
                quotes.pass(bytes[position])
            }
            return end
        }
    }

    /// The position after the last line.
    private func endOfLines() -> Int? {
        held.withUnsafeBytes { bytes in
            var end = bytes.count
            // Of a long line most words have no separator.
            while end - searched >= 8, !hasSeparator(bytes.loadUnaligned(fromByteOffset: end - 8, as: UInt64.self)) {
                end -= 8
            }
            return bytes[searched..<end].lastIndex(of: layout.separator).map { $0 + 1 }
        }
    }

    private func hasSeparator(_ word: UInt64) -> Bool {
        let different = word ^ (UInt64(layout.separator) &* 0x0101_0101_0101_0101)
        return (different &- 0x0101_0101_0101_0101) & ~different & 0x8080_8080_8080_8080 != 0
    }

    private func handOut(_ end: Int, _ buffer: inout RecordBuffer) -> Int {
        buffer.removeAll()
        held.withUnsafeBytes { buffer.append(UnsafeRawBufferPointer(rebasing: $0[end...])) }
        swap(&held, &buffer)
        searched = held.count
        return end
    }
}
