/// Compares content with the content of a file.
final class ComparingSink: ContentSink {
    private let reader: FileReader
    private var ahead: ArraySlice<UInt8> = []
    private var line = 1
    private var found: Int?

    init(_ path: String, _ format: FileFormat) throws(StoreFailure) {
        reader = try FileReader(path, format, digests: false)
    }

    /// The line of the first difference; `nil` when there is none.
    var difference: Int? {
        if found == nil, !fill() { return nil }
        return found ?? line
    }

    /// Whether the file has more content. A file that cannot be decompressed further ends there.
    private func fill() -> Bool {
        if ahead.isEmpty, let chunk = try? reader.next() { ahead = chunk[...] }
        return !ahead.isEmpty
    }

    override func write(_ bytes: [UInt8]) throws(StoreFailure) {
        for byte in bytes where found == nil {
            guard fill(), ahead.popFirst() == byte else {
                found = line
                return
            }
            if byte == 0x0A { line += 1 }
        }
    }
}
