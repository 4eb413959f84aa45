#if Gzip
import AdaptyMigrationTools
import CZlib

/// Decompresses gzip files (RFC 1952) with one or more members through zlib.
///
/// Only the calls into zlib are unsafe. Input and output are passed for one call, and zlib's state lives as long as the
/// object.
final class GzipExpander {
    private var stream = z_stream()
    private var input: [UInt8] = []
    private var used = 0
    /// Whether a member has begun but not ended.
    private var isInside = false
    private var hasBegun = false

    /// A window of 15 bits, and only gzip headers.
    private static let window: Int32 = 15 + 16

    init() { inflateInit2_(&stream, GzipExpander.window, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size)) }

    deinit { inflateEnd(&stream) }

    /// The next bytes; empty at the end.
    ///
    /// - Parameter read: returns the next compressed bytes; empty at the end.
    func next(_ read: () throws(FileTrouble) -> [UInt8]) throws(FileTrouble) -> [UInt8] {
        while true {
            if used == input.count {
                input = try read()
                used = 0
                if input.isEmpty { return try end() }
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
            let chunk = try expand()
            if !chunk.isEmpty { return chunk }
        }
    }

    private func end() throws(FileTrouble) -> [UInt8] {
        if isInside || !hasBegun {
            throw .rejected(
                MigrationError(
                    .damagedFile, hasBegun ? "the compressed file is cut off" : "the compressed file is empty",
                    remedy: "restore the file from a backup; it was left as it is"))
        }
        return []
    }

    private func expand() throws(FileTrouble) -> [UInt8] {
        var result = Z_OK
        let chunk = [UInt8](unsafeUninitializedCapacity: FileReader.chunkSize) { memory, filled in
            input.withUnsafeMutableBufferPointer { bytes in
                stream.next_in = bytes.baseAddress.map { $0 + used }
                stream.avail_in = UInt32(bytes.count - used)
                stream.next_out = memory.baseAddress
                stream.avail_out = UInt32(FileReader.chunkSize)
                result = inflate(&stream, Z_NO_FLUSH)
                used = bytes.count - Int(stream.avail_in)
                filled = FileReader.chunkSize - Int(stream.avail_out)
            }
        }
        if result == Z_STREAM_END { isInside = false }
        guard [Z_OK, Z_STREAM_END, Z_BUF_ERROR].contains(result) else {
            let message = stream.msg.map { String(cString: $0) } ?? "error \(result)"
            throw .rejected(
                MigrationError(
                    .damagedFile, "the compressed file is damaged: \(message)",
                    remedy: "restore the file from a backup; it was left as it is"))
        }
        return chunk
    }
}

/// Compresses to one member of a gzip file. The same content always gives the same bytes.
///
/// Only the calls into zlib are unsafe, see ``GzipExpander``.
final class GzipCompressor {
    private var stream = z_stream()

    init() {
        deflateInit2_(
            &stream, Z_DEFAULT_COMPRESSION, Z_DEFLATED, 15 + 16, 8, Z_DEFAULT_STRATEGY, ZLIB_VERSION,
            Int32(MemoryLayout<z_stream>.size))
    }

    deinit { deflateEnd(&stream) }

    /// The bytes that can be written so far.
    func add(_ bytes: [UInt8]) -> [UInt8] { run(bytes, Z_NO_FLUSH) }

    /// The remaining bytes. No content may follow.
    func finish() -> [UInt8] { run([], Z_FINISH) }

    private func run(_ bytes: [UInt8], _ flush: Int32) -> [UInt8] {
        var input = bytes, out: [UInt8] = []
        input.withUnsafeMutableBufferPointer { input in
            stream.next_in = input.baseAddress
            stream.avail_in = UInt32(input.count)
            repeat {
                out += [UInt8](unsafeUninitializedCapacity: FileReader.chunkSize) { memory, filled in
                    stream.next_out = memory.baseAddress
                    stream.avail_out = UInt32(FileReader.chunkSize)
                    deflate(&stream, flush)
                    filled = FileReader.chunkSize - Int(stream.avail_out)
                }
            } while stream.avail_out == 0
        }
        return out
    }
}
#endif
