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
    /// Whether a record has line breaks that its source line did not have.
    static func are(in record: UnsafeRawBufferPointer, of line: UnsafeRawBufferPointer) -> Bool {
        has(0x0A, record) || (has(0x0D, record) && !has(0x0D, line))
    }

    /// The replacement for a byte.
    static func joined(_ byte: UInt8) -> UInt8 { byte == 0x0A || byte == 0x0D ? 0x20 : byte }

    private static func has(_ byte: Int32, _ bytes: UnsafeRawBufferPointer) -> Bool {
        bytes.baseAddress.map { memchr($0, byte, bytes.count) != nil } ?? false
    }
}
