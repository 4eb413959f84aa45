@_spi(Tools) import AdaptyMigrationTools

/// Reads lines one by one.
struct LineReader {
    private let reader: BlockReader
    private var buffer = RecordBuffer()
    private var count = 0
    private var cursor = LineCursor()
    /// The number of the line read last, counted from 1.
    private(set) var number = 0

    init(_ source: ByteSource) { reader = BlockReader(source) }

    /// The next line, without its line ending; `nil` at the end.
    mutating func next() throws(CommandFailure) -> [UInt8]? {
        while true {
            let line = buffer.withUnsafeBytes { bytes in
                cursor.next(UnsafeRawBufferPointer(rebasing: bytes[..<count])).map { Array(bytes[$0.content]) }
            }
            if let line {
                number += 1
                return line
            }
            guard let next = try reader.next(&buffer) else { return nil }
            count = next
            cursor = LineCursor()
        }
    }
}
