import AdaptyMigrationAccess
import AdaptyMigrationCore

/// The access and money information of a document as one number. It is the same before and after a conversion;
/// otherwise ``AccessComparison`` must describe the difference.
///
/// The digest knows nothing about dialects and tables. For every member that is an ``AccessField``, it adds the meaning
/// of the member, mixed with the name of its object: flags as truth values, dates as milliseconds, events by their
/// meaning. So a flipped flag, a shifted date, a lost level or a wrong alias changes the sum.
final class AccessDigest {
    /// Objects with facts that occur under several names.
    private static let discounts = ["introductory_discount", "introductoryDiscount"]

    private let spellings: [String]
    private let names: NameTable
    private let fields: [AccessField]
    private let forms: [AccessField.Form]
    /// By first and by last byte, one bit for each length of a name with its quotes. These alone rule out most strings.
    private let beginnings: UnsafeMutablePointer<UInt64>, endings: UnsafeMutablePointer<UInt64>
    private let events: NameTable
    /// By spelling, a hash of the event's meaning.
    private let happenings: [UInt64]
    /// The members that name an entry in API v2: the level or the product.
    private let keys = [NameToken("access_level_id"), NameToken("store_product_id")]
    private let levels: UnsafeMutablePointer<Level>
    private static let deepest = MigrationOptions().maximumDepth

    init() {
        let all = AccessField.compared.flatMap { field in field.spellings.map { ($0, field) } }
        spellings = all.map(\.0) + [Residue.memberName] + AccessDigest.discounts
        names = NameTable(spellings)
        fields = all.map(\.1)
        forms = fields.map(\.form)
        beginnings = AccessDigest.lengths(spellings) { $0.first }
        endings = AccessDigest.lengths(spellings) { $0.last }
        levels = .allocate(capacity: AccessDigest.deepest)
        let eventNames = AccessEvent.bySpelling.keys.sorted()
        events = NameTable(eventNames)
        happenings = eventNames.map { spelling in
            (AccessEvent.bySpelling[spelling]?.name ?? "").utf8.reduce(0xCBF2_9CE4_8422_2325) {
                ($0 ^ UInt64($1)) &* 0x100_0000_01B3
            }
        }
    }

    deinit {
        beginnings.deallocate()
        endings.deallocate()
        names.deallocate()
        events.deallocate()
        levels.deallocate()
        for key in keys { key.deallocate() }
    }

    private static func lengths(_ spellings: [String], by byte: (String.UTF8View) -> UInt8?) -> UnsafeMutablePointer<
        UInt64
    > {
        let lengths = UnsafeMutablePointer<UInt64>.allocate(capacity: 256)
        lengths.initialize(repeating: 0, count: 256)
        for spelling in spellings.map(\.utf8) {
            if let byte = byte(spelling) { lengths[Int(byte)] |= 1 << UInt64(spelling.count + 2) }
        }
        return lengths
    }

    /// An object or array that is open.
    private struct Level {
        /// A hash of the object's name.
        var key: UInt64 = 0
        var isArray = false
    }

    /// State that is rarely needed during the scan.
    private struct Place {
        /// The next byte, and the next quote.
        var at: Int, quotes: UnsafePointer<UInt32>
        var level = Level()
        var open = 0
        /// Whether a discount's value is next.
        var isDiscount = false
        var sum: UInt64 = 0
    }

    /// The sum over a document without its residue; `nil` when values need decoding.
    ///
    /// - Parameters:
    ///   - cursor: at the beginning of a document that a walk has validated.
    ///   - residue: the place of the document's residue; `nil` to look for it.
    ///   - isList: whether the document is of API v2, where entries are in lists and contain their names.
    func sum(_ cursor: Cursor, depth: Int, residue: ResiduePlace? = nil, isList: Bool = false) -> UInt64? {
        let result = Result { () throws(Detour) in try scan(cursor, min(depth, AccessDigest.deepest), residue, isList) }
        guard case .success(let sum) = result else { return nil }
        return sum
    }

    /// Goes from string to string, not from member to member. Most strings are not relevant names, and usually nothing
    /// opens or closes between two strings.
    private func scan(_ cursor: Cursor, _ depth: Int, _ residue: ResiduePlace?, _ isList: Bool) throws(Detour) -> UInt64
    {
        let bytes = cursor.bytes, firstBackslash = cursor.firstBackslash, beginnings = beginnings, endings = endings
        var place = Place(at: cursor.at, quotes: cursor.quotes + cursor.quote)
        var at = place.at, quotes = place.quotes
        while true {
            let start = Int(quotes[0]), gap = start &- at
            if gap > 8 || AccessDigest.brackets(bytes.word(at)) &<< UInt64(truncatingIfNeeded: 64 &- 8 &* gap) != 0 {
                place.quotes = quotes
                try step(over: at..<min(start, bytes.count), &place, cursor, depth, isList)
                if start > bytes.count { return place.sum }
            }
            let end = Int(quotes[1]) &+ 1
            quotes += 2
            at = end
            let lengths = beginnings[Int(bytes[start &+ 1])] & endings[Int(bytes[end &- 2])]
            guard end > firstBackslash || lengths &>> UInt64(truncatingIfNeeded: end &- start) & 1 == 1 else {
                continue
            }
            (place.at, place.quotes) = (at, quotes)
            try string(start, &place, cursor, depth, residue)
            (at, quotes) = (place.at, place.quotes)
        }
    }

    /// The highest bit of each byte that is a bracket, as far as the first of them; the bytes stand outside of strings.
    @inline(__always)
    private static func brackets(_ word: UInt64) -> UInt64 {
        // `[`, `]`, `{` and `}` are 5B, 5D, 7B and 7D: alike but for three bits, as no other byte there is.
        let others = (word & 0xD9D9_D9D9_D9D9_D9D9) ^ 0x5959_5959_5959_5959
        return (others &- 0x0101_0101_0101_0101) & ~others & 0x8080_8080_8080_8080
    }

    /// Handles text between two strings that opens or closes something.
    @inline(never)
    private func step(over gap: Range<Int>, _ place: inout Place, _ cursor: Cursor, _ depth: Int, _ isList: Bool)
        throws(Detour)
    {
        for at in gap {
            let byte = cursor.bytes[at]
            if byte | 0x20 == 0x7B {
                guard place.open < depth else { throw .general }
                levels[place.open] = place.level
                place.level = Level(key: key(at, byte, place, cursor, depth, isList), isArray: byte == 0x5B)
                place.open &+= 1
                place.isDiscount = false
            } else if byte | 0x20 == 0x7D {
                place.open &-= 1
                place.level = levels[place.open]
            }
        }
    }

    /// A hash of the name of an object or array. Elements of a list have the name of the list.
    private func key(_ at: Int, _ byte: UInt8, _ place: Place, _ cursor: Cursor, _ depth: Int, _ isList: Bool) -> UInt64
    {
        if place.level.isArray {
            return isList && byte == 0x7B
                ? entry(AccessDigest.cursor(cursor, at, place.quotes), depth) ?? place.level.key : place.level.key
        }
        if place.isDiscount { return 1 }
        return place.open == 0
            ? 0 : Fingerprint.Hash(cursor.bytes, Int(place.quotes[-2]), Int(place.quotes[-1]) &+ 1).value
    }

    /// Handles a string that may be a relevant name: steps over its value and adds its meaning.
    @inline(never)
    private func string(_ start: Int, _ place: inout Place, _ cursor: Cursor, _ depth: Int, _ residue: ResiduePlace?)
        throws(Detour)
    {
        let bytes = cursor.bytes, colon = Cursor.space(bytes, place.at)
        guard bytes[colon] == 0x3A, let number = number(cursor, start, place.at) else { return }
        let value = Cursor.space(bytes, colon &+ 1), first = bytes[value]
        if first == 0x22 {
            place.at = Int(place.quotes[1]) &+ 1
            place.quotes += 2
        } else if first | 0x20 != 0x7B {
            place.at =
                first >= 0x61
                ? value &+ (first == 0x66 ? 5 : 4)
                : try Cursor.end(bytes, cursor.forms, JSONKind.number.rawValue, value)
        } else if number > fields.count {
            place.isDiscount = true
            return
        } else if number == fields.count, let residue, residue.start == start {
            (place.at, place.quotes) = (residue.end, cursor.quotes + residue.quote)
            return
        } else {
            // The container is a residue or a price of SDK 3; its contents stay as they are.
            var container = AccessDigest.cursor(cursor, value, place.quotes)
            try container.skip(depth)
            (place.at, place.quotes) = (container.at, container.quotes + container.quote)
            return
        }
        if number < fields.count { place.sum &+= try fact(number, place.level.key, cursor, value, place.at) }
    }

    private func fact(_ number: Int, _ key: UInt64, _ cursor: Cursor, _ start: Int, _ end: Int) throws(Detour) -> UInt64
    {
        var hash = Fingerprint.Hash(count: Int(truncatingIfNeeded: key))
        hash.add(fields[number].rawValue)
        hash.add(try meaning(forms[number], cursor, start, end))
        return hash.value
    }

    private static func cursor(_ cursor: Cursor, _ at: Int, _ quotes: UnsafePointer<UInt32>) -> Cursor {
        var there = cursor
        (there.at, there.quote) = (at, quotes - cursor.quotes)
        return there
    }

    /// A hash of the name inside the entry at the cursor; `nil` when there is none.
    private func entry(_ cursor: Cursor, _ depth: Int) -> UInt64? {
        for key in keys {
            let found = Result { () throws(Detour) in try cursor.text(of: key.bytes, depth) }
            if case .success(let name) = found { return Fingerprint.Hash(cursor.bytes, name.start, name.end).value }
        }
        return nil
    }

    /// The number of the name between two positions, including quotes.
    @inline(__always)
    private func number(_ cursor: Cursor, _ start: Int, _ end: Int) -> Int? {
        if cursor.hasEscape(start, end) { return escapedNumber(cursor.bytes.array(start..<end)) }
        return names.find(cursor.bytes, start &+ 1, end &- 1)
    }

    @inline(never)
    private func escapedNumber(_ name: [UInt8]) -> Int? {
        spellings.firstIndex(of: JSONText.decode(name[...], hasEscapes: true))
    }

    private static let null: UInt64 = 0x9D1F_3C5B_7A26_E841

    private func meaning(_ form: AccessField.Form, _ cursor: Cursor, _ start: Int, _ end: Int) throws(Detour) -> UInt64
    {
        let bytes = cursor.bytes, first = bytes[start]
        // Literals mean the same in every form.
        if first >= 0x61 { return first == 0x74 ? 1 : first == 0x66 ? 0 : AccessDigest.null }
        switch form {
        case .instant:
            if first == 0x22, let milliseconds = AccessInstant.milliseconds(bytes, start &+ 1, end &- 1) {
                return UInt64(bitPattern: milliseconds)
            }
            if first != 0x22 {
                guard let seconds = Double(String(decoding: bytes.array(start..<end), as: UTF8.self)),
                    let milliseconds = AccessInstant.milliseconds(secondsSince2001: seconds)
                else { throw .general }
                return UInt64(bitPattern: milliseconds)
            }
        case .event:
            if cursor.hasEscape(start, end) { throw .general }
            if first == 0x22, let spelling = events.find(bytes, start &+ 1, end &- 1) { return happenings[spelling] }
        case .text, .amount: break
        case .flag:
            if first == 0x22, end &- start == 2 { return 0 }
            guard end &- start == 1, first == 0x30 || first == 0x31 else { throw .general }
            return UInt64(first &- 0x30)
        }
        return Fingerprint.Hash(bytes, start, end).value
    }
}
