public import Foundation

/// The records of a file, one after the other: the lines of NDJSON, the elements of a JSON array, or the one document
/// that it is.
///
/// ```swift
/// let migrator = Migrator()
/// for try await record in RecordFile(url) {
///     let migration = try migrator.upgrade(record)
/// }
/// ```
///
/// It takes the memory of one record and of one block of the file. A record is not looked into: what is no JSON is
/// handed out as it stands, for the converter to say what is wrong with it.
public struct RecordFile: AsyncSequence, Sendable {
    /// The bytes of one record.
    public typealias Element = Data

    private let url: URL
    private let block: Int

    /// A file that is opened when the records are asked for.
    public init(_ url: URL) { self.init(url, block: 1 << 16) }

    /// - Parameter block: bytes that are read at a time.
    init(_ url: URL, block: Int) {
        self.url = url
        self.block = block
    }

    /// Starts at the first record.
    public func makeAsyncIterator() -> Iterator { Iterator(url, block) }

    /// Reads the file while somebody asks for records.
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

/// A file that is closed when nobody reads it any more. `FileHandle` throws errors from iOS 13.4 on, and traps before.
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

    /// At most that many bytes; none at the end.
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
