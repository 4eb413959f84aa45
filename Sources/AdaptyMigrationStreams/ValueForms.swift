import AdaptyMigrationAccess
import AdaptyMigrationCore

/// Lookup tables: the first bytes of values, the spelling of literals by ``JSONKind``, and the escapes written in
/// strings.
struct ValueForms: @unchecked Sendable {
    struct Word {
        let text: UInt64, mask: UInt64
        let length: Int
    }

    /// For each byte the raw value of the kind that it begins; 255 for none.
    let kinds: UnsafePointer<UInt8>
    /// The literals; those of the other kinds match nothing.
    let words: UnsafePointer<Word>

    /// For each byte what it means behind a backslash; 0 where ``JSONText`` writes no such escape.
    let unescaped: UnsafePointer<UInt8>

    /// Made once, never given back.
    static let shared = ValueForms()

    private init() {
        let kinds = UnsafeMutablePointer<UInt8>.allocate(capacity: 256)
        kinds.initialize(repeating: 255, count: 256)
        for byte in UInt8(ascii: "0")...UInt8(ascii: "9") { kinds[Int(byte)] = JSONKind.number.rawValue }
        let starts: [(Unicode.Scalar, JSONKind)] = [
            ("-", .number), ("\"", .string), ("{", .object), ("[", .array), ("t", .true), ("f", .false), ("n", .null),
        ]
        for (start, kind) in starts { kinds[Int(UInt8(ascii: start))] = kind.rawValue }
        let words = UnsafeMutablePointer<Word>.allocate(capacity: 7)
        words.initialize(repeating: Word(text: 1, mask: 0, length: 0), count: 7)
        for (kind, text) in [(JSONKind.true, "true"), (.false, "false"), (.null, "null")] {
            let value = text.utf8.reversed().reduce(0) { $0 << 8 | UInt64($1) }
            words[Int(kind.rawValue)] = Word(
                text: value, mask: (1 as UInt64) << UInt64(8 * text.utf8.count) &- 1, length: text.utf8.count)
        }
        let unescaped = UnsafeMutablePointer<UInt8>.allocate(capacity: 256)
        unescaped.initialize(repeating: 0, count: 256)
        for (letter, meaning) in [("\"", "\""), ("\\", "\\"), ("n", "\n"), ("r", "\r"), ("t", "\t")]
            as [(Unicode.Scalar, Unicode.Scalar)]
        {
            unescaped[Int(UInt8(ascii: letter))] = UInt8(ascii: meaning)
        }
        self.unescaped = UnsafePointer(unescaped)
        self.kinds = UnsafePointer(kinds)
        self.words = UnsafePointer(words)
    }
}
