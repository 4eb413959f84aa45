import AdaptyMigrationFiles
import AdaptyMigrationStores
@_spi(Tools) import AdaptyMigrationTools

/// The bytes of an input, from the first to the last. They are decompressed if its name ends in `.gz`.
final class ByteSource {
    /// The name in messages.
    let name: String
    private let descriptor: Int32
    private let closes: Bool
    /// How many bytes of the file were read, compressed ones if it is compressed.
    private(set) var fileBytes = 0
    #if Gzip
    private let expander: GzipExpander?
    /// Decompressed bytes that were not read yet.
    private var expanded: ArraySlice<UInt8> = []
    /// How many bytes were decompressed.
    private var expandedBytes = 0
    #endif

    /// An open file, which the caller closes. It is read as it is.
    init(_ descriptor: Int32, name: String) {
        (self.descriptor, self.name, closes) = (descriptor, name, false)
        #if Gzip
        expander = nil
        #endif
        System.widenPipe(descriptor)
    }

    /// - Parameter name: the name that says whether the file is compressed; `nil` if it is the path.
    init(path: String, name: String? = nil) throws(CommandFailure) {
        let name = name ?? path
        try ByteSource.requireGzip(for: name)
        (descriptor, self.name, closes) = (try System.openForReading(path), name, true)
        #if Gzip
        expander = ByteSource.isCompressed(name) ? GzipExpander() : nil
        #endif
        System.widenPipe(descriptor)
    }

    deinit { if closes { System.closeFile(descriptor) } }

    static func isCompressed(_ path: String) -> Bool { Path.suffix(of: path) == "gz" }

    static func requireGzip(for path: String) throws(CommandFailure) {
        guard isCompressed(path), !Gzip.isAvailable else { return }
        throw .usage(
            "this program was built without zlib (\(path)); build it with --traits Gzip, or decompress the file first (gunzip)"
        )
    }

    /// Reads at most as many bytes as fit; 0 at the end.
    func read(_ memory: UnsafeMutableRawBufferPointer) throws(CommandFailure) -> Int {
        #if Gzip
        if let expander {
            if expanded.isEmpty { expanded = try next(expander)[...] }
            let part = expanded.prefix(memory.count)
            memory.copyBytes(from: part)
            expanded = expanded.dropFirst(part.count)
            return part.count
        }
        #endif
        return try readFile(memory)
    }

    private func readFile(_ memory: UnsafeMutableRawBufferPointer) throws(CommandFailure) -> Int {
        let count = try System.read(descriptor, memory, name: name)
        fileBytes += count
        return count
    }

    /// Whether bytes, or the end, are there within a time in milliseconds.
    func hasMore(within time: Int) -> Bool {
        #if Gzip
        if expander != nil { return true }
        #endif
        return System.hasInput(descriptor, within: time)
    }

    #if Gzip
    private func next(_ expander: GzipExpander) throws(CommandFailure) -> [UInt8] {
        let bytes = try expander.next { () throws(CommandFailure) in
            var failure: CommandFailure?
            let chunk = [UInt8](unsafeUninitializedCapacity: BlockReader.usualSize) { memory, filled in
                do throws(CommandFailure) {
                    filled = try readFile(UnsafeMutableRawBufferPointer(memory))
                } catch {
                    failure = error
                }
            }
            if let failure { throw failure }
            return chunk
        } damaged: { error in
            CommandFailure(
                .rejects, "\(name): \(error.message) (byte \(expandedBytes) of its content); \(error.remedy)",
                isOfReading: true)
        }
        expandedBytes += bytes.count
        return bytes
    }
    #endif

    /// Whether two inputs have the same bytes from here to their ends.
    func hasSameBytes(as other: ByteSource) throws(CommandFailure) -> Bool {
        let mine = RecordBuffer(capacity: BlockReader.usualSize), theirs = RecordBuffer(capacity: BlockReader.usualSize)
        while true {
            try fill(mine)
            try other.fill(theirs)
            let isSame = mine.withUnsafeBytes { a in theirs.withUnsafeBytes { a.elementsEqual($0) } }
            if !isSame || mine.count == 0 { return isSame }
        }
    }

    /// Calls `body` for one block after another. The memory is used again for the next one.
    func forEachBlock(_ body: (RecordBuffer) throws(CommandFailure) -> Void) throws(CommandFailure) {
        let buffer = RecordBuffer(capacity: BlockReader.usualSize)
        while true {
            try fill(buffer)
            if buffer.count == 0 { return }
            try body(buffer)
        }
    }

    /// Reads a whole block; less at the end.
    private func fill(_ buffer: RecordBuffer) throws(CommandFailure) {
        buffer.removeAll()
        while buffer.count < BlockReader.usualSize, try append(to: buffer, BlockReader.usualSize - buffer.count) {}
    }

    /// Appends the next bytes to a buffer; `false` at the end.
    func append(to buffer: RecordBuffer, _ room: Int) throws(CommandFailure) -> Bool {
        var failure: CommandFailure?
        let count = buffer.fill(room) { memory in
            do throws(CommandFailure) {
                return try read(memory)
            } catch {
                failure = error
                return 0
            }
        }
        if let failure { throw failure }
        return count > 0
    }
}
