@_spi(Tools) import AdaptyMigrationTools
import AdaptyMigrationFiles
import AdaptyMigrationStores

/// Buffers bytes for standard output or a file.
///
/// A file is written under a temporary name beside its place and renamed in ``commit()``, so that it appears complete
/// or not at all. The next run overwrites the temporary file of a killed run. Other kinds of file (a pipe, a device)
/// are written directly. A file whose name ends in `.gz` is compressed.
final class Output {
    private static let blockSize = 1 << 18

    let name: String
    private let descriptor: Int32
    private let temporary: String?
    private let destination: String
    private let slot: Int?
    private var buffer: [UInt8] = []
    private var isOpen = true
    private(set) var lastByte: UInt8?
    /// The length of the file at the last ``keep()``, and whether more was written since.
    private var kept = 0, hasMore = false
    #if Gzip
    private var compressor: GzipCompressor?
    #endif

    /// Standard output.
    init() {
        name = "standard output"
        descriptor = System.standardOutput
        temporary = nil
        destination = ""
        slot = nil
        System.widenPipe(descriptor)
    }

    /// Writes a text to standard output.
    static func print(_ text: String) throws(CommandFailure) {
        let output = Output()
        try output.write(Array(text.utf8))
        try output.commit()
    }

    init(path: String) throws(CommandFailure) {
        try ByteSource.requireGzip(for: path)
        name = path
        let existing = FileStatus.of(path)
        if let existing, !existing.isRegular {
            guard !existing.isFolder else { throw .usage("\(path) is a folder; name a file") }
            descriptor = try System.openForWriting(path)
            temporary = nil
            destination = path
            slot = nil
            return
        }
        // A symbolic link stays a link; the file that it points to is replaced.
        destination = existing == nil ? path : Posix.realPath(path) ?? path
        var attempt = 0
        while true {
            let candidate = Path.join(Path.folder(of: destination), ".\(Path.name(of: destination)).\(attempt).tmp")
            var created: Int32?
            let remembered = try Signals.remember(candidate) { () throws(CommandFailure) in
                created = try System.claim(candidate)
                return created != nil
            }
            if let created {
                descriptor = created
                temporary = candidate
                slot = remembered
                break
            }
            attempt += 1
        }
        #if Gzip
        compressor = ByteSource.isCompressed(path) ? GzipCompressor() : nil
        #endif
        guard let existing, !FileAttributes.copy(from: destination, existing, to: descriptor) else { return }
        throw CommandFailure(.failedIO, "\(path): its attributes cannot be kept: \(System.lastError)")
    }

    /// Whether it has the same content as the file in its place. Nothing may be written any more.
    func isSame() throws(CommandFailure) -> Bool {
        try end()
        guard let temporary else { return false }
        return try ByteSource(path: temporary, name: name).hasSameBytes(as: ByteSource(path: destination, name: name))
    }

    func write(_ bytes: [UInt8]) throws(CommandFailure) {
        guard let last = bytes.last else { return }
        buffer += bytes
        lastByte = last
        hasMore = true
        if buffer.count >= Output.blockSize { try flush() }
    }

    /// Writes a whole block at once, without copying it.
    func write(_ block: RecordBuffer) throws(CommandFailure) {
        guard block.count > 0 else { return }
        try flush()
        lastByte = block[block.count - 1]
        hasMore = true
        #if Gzip
        if compressor != nil { return try put(block.bytes) }
        #endif
        let result = block.withUnsafeBytes { bytes in
            Result { () throws(CommandFailure) in try System.write(descriptor, bytes, name: name) }
        }
        try result.get()
    }

    func flush() throws(CommandFailure) {
        try put(buffer)
        buffer.removeAll(keepingCapacity: buffer.capacity <= 4 * Output.blockSize)
    }

    private func put(_ bytes: [UInt8]) throws(CommandFailure) {
        #if Gzip
        if let compressor { return try System.write(descriptor, compressor.add(bytes), name: name) }
        #endif
        try System.write(descriptor, bytes, name: name)
    }

    /// Writes what is left. Nothing may follow.
    private func end() throws(CommandFailure) {
        try flush()
        #if Gzip
        if let compressor { try System.write(descriptor, compressor.finish(), name: name) }
        compressor = nil
        #endif
    }

    /// Keeps what was written so far. What follows may be taken back.
    func keep() throws(CommandFailure) {
        guard temporary != nil, hasMore else { return }
        hasMore = false
        try flush()
        #if Gzip
        // What follows may be cut off only after the end of a member.
        if let compressor {
            try System.write(descriptor, compressor.finish(), name: name)
            self.compressor = GzipCompressor()
        }
        #endif
        kept = System.position(descriptor)
    }

    /// Removes what was written since ``keep()``. A pipe or a device has it already.
    func takeBack() throws(CommandFailure) {
        guard temporary != nil, hasMore else { return }
        hasMore = false
        buffer.removeAll()
        #if Gzip
        if compressor != nil { compressor = GzipCompressor() }
        #endif
        try System.cut(descriptor, to: kept, name: name)
    }

    /// Finishes the file and renames it.
    func commit() throws(CommandFailure) {
        guard isOpen else { return }
        try end()
        isOpen = false
        guard descriptor != System.standardOutput else { return }
        if let temporary {
            do throws(CommandFailure) {
                try System.flushToDisk(descriptor, name: name)
                // Until the file is renamed, nobody else may treat it as a left-over.
                let lock = System.duplicate(descriptor)
                defer { System.closeFile(lock) }
                try System.closeWritten(descriptor, name: name)
                try System.move(temporary, to: destination)
            } catch {
                System.remove(temporary)
                Signals.forget(slot)
                throw error
            }
            Signals.forget(slot)
        } else {
            try System.closeWritten(descriptor, name: name)
        }
    }

    /// Removes the unfinished file. After ``commit()`` it does nothing.
    func discard() {
        guard isOpen, descriptor != System.standardOutput else { return }
        isOpen = false
        System.closeFile(descriptor)
        if let temporary { System.remove(temporary) }
        Signals.forget(slot)
    }

    deinit { discard() }
}
