import AdaptyMigrationTools
import AdaptyMigrationFiles

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// Reads a file from beginning to end, one chunk at a time, and digests its stored bytes. Compressed files are
/// decompressed.
final class FileReader {
    static let chunkSize = 1 << 18

    let path: String
    /// The file's status when it was opened.
    let status: FileStatus
    private let descriptor: Int32
    private var digest: SHA256Hash?
    #if Gzip
    private var expander: GzipExpander?
    #endif

    /// - Parameter digests: whether ``finish()`` will be called.
    init(_ path: String, _ format: FileFormat?, digests: Bool = true) throws(StoreFailure) {
        self.path = path
        // Does not wait for the writer of a pipe.
        descriptor = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
        guard descriptor >= 0 else {
            throw StoreFailure(
                .missing, "\(path): cannot be opened: \(Posix.lastError)", remedy: "check the path and the permissions")
        }
        guard let status = FileStatus.of(descriptor), status.isRegular else {
            Disk.drop(descriptor)
            throw StoreFailure(.missing, "\(path) is not a regular file", remedy: "name a data file or a folder")
        }
        self.status = status
        digest = digests ? SHA256Hash() : nil
        guard format?.isCompressed == true else { return }
        #if Gzip
        expander = GzipExpander()
        #else
        throw StoreFailure(
            .usage, "this program was built without zlib (\(path))",
            remedy: "build it with --traits Gzip, or decompress the file first (gunzip)")
        #endif
    }

    deinit { Disk.drop(descriptor) }

    /// The next bytes of the content; empty at the end.
    func next() throws(FileTrouble) -> [UInt8] {
        #if Gzip
        if let expander {
            return try expander.next { () throws(FileTrouble) in try read() }
        }
        #endif
        return try read()
    }

    private func read() throws(FileTrouble) -> [UInt8] {
        var count: Int?
        let chunk = [UInt8](unsafeUninitializedCapacity: FileReader.chunkSize) { memory, filled in
            count = Posix.read(descriptor, UnsafeMutableRawBufferPointer(memory))
            filled = count ?? 0
        }
        guard count != nil else {
            throw .failure(
                StoreFailure(
                    .failed, "\(path): cannot be read: \(Posix.lastError)", remedy: "nothing was written to it"))
        }
        digest?.update(chunk)
        return chunk
    }

    /// The digest of the whole file. The rest of the file is read if necessary.
    func finish() throws(FileTrouble) -> String {
        while try !read().isEmpty {}
        return digest?.hex() ?? ""
    }

    /// Bytes at any position of an uncompressed file.
    func bytes(_ place: Range<Int>) throws(FileTrouble) -> [UInt8] {
        var failed = false
        let bytes = [UInt8](unsafeUninitializedCapacity: place.count) { memory, filled in
            filled = max(0, pread(descriptor, memory.baseAddress, place.count, off_t(place.lowerBound)))
            failed = filled < place.count
        }
        guard !failed else {
            throw .failure(
                StoreFailure(
                    .failed, "\(path): cannot be read: \(Posix.lastError)", remedy: "nothing was written to it"))
        }
        return bytes
    }

    /// The digest of a file.
    static func digest(_ path: String) throws(StoreFailure) -> String {
        let reader = try FileReader(path, nil)
        do throws(FileTrouble) {
            return try reader.finish()
        } catch {
            if case .failure(let failure) = error { throw failure }
            return ""
        }
    }

    /// Whether the path still leads to the file that was opened, unchanged.
    var isUnchanged: Bool {
        guard !Posix.isLink(path), let now = FileStatus.of(path) else { return false }
        return now.identity == status.identity && now.size == status.size && now.modified == status.modified
    }
}
