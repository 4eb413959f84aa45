import AdaptyMigrationAccess
import AdaptyMigrationCore

/// The reading half of a walk: a position in the record and one in its quotes. Both only move forward.
///
/// Strings are never scanned, because the next quote is known. Numbers, literals and the grammar between them are
/// validated here.
struct Cursor {
    let forms: ValueForms
    let bytes: ByteView
    /// The next byte.
    var at = 0
    let quotes: UnsafePointer<UInt32>
    /// Where the record's first backslash is, if it has any.
    var firstBackslash = Int.max
    /// The next quote.
    var quote = 0
    /// Whether only its quotes must be escaped to put the record into a string.
    var isVerbatim = false

    /// Whether the record's first string is `"data"`, as in every envelope.
    var startsAsEnvelope: Bool {
        quotes[0] != QuoteIndex.end && bytes.word(Int(quotes[0])) & 0xFFFF_FFFF_FFFF == 0x2261_7461_6422
    }

    /// Goes where another cursor stands in the same record.
    ///
    /// Two numbers, which lie apart: a copy of the whole cursor, or of both at once, waits until the processor has put
    /// away what was written to its parts just before, for longer than a dozen members take.
    @inline(__always)
    mutating func move(to other: Cursor) {
        at = other.at
        quote = other.quote
    }

    @inline(__always)
    mutating func skipSpace() { at = Cursor.space(bytes, at) }

    /// Where white space ends, if any begins at a position.
    @inline(__always)
    static func space(_ bytes: ByteView, _ start: Int) -> Int { bytes[start] <= 0x20 ? spaces(bytes, start) : start }

    @inline(never)
    private static func spaces(_ bytes: ByteView, _ start: Int) -> Int {
        var p = start
        while bytes[p] == 0x20 || bytes[p] == 0x0A || bytes[p] == 0x0D || bytes[p] == 0x09 { p &+= 1 }
        return p
    }

    /// Steps over a string.
    @inline(__always)
    mutating func string() throws(Detour) {
        guard Int(quotes[quote]) == at else { throw .general }
        at = Int(quotes[quote &+ 1]) &+ 1
        quote &+= 2
    }

    /// Steps over a colon and the white space around it.
    @inline(__always)
    mutating func colon() throws(Detour) {
        skipSpace()
        guard bytes[at] == 0x3A else { throw .general }
        at &+= 1
        skipSpace()
    }

    /// After a value: whether another one follows. Stands at it, or after the bracket.
    @inline(__always)
    mutating func comma(closing: UInt8) throws(Detour) -> Bool {
        skipSpace()
        let byte = bytes[at]
        at &+= 1
        if byte == 0x2C {
            skipSpace()
            return true
        }
        guard byte == closing else { throw .general }
        return false
    }

    /// The kind of the value that begins here, by its first byte; looked up, so that nothing has to be predicted.
    @inline(__always)
    func kind() throws(Detour) -> JSONKind {
        guard let kind = JSONKind(code: forms.kinds[Int(bytes[at])]) else { throw .general }
        return kind
    }

    /// Steps over a scalar of a kind.
    @inline(__always)
    mutating func scalar(_ kind: JSONKind) throws(Detour) {
        if kind == .string { return try string() }
        at = try Cursor.end(bytes, forms, kind.rawValue, at)
    }

    // The end of a scalar is asked for with bytes and positions instead of a cursor: to call a method of one that
    // stands in registers, it would be copied to memory, for every value.

    /// Where a number or literal ends that begins at a position.
    ///
    /// - Parameter kind: the raw value of its ``JSONKind``.
    @inline(__always)
    static func end(_ bytes: ByteView, _ forms: ValueForms, _ kind: UInt8, _ start: Int) throws(Detour) -> Int {
        if kind == JSONKind.number.rawValue { return try number(bytes, start) }
        let word = forms.words[Int(kind)]
        guard bytes.word(start) & word.mask == word.text else { throw .general }
        return start &+ word.length
    }

    /// Where the number ends that begins at a position.
    @inline(never)
    private static func number(_ bytes: ByteView, _ start: Int) throws(Detour) -> Int {
        let first = start &+ (bytes[start] == 0x2D ? 1 : 0)
        var p = try digits(bytes, first)
        // `01` is no number.
        if bytes[first] == 0x30, p &- first > 1 { throw .general }
        if bytes[p] == 0x2E { p = try digits(bytes, p &+ 1) }
        if bytes[p] | 0x20 == 0x65 {
            p = try digits(bytes, bytes[p &+ 1] == 0x2B || bytes[p &+ 1] == 0x2D ? p &+ 2 : p &+ 1)
        }
        return p
    }

    /// The end of one or more digits.
    @inline(__always)
    private static func digits(_ bytes: ByteView, _ start: Int) throws(Detour) -> Int {
        var p = start, run = bytes.digits(p)
        if run == 0 { throw .general }
        while run == 8 {
            p &+= 8
            run = bytes.digits(p)
        }
        return p &+ run
    }

    /// Steps over any value, validating its grammar.
    @inline(__always)
    mutating func skip(_ depth: Int) throws(Detour) {
        let kind = try kind()
        if kind.isContainer { try skip(kind, depth) } else { try scalar(kind) }
    }

    @inline(never)
    private mutating func skip(_ kind: JSONKind, _ depth: Int) throws(Detour) {
        guard depth > 0 else { throw .general }
        at &+= 1
        skipSpace()
        if kind == .object {
            if bytes[at] == 0x7D { at &+= 1; return }
            repeat {
                try string()
                try colon()
                try skip(depth &- 1)
            } while try comma(closing: 0x7D)
        } else {
            if bytes[at] == 0x5D { at &+= 1; return }
            repeat { try skip(depth &- 1) } while try comma(closing: 0x5D)
        }
    }

    /// Whether these bytes stand here.
    func isAt(_ wanted: ByteView) -> Bool {
        bytes.count &- at >= wanted.count && bytes.part(at..<(at &+ wanted.count)).equals(wanted)
    }

    /// Steps over bytes that stand here.
    ///
    /// - Parameter quotes: how many quotes they have.
    mutating func step(over wanted: ByteView, quotes: Int) throws(Detour) {
        guard isAt(wanted) else { throw .general }
        at &+= wanted.count
        quote &+= quotes
    }

    /// Steps over what is known to stand here, and over its quotes.
    @inline(__always)
    mutating func step(to end: Int) {
        while Int(quotes[quote]) < end { quote &+= 1 }
        at = end
    }

    /// The text of the first member of a name in the object that begins here.
    ///
    /// - Parameter wanted: with quotes.
    func text(of wanted: ByteView, _ depth: Int) throws(Detour) -> Token {
        try text(depth) { start, end in bytes.part(start..<end).equals(wanted) }
    }

    /// The text of the first member in the object that begins here whose name, between two positions, is wanted.
    @inline(__always)
    func text(_ depth: Int, of isWanted: (Int, Int) -> Bool) throws(Detour) -> Token {
        var probe = self
        probe.at &+= 1
        probe.skipSpace()
        if probe.bytes[probe.at] == 0x7D { throw .general }
        repeat {
            let name = probe.at
            try probe.string()
            let nameEnd = probe.at
            try probe.colon()
            let value = probe.at
            try probe.skip(depth)
            guard isWanted(name, nameEnd) else { continue }
            guard bytes[value] == 0x22, !hasEscape(value, probe.at) else { throw .general }
            return Token(start: value, end: probe.at)
        } while try probe.comma(closing: 0x7D)
        throw .general
    }

    /// Whether a token has an escape in it.
    @inline(__always)
    func hasEscape(_ start: Int, _ end: Int) -> Bool {
        guard end > firstBackslash else { return false }
        for position in start..<end where bytes[position] == 0x5C { return true }
        return false
    }

    /// Whether no other string between two quotes is spelled like the one at a position.
    func isOnlyString(_ start: Int, _ count: Int, quotes range: Range<Int>) -> Bool {
        if hasEscape(start, start + count) { return false }
        var number = range.lowerBound
        while number < range.upperBound {
            let other = Int(quotes[number])
            if Int(quotes[number + 1]) - other == count - 1, other != start {
                var offset = 0
                while offset < count, bytes[start + offset] == bytes[other + offset] { offset += 1 }
                if offset == count { return false }
            }
            number += 2
        }
        return true
    }
}

extension JSONKind {
    /// `init(rawValue:)`, compiled into the loops that ask for it.
    @inline(__always)
    init?(code: UInt8) {
        switch code {
        case 0: self = .object
        case 1: self = .array
        case 2: self = .string
        case 3: self = .number
        case 4: self = .true
        case 5: self = .false
        case 6: self = .null
        default: return nil
        }
    }
}
