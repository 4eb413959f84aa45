import AdaptyMigrationTools
import AdaptyMigrationFiles

/// Writes a file under a temporary name. It is moved to its place once it is complete and on disk.
final class FileWriter: DigestingSink {
    struct Result {
        /// The digests of the content and of the stored bytes. They are equal unless the file is compressed.
        let content: String
        let bytes: String
        let size: Int
    }

    let path: String
    private let disk: Disk
    private var descriptor: Int32?
    private var digest: SHA256Hash?
    private var size = 0
    #if Gzip
    private let compressor: GzipCompressor?
    #endif

    /// - Parameter original: the file to replace, whose permissions are copied, and its path.
    init(
        _ path: String, _ format: FileFormat?, as original: (status: FileStatus, path: String)?, _ disk: Disk
    ) throws(StoreFailure) {
        self.path = path
        self.disk = disk
        digest = format?.isCompressed == true ? SHA256Hash() : nil
        #if Gzip
        compressor = format?.isCompressed == true ? GzipCompressor() : nil
        #endif
        super.init()
        let descriptor = try disk.create(path)
        self.descriptor = descriptor
        if let original { try disk.dress(descriptor, as: original.status, at: original.path) }
    }

    deinit {
        if let descriptor { Disk.drop(descriptor) }
    }

    override func pass(on bytes: [UInt8]) throws(StoreFailure) {
        #if Gzip
        if let compressor { return try put(compressor.add(bytes)) }
        #endif
        try put(bytes)
    }

    private func put(_ bytes: [UInt8]) throws(StoreFailure) {
        guard let descriptor else { return }
        try disk.write(descriptor, bytes, path)
        digest?.update(bytes)
        size += bytes.count
    }

    /// Finishes the file and flushes it to disk.
    func close() throws(StoreFailure) -> Result {
        let content = try finish()
        #if Gzip
        if let compressor { try put(compressor.finish()) }
        #endif
        if let descriptor {
            try disk.sync(descriptor, path)
            self.descriptor = nil
            try disk.close(descriptor, path)
        }
        return Result(content: content, bytes: digest?.hex() ?? content, size: size)
    }

    func discard() throws(StoreFailure) {
        if let descriptor { Disk.drop(descriptor) }
        descriptor = nil
        try disk.remove(path)
    }
}
