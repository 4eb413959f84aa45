public import Foundation

/// The records of a file, one after another: the lines of NDJSON, the elements of a JSON array, or a single document.
///
/// ```swift
/// let migrator = Migrator()
/// for try await record in RecordFile(url) {
///     let migration = try migrator.upgrade(record)
/// }
/// ```
///
/// Reading needs the memory of one record and one block of the file. Records are not parsed: text that is not JSON is
/// returned unchanged, and the converter reports the error.
public struct RecordFile: AsyncSequence, Sendable {
    /// The bytes of one record.
    public typealias Element = Data

    private let url: URL
    private let block: Int

    /// Names a file. It is opened when iteration begins.
    public init(_ url: URL) { self.init(url, block: 1 << 16) }

    /// - Parameter block: the number of bytes to read at a time.
    init(_ url: URL, block: Int) {
        self.url = url
        self.block = block
    }

    /// Starts reading at the first record.
    public func makeAsyncIterator() -> Iterator { Iterator(url, block) }

    /// Reads the file on demand.
    public struct Iterator: AsyncIteratorProtocol {
        private let url: URL
        private let block: Int
        private var file: OpenFile?
        private var splitter = RecordSplitter()
        private var isAtEnd = false

        init(_ url: URL, _ block: Int) {
            self.url = url
            self.block = block
        }

        /// The next record, without the white space around it; `nil` after the last one.
        ///
        /// - Throws: Foundation's error when the file cannot be read.
        public mutating func next() async throws -> Data? {
            while true {
                if let record = splitter.next(isAtEnd: isAtEnd) { return Data(record) }
                if isAtEnd { return nil }
                try read()
            }
        }

        private mutating func read() throws {
            let file = try file ?? OpenFile(url)
            self.file = file
            let bytes = try file.read(block)
            splitter.add(bytes[...])
            isAtEnd = bytes.isEmpty
        }
    }
}

/// A file that is closed when no iterator uses it any more. `FileHandle` throws errors only from iOS 13.4 on, and traps
/// before.
private final class OpenFile {
    private let url: URL
    /// Open from `init` to `deinit`.
    private let file: UnsafeMutablePointer<FILE>

    init(_ url: URL) throws {
        guard let file = fopen(url.path, "rb") else { throw OpenFile.failure(url) }
        self.url = url
        self.file = file
    }

    deinit { fclose(file) }

    /// Reads at most `count` bytes; the result is empty at the end of the file.
    func read(_ count: Int) throws -> [UInt8] {
        let bytes = [UInt8](unsafeUninitializedCapacity: count) { memory, filled in
            filled = fread(memory.baseAddress, 1, count, file)
        }
        if bytes.isEmpty, ferror(file) != 0 { throw OpenFile.failure(url) }
        return bytes
    }

    private static func failure(_ url: URL) -> NSError {
        NSError(domain: NSPOSIXErrorDomain, code: Int(errno), userInfo: [NSFilePathErrorKey: url.path])
    }
}
