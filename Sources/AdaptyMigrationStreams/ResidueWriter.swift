import AdaptyMigrationAccess
import AdaptyMigrationCore

/// Writes a ``Delta`` as ``ResidueText`` does, while the record is walked. It builds no tree, and writes nothing for
/// unchanged parts.
///
/// Every object of the record has a level. A level is opened in the text only when something inside it is kept. Cuts
/// and renames are noted, and written when the level closes.
///
/// Worked example, an access level with one member that SDK 2 does not have: `paid_access_levels` and `premium` are
/// levels without text until the cut in `premium` closes it; then both open:
/// `{"in":{"paid_access_levels":{"in":{"premium":{"cut":[…]}}}}}`.
struct ResidueWriter {
    private struct Level {
        /// The member's name in its parent, with quotes; of no length for the root and for elements.
        let name: ByteView
        let isArray: Bool
        /// The quotes of the record before it.
        let quote: Int
        var isOpen = false
        var hasInner = false
        let firstCut: Int, firstName: Int, firstElement: Int
        /// Where an array's elements begin in the text.
        var start = 0
        /// How many keys or elements it has so far.
        var count = 0
        /// This element's identity.
        var identity = Token()
    }

    struct Cut {
        /// The name of the member before it in the base, with quotes; of no length at the start.
        let anchor: ByteView
        let start: Int
        var end: Int
        /// The number of the first quote in it.
        let quote: Int
        let isGuarded: Bool
    }

    /// The envelope around the record; its prefix begins with the document's first quote.
    struct Wrap {
        let prefix: Range<Int>, suffix: Range<Int>
        /// The number of the first quote in the suffix.
        let suffixQuote: Int
    }

    private struct Name {
        let base: ByteView
        let start: Int, end: Int
        /// The number of its first quote.
        let quote: Int
    }

    private struct Element {
        let number: Int
        let start: Int, end: Int
    }

    private var levels = Stack<Level>()
    private var cuts = Stack<Cut>()
    private var names = Stack<Name>()
    private var elements = Stack<Element>()
    /// The identities of the elements of open arrays, and the keys of open dictionaries.
    private var identities = Stack<Token>()
    private var seen = KeySet()
    private var scratch = ByteStore(capacity: 1 << 12)
    private var out = ByteStore(capacity: 1 << 14)
    /// A cursor at the beginning of the document.
    private var source: Cursor
    /// The dropped member `profile_id`, and what guards a cut `id`: their value.
    var dropped: ByteView?
    var guarding: ByteView?

    func deallocate() {
        levels.deallocate()
        cuts.deallocate()
        names.deallocate()
        elements.deallocate()
        identities.deallocate()
        seen.deallocate()
        scratch.deallocate()
        out.deallocate()
    }

    /// - Parameter source: any; each document brings its own.
    init(_ source: Cursor) { self.source = source }

    /// - Parameter source: at the beginning of the document.
    mutating func begin(_ source: Cursor) {
        self.source = source
        levels.shrink(to: 0)
        cuts.shrink(to: 0)
        names.shrink(to: 0)
        elements.shrink(to: 0)
        identities.shrink(to: 0)
        dropped = nil
        guarding = nil
        out.reset()
    }

    /// Whether anything was written.
    var isEmpty: Bool { out.count == 0 }

    // MARK: Levels

    mutating func push(_ name: ByteView, quote: Int, isArray: Bool = false) {
        levels.append(
            Level(
                name: name, isArray: isArray, quote: quote, firstCut: cuts.count, firstName: names.count,
                firstElement: elements.count))
    }

    private mutating func open(_ depth: Int) {
        if levels[depth].isOpen { return }
        levels[depth].isOpen = true
        if depth > 0 {
            inner(depth - 1)
            if !levels[depth - 1].isArray {
                out.put(levels[depth].name, 0, levels[depth].name.count)
                out.put(0x3A)
            }
        }
        levels[depth].start = out.count
        if !levels[depth].isArray { out.put(0x7B) }
    }

    /// Opens a level and begins another change inside it.
    private mutating func inner(_ depth: Int) {
        open(depth)
        if levels[depth].isArray { return }
        if levels[depth].hasInner {
            out.put(0x2C)
        } else {
            out.put("\"in\":{")
            levels[depth].hasInner = true
        }
    }

    mutating func cut(_ cut: Cut) { cuts.append(cut) }

    /// Cuts before the first member that stays reach up to the member after them.
    mutating func extendLastCut(to end: Int) { cuts[cuts.count - 1].end = end }

    /// A member's name is written otherwise in the source.
    mutating func name(_ base: ByteView, _ start: Int, _ end: Int, quote: Int) {
        names.append(Name(base: base, start: start, end: end, quote: quote))
    }

    /// A value's original text, and the text the way back makes.
    mutating func replace(_ name: ByteView, expected: ByteView, _ start: Int, _ end: Int) throws(Detour) {
        inner(levels.count - 1)
        out.put(name, 0, name.count)
        out.put(":[\"")
        try ResidueWriter.fingerprint(expected, &out)
        out.put("\",\"")
        out.putEscaped(source.bytes, start, end)
        out.put("\"]")
    }

    /// A replaced value of which everything is known beforehand, as ``replace(_:expected:_:_:)`` writes it.
    mutating func note(_ text: ByteView) {
        inner(levels.count - 1)
        out.put(text, 0, text.count)
    }

    /// A member's order and white space, as ``ResidueText`` writes them.
    mutating func lay(_ name: ByteView, _ layout: ByteView) {
        note(name)
        out.put(0x3A)
        out.put(layout, 0, layout.count)
    }

    /// The fingerprint of a scalar, as the inside of a JSON string. What has an escape may be written another way and
    /// mean the same, see ``Fingerprint/canonical(_:_:)``.
    static func fingerprint(_ value: ByteView, _ out: inout ByteStore) throws(Detour) {
        for position in 0..<value.count where value[position] == 0x5C { throw .general }
        if value.count <= Fingerprint.longestText { return out.putEscaped(value, 0, value.count) }
        out.put(0x23)
        out.putHex(Fingerprint.Hash(value, 0, value.count).value)
    }

    /// The identity of the element being walked.
    mutating func identify(_ token: Token) { levels[levels.count - 1].identity = token }

    /// Closes the innermost level.
    ///
    /// - Parameter quote: the number of the first quote after it.
    /// - Returns: where its text begins; `nil` when it has none.
    @discardableResult
    mutating func pop(quote: Int) throws(Detour) -> Int? {
        let depth = levels.count &- 1
        let drop = depth == 0 ? dropped : nil
        if cuts.count > levels[depth].firstCut || names.count > levels[depth].firstName || drop != nil { open(depth) }
        var start: Int?
        if levels[depth].isOpen {
            if levels[depth].isArray {
                try closeArray(depth)
            } else {
                guard levels[depth].count == 0 || areUnique(last: levels[depth].count) else { throw .general }
                try closeObject(depth, drop, end: quote)
            }
            start = levels[depth].start
        }
        elements.shrink(to: levels[depth].firstElement)
        identities.shrink(to: identities.count &- levels[depth].count)
        cuts.shrink(to: levels[depth].firstCut)
        names.shrink(to: levels[depth].firstName)
        levels.shrink(to: depth)
        return start
    }

    /// Notes a key of the dictionary whose level is innermost.
    mutating func key(_ start: Int, _ end: Int) {
        identities.append(Token(start: start, end: end))
        levels[levels.count - 1].count += 1
    }

    private mutating func areUnique(last number: Int) -> Bool {
        seen.begin()
        for position in (identities.count - number)..<identities.count {
            let token = identities[position]
            if token.start == token.end || !seen.insert(source.bytes, token.start, token.end) { return false }
        }
        return true
    }

    // Levels and cuts are read where they lie: copied as a whole just after they were written, they would be waited
    // for, as ``Cursor/move(to:)`` says.

    private mutating func closeObject(_ depth: Int, _ drop: ByteView?, end quote: Int) throws(Detour) {
        var isFirst = true
        if levels[depth].hasInner {
            out.put(0x7D)
            isFirst = false
        }
        let firstCut = levels[depth].firstCut, firstName = levels[depth].firstName
        if cuts.count > firstCut {
            separate(&isFirst)
            out.put("\"cut\":[")
            for number in firstCut..<cuts.count {
                if number > firstCut { out.put(0x2C) }
                try writeCut(number, quotes: levels[depth].quote..<quote)
            }
            out.put(0x5D)
        }
        if names.count > firstName {
            separate(&isFirst)
            out.put("\"as\":{")
            for number in firstName..<names.count {
                if number > firstName { out.put(0x2C) }
                out.put(names[number].base, 0, names[number].base.count)
                out.put(":\"")
                ResidueWriter.put(names[number].start, names[number].end, quote: names[number].quote, source, &out)
                out.put(0x22)
            }
            out.put(0x7D)
        }
        if let drop {
            separate(&isFirst)
            out.put("\"drop\":{\"profile_id\":\"")
            try ResidueWriter.fingerprint(drop, &out)
            out.put("\"}")
        }
        out.put(0x7D)
    }

    @inline(__always)
    private mutating func separate(_ isFirst: inout Bool) {
        if !isFirst { out.put(0x2C) }
        isFirst = false
    }

    /// - Parameter quotes: those of the cut's level.
    private mutating func writeCut(_ number: Int, quotes: Range<Int>) throws(Detour) {
        out.put(0x5B)
        let anchor = cuts[number].anchor
        if anchor.count == 0 {
            out.put("null,\"")
        } else {
            guard isNamed(anchor, quotes) else { throw .general }
            out.put(anchor, 0, anchor.count)
            out.put(",\"")
        }
        ResidueWriter.put(cuts[number].start, cuts[number].end, quote: cuts[number].quote, source, &out)
        out.put(0x22)
        if cuts[number].isGuarded {
            guard let guarding else { throw .general }
            out.put(",\"profile_id\",\"")
            try ResidueWriter.fingerprint(guarding, &out)
            out.put(0x22)
        }
        out.put(0x5D)
    }

    /// A piece of the record, as the inside of a string.
    ///
    /// - Parameter quote: the number of the first quote in it.
    @inline(__always)
    private static func put(_ start: Int, _ end: Int, quote: Int, _ source: Cursor, _ out: inout ByteStore) {
        if source.isVerbatim {
            out.putEscaped(source.bytes, start, end, quotes: source.quotes + quote)
        } else {
            out.putEscaped(source.bytes, start, end)
        }
    }

    /// Whether the member before a cut can be found again by its name: known names are the rules' own and occur once;
    /// of the others no second string may be spelled like it.
    private mutating func isNamed(_ anchor: ByteView, _ quotes: Range<Int>) -> Bool {
        let offset = anchor.start - source.bytes.start
        guard offset >= 0, offset < source.bytes.count else { return true }
        return source.isOnlyString(offset, anchor.count, quotes: quotes)
    }

    // MARK: The whole

    /// The residue of one hop, as ``Residue/json`` writes it.
    mutating func putHops(_ head: ByteView, _ wrap: Wrap?, _ target: inout ByteStore) {
        target.put(head, 0, head.count)
        if let wrap {
            target.put(",\"wrap\":[\"")
            ResidueWriter.put(wrap.prefix.lowerBound, wrap.prefix.upperBound, quote: 0, source, &target)
            target.put("\",\"")
            ResidueWriter.put(wrap.suffix.lowerBound, wrap.suffix.upperBound, quote: wrap.suffixQuote, source, &target)
            target.put("\"]")
        }
        if !isEmpty {
            target.put(",\"delta\":")
            target.put(out.view, 0, out.count)
        }
        target.put("}]}")
    }

    // MARK: Arrays

    /// Begins an element of the array whose level is innermost.
    mutating func pushElement(quote: Int) { push(NameToken.none.bytes, quote: quote) }

    /// Ends the element begun last.
    mutating func popElement(quote: Int) throws(Detour) {
        let identity = levels[levels.count - 1].identity
        let start = try pop(quote: quote)
        let array = levels.count - 1
        if let start { elements.append(Element(number: levels[array].count, start: start, end: out.count)) }
        identities.append(identity)
        levels[array].count += 1
    }

    /// Puts the head of an array before its elements, and before each element how it is found again: by its identity
    /// where every element has its own; what others were is the general path's to note.
    private mutating func closeArray(_ depth: Int) throws(Detour) {
        let count = levels[depth].count, begin = levels[depth].start, firstElement = levels[depth].firstElement,
            first = identities.count - count
        for number in first..<identities.count where source.hasEscape(identities[number].start, identities[number].end)
        { throw .general }
        guard areUnique(last: count) else { throw .general }
        scratch.reset()
        scratch.put(out.view, begin, out.count)
        out.setCount(begin)
        out.put("{\"n\":")
        out.put(decimal: count)
        out.put(",\"in\":{")
        for position in firstElement..<elements.count {
            let element = elements[position]
            if position > firstElement { out.put(0x2C) }
            let id = identities[first + element.number]
            out.put("\"=")
            out.put(source.bytes, id.start + 1, id.end)
            out.put(0x3A)
            out.put(scratch.view, element.start - begin, element.end - begin)
        }
        out.put("}}")
    }
}
