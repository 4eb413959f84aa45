#if Gzip
@_spi(Tools) public import AdaptyMigrationTools
import CZlib
#endif

/// Compressed files (RFC 1952).
public enum Gzip {
    /// The size of the chunks in which compressed files are read and written.
    static let chunkSize = 1 << 18

    #if Gzip
    /// Whether this program was built with zlib.
    public static let isAvailable = true
    #else
    /// Whether this program was built with zlib.
    public static let isAvailable = false
    #endif
}

#if Gzip
/// Decompresses gzip files (RFC 1952) with one or more members through zlib.
///
/// Only the calls into zlib are unsafe. Input and output are passed for one call, and zlib's state lives as long as the
/// object.
public final class GzipExpander {
    private var stream = z_stream()
    private var input: [UInt8] = []
    private var used = 0
    /// Whether a member has begun but not ended.
    private var isInside = false
    private var hasBegun = false

    /// A window of 15 bits, and only gzip headers.
    private static let window: Int32 = 15 + 16

    /// Decompresses one file.
    public init() { inflateInit2_(&stream, GzipExpander.window, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size)) }

    deinit { inflateEnd(&stream) }

    /// The next bytes of the content, at most 256 KB; empty at the end.
    ///
    /// - Parameters:
    ///   - read: returns the next compressed bytes; empty at the end.
    ///   - damaged: makes the error for a file that is cut off or damaged.
    public func next<Failure: Error>(
        _ read: () throws(Failure) -> [UInt8], damaged: (MigrationError) -> Failure
    ) throws(Failure) -> [UInt8] {
        while true {
            if used == input.count {
                input = try read()
                used = 0
                if input.isEmpty {
                    guard let damage = damageAtEnd else { return [] }
                    throw damaged(damage)
                }
            }
            if !isInside {
                // Some programs fill the last block with zeros.
                if hasBegun, input[used] == 0 {
                    used += 1
                    continue
                }
                if hasBegun { inflateReset(&stream) }
                isInside = true
                hasBegun = true
            }
            let (chunk, damage) = expand()
            if let damage { throw damaged(damage) }
            if !chunk.isEmpty { return chunk }
        }
    }

    /// The damage of a file that ends here; `nil` if it is whole.
    private var damageAtEnd: MigrationError? {
        if !hasBegun { return GzipExpander.damage("the compressed file is empty") }
        return isInside ? GzipExpander.damage("the compressed file is cut off") : nil
    }

    private func expand() -> (chunk: [UInt8], damage: MigrationError?) {
        var result = Z_OK
        let chunk = [UInt8](unsafeUninitializedCapacity: Gzip.chunkSize) { memory, filled in
            input.withUnsafeMutableBufferPointer { bytes in
                stream.next_in = bytes.baseAddress.map { $0 + used }
                stream.avail_in = UInt32(bytes.count - used)
                stream.next_out = memory.baseAddress
                stream.avail_out = UInt32(Gzip.chunkSize)
                result = inflate(&stream, Z_NO_FLUSH)
                used = bytes.count - Int(stream.avail_in)
                filled = Gzip.chunkSize - Int(stream.avail_out)
            }
        }
        if result == Z_STREAM_END { isInside = false }
        if [Z_OK, Z_STREAM_END, Z_BUF_ERROR].contains(result) { return (chunk, nil) }
        let message = stream.msg.map { String(cString: $0) } ?? "error \(result)"
        return ([], GzipExpander.damage("the compressed file is damaged: \(message)"))
    }

    private static func damage(_ message: String) -> MigrationError {
        MigrationError(.damagedFile, message, remedy: "restore the file from a backup")
    }
}

/// Compresses to one member of a gzip file. The same content always gives the same bytes.
///
/// Only the calls into zlib are unsafe, see ``GzipExpander``.
public final class GzipCompressor {
    private var stream = z_stream()

    /// Compresses one file.
    public init() {
        deflateInit2_(
            &stream, Z_DEFAULT_COMPRESSION, Z_DEFLATED, 15 + 16, 8, Z_DEFAULT_STRATEGY, ZLIB_VERSION,
            Int32(MemoryLayout<z_stream>.size))
    }

    deinit { deflateEnd(&stream) }

    /// Adds content, and returns the compressed bytes that can be written so far.
    public func add(_ bytes: [UInt8]) -> [UInt8] { run(bytes, Z_NO_FLUSH) }

    /// The remaining compressed bytes. No content may follow.
    public func finish() -> [UInt8] { run([], Z_FINISH) }

    private func run(_ bytes: [UInt8], _ flush: Int32) -> [UInt8] {
        var input = bytes, out: [UInt8] = []
        input.withUnsafeMutableBufferPointer { input in
            stream.next_in = input.baseAddress
            stream.avail_in = UInt32(input.count)
            repeat {
                out += [UInt8](unsafeUninitializedCapacity: Gzip.chunkSize) { memory, filled in
                    stream.next_out = memory.baseAddress
                    stream.avail_out = UInt32(Gzip.chunkSize)
                    deflate(&stream, flush)
                    filled = Gzip.chunkSize - Int(stream.avail_out)
                }
            } while stream.avail_out == 0
        }
        return out
    }
}
#endif
