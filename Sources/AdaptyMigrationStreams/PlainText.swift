import AdaptyMigrationAccess
import AdaptyMigrationCore

/// A member, name or value in its plainest spelling: ASCII, without escapes, and without white space between its parts.
/// Most texts in a residue are plain. Any other text must be indexed to find out whether it is JSON.
///
/// Worked example, `,"store_name":"a"`: the name ends at 13, before a colon; the value's first byte is a quote, and at
/// 17, where its string ends, so does the text.
enum PlainText {
    /// Where the member, and its name, end that begins at a position.
    static func member(_ text: ByteView, _ start: Int, _ forms: ValueForms) -> (name: Int, end: Int)? {
        guard let name = string(text, start), text[name] == 0x3A, let end = value(text, name &+ 1, forms) else {
            return nil
        }
        return (name, end)
    }

    /// Where the scalar ends that begins at a position.
    static func value(_ text: ByteView, _ start: Int, _ forms: ValueForms) -> Int? {
        guard let kind = JSONKind(code: forms.kinds[Int(text[start])]), !kind.isContainer else { return nil }
        return kind == .string ? string(text, start) : try? Cursor.end(text, forms, kind.rawValue, start)
    }

    /// Where the string ends that begins at a position.
    static func string(_ text: ByteView, _ start: Int) -> Int? {
        guard text[start] == 0x22 else { return nil }
        var position = start &+ 1
        while position < text.count {
            let word = text.word(position), quotes = marks(word ^ (ones &* 0x22))
            // Of each byte the highest bit: beyond ASCII, a backslash, or below a blank. A borrow makes some only
            // behind one that is there.
            let others = (word | marks(word ^ (ones &* 0x5C)) | ((word &- ones &* 0x20) & ~word)) & (ones &* 0x80)
            if quotes == 0 {
                guard others == 0 else { return nil }
                position &+= 8
                continue
            }
            guard others & (quotes &- 1) & ~quotes == 0 else { return nil }
            return position &+ quotes.trailingZeroBitCount >> 3 &+ 1
        }
        return nil
    }

    private static let ones: UInt64 = 0x0101_0101_0101_0101

    /// The highest bit of each byte that is zero, and maybe of some behind the first.
    @inline(__always)
    private static func marks(_ word: UInt64) -> UInt64 { (word &- ones) & ~word & (ones &* 0x80) }
}
