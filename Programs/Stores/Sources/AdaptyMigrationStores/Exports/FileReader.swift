import AdaptyMigrationFiles

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// Reads a file from beginning to end, one chunk at a time. A file whose name ends in `.gz` is decompressed.
final class FileReader {
    private let path: String
    private let descriptor: Int32
    #if Gzip
    private let expander: GzipExpander?
    #endif

    init(_ path: String) throws(StoreFailure) {
        let isCompressed = Path.suffix(of: path) == "gz"
        #if Gzip
        expander = isCompressed ? GzipExpander() : nil
        #else
        guard !isCompressed else {
            throw StoreFailure(
                .usage, "this program was built without zlib (\(path))",
                remedy: "build it with --traits Gzip, or decompress the file first (gunzip)")
        }
        #endif
        // Does not wait for the writer of a pipe.
        let descriptor = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
        guard descriptor >= 0 else {
            throw StoreFailure(
                .missing, "\(path): cannot be opened: \(Posix.lastError)", remedy: "check the path and the permissions")
        }
        guard FileStatus.of(descriptor)?.isRegular == true else {
            close(descriptor)
            throw StoreFailure(.missing, "\(path) is not a regular file", remedy: "name a CSV file")
        }
        self.path = path
        self.descriptor = descriptor
    }

    deinit { close(descriptor) }

    /// The next bytes of the content; empty at the end.
    func next() throws(ExportError) -> [UInt8] {
        #if Gzip
        if let expander {
            return try expander.next({ () throws(ExportError) in try read() }, damaged: ExportError.rejected)
        }
        #endif
        return try read()
    }

    private func read() throws(ExportError) -> [UInt8] {
        var count: Int?
        let chunk = [UInt8](unsafeUninitializedCapacity: Gzip.chunkSize) { memory, filled in
            count = Posix.read(descriptor, UnsafeMutableRawBufferPointer(memory))
            filled = count ?? 0
        }
        guard count != nil else {
            throw .failure(
                StoreFailure(
                    .failed, "\(path): cannot be read: \(Posix.lastError)", remedy: "nothing was written to it"))
        }
        return chunk
    }
}
