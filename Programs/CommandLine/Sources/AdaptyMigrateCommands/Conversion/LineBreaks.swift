#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// A residue may bring back line breaks between members (the record came from a pretty-printed file and was joined to
/// one line since). A record of NDJSON cannot hold them, and JSON strings never do, so a space means the same.
enum LineBreaks {
    /// Whether a record has them that the line it was made from does not have.
    static func are(in record: UnsafeRawBufferPointer, of line: UnsafeRawBufferPointer) -> Bool {
        has(0x0A, record) || (has(0x0D, record) && !has(0x0D, line))
    }

    /// What stands in a byte's place.
    static func joined(_ byte: UInt8) -> UInt8 { byte == 0x0A || byte == 0x0D ? 0x20 : byte }

    private static func has(_ byte: Int32, _ bytes: UnsafeRawBufferPointer) -> Bool {
        bytes.baseAddress.map { memchr($0, byte, bytes.count) != nil } ?? false
    }
}
