@_spi(Tools) import AdaptyMigrationTools

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// A residue may restore line breaks between members, if the record came from a pretty-printed file and was joined to
/// one line later. A record of NDJSON cannot contain line breaks, and JSON strings never do, so a space means the same.
enum LineBreaks {
    /// Removes line breaks that a record did not have from its output.
    ///
    /// - Parameter start: where its output begins.
    static func join(_ output: RecordBuffer, from start: Int, of record: Range<Int>, in input: RecordBuffer) {
        let hasFeed = has(0x0A, output, start..<output.count)
        guard hasFeed || has(0x0D, output, start..<output.count) && !has(0x0D, input, record) else { return }
        output.replaceBytes(from: start, with: joined)
    }

    /// The replacement for a byte.
    static func joined(_ byte: UInt8) -> UInt8 { byte == 0x0A || byte == 0x0D ? 0x20 : byte }

    private static func has(_ byte: Int32, _ buffer: RecordBuffer, _ range: Range<Int>) -> Bool {
        buffer.withUnsafeBytes { bytes in
            bytes.baseAddress.map { memchr($0 + range.lowerBound, byte, range.count) != nil } ?? false
        }
    }
}
