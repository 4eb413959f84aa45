/// The JSON text of a value: up to 39 bytes in place, which is every date and nearly every number, so that copying and
/// freeing a record costs nothing for them.
///
/// A text of up to 39 bytes is always ``short``, so equal texts are equal lexemes.
enum Lexeme: Hashable, Sendable {
    case short(Words)
    case long([UInt8])

    /// Forty bytes, the text first; the bytes behind it are zero and the last is its length.
    struct Words: Hashable, Sendable, BitwiseCopyable {
        static let room = 39

        var words: (UInt64, UInt64, UInt64, UInt64, UInt64) = (0, 0, 0, 0, 0)

        @inline(__always)
        var count: Int { Int(truncatingIfNeeded: words.4.littleEndian >> 56) }

        /// - Parameter text: at most ``room`` bytes.
        @inline(__always)
        init(_ text: UnsafeBufferPointer<UInt8>) {
            precondition(text.count <= Words.room)
            withUnsafeMutableBytes(of: &words) { bytes in
                bytes.copyMemory(from: UnsafeRawBufferPointer(text))
                bytes[Words.room] = UInt8(truncatingIfNeeded: text.count)
            }
        }

        /// The text in quotes; `nil` when it is too long or an escape is needed.
        init?(quoting text: UnsafeBufferPointer<UInt8>) {
            guard text.count + 2 <= Words.room else { return nil }
            for byte in text where byte < 0x20 || byte == 0x22 || byte == 0x5C { return nil }
            withUnsafeMutableBytes(of: &words) { bytes in
                bytes[0] = 0x22
                UnsafeMutableRawBufferPointer(rebasing: bytes[1...]).copyMemory(from: UnsafeRawBufferPointer(text))
                bytes[text.count + 1] = 0x22
                bytes[Words.room] = UInt8(truncatingIfNeeded: text.count + 2)
            }
        }

        static func == (a: Words, b: Words) -> Bool { a.words == b.words }

        func hash(into hasher: inout Hasher) { withUnsafeBytes(of: words) { hasher.combine(bytes: $0) } }
    }

    @inline(__always)
    init(_ text: UnsafeBufferPointer<UInt8>) {
        self = text.count <= Words.room ? .short(Words(text)) : .long(Array(text))
    }

    init(_ text: [UInt8]) {
        self = text.count <= Words.room ? .short(text.withUnsafeBufferPointer { Words($0) }) : .long(text)
    }

    /// The text as a string token.
    init(quoting text: String) {
        var words: Words?
        _ = text.utf8.withContiguousStorageIfAvailable { words = Words(quoting: $0) }
        self = words.map { .short($0) } ?? Lexeme(JSONText.encode(text))
    }

    var bytes: [UInt8] {
        switch self {
        case .short: withBytes { Array($0) }
        case .long(let bytes): bytes
        }
    }

    /// The text, valid inside the body.
    @inline(__always)
    func withBytes<R>(_ body: (UnsafeBufferPointer<UInt8>) -> R) -> R {
        switch self {
        case .short(let words):
            withUnsafeBytes(of: words.words) {
                body(UnsafeBufferPointer(rebasing: $0.bindMemory(to: UInt8.self)[..<words.count]))
            }
        case .long(let bytes): bytes.withUnsafeBufferPointer(body)
        }
    }
}
