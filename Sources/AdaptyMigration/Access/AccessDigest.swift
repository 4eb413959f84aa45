/// What a document says about access and money, as one number: equal before and after a conversion, or ``AccessComparison`` must
/// say what differs.
///
/// It knows nothing of dialects and tables. Wherever an object has a member that is an ``AccessField``, that
/// member's meaning is added, mixed with the name the object stands under: flags as truth, dates as milliseconds, events
/// by what happened. So a flipped flag, a shifted date, a lost level or a wrong alias changes the sum.
struct AccessDigest {
    /// Objects with facts that stand under several names.
    private static let discounts = ["introductory_discount", "introductoryDiscount"]

    private let spellings: [String]
    private let names: NameTable
    private let fields: [AccessField]
    private let forms: [AccessField.Form]
    /// By first byte, one bit per length that a name has: most names are none by these alone.
    private let lengths: UnsafeMutablePointer<UInt64>
    private let events: NameTable
    /// By spelling, a hash of what happened.
    private let happenings: [UInt64]
    /// By which the entries of API v2 stand under a name: that of the level, or of the product.
    private let keys = [NameToken("access_level_id"), NameToken("store_product_id")]

    init() {
        let all = AccessField.allCases.flatMap { field in field.spellings.map { ($0, field) } }
        spellings = all.map(\.0) + [Residue.memberName] + AccessDigest.discounts
        names = NameTable(spellings)
        fields = all.map(\.1)
        forms = fields.map(\.form)
        lengths = .allocate(capacity: 256)
        lengths.initialize(repeating: 0, count: 256)
        for spelling in spellings.map({ Array($0.utf8) }) { lengths[Int(spelling[0])] |= 1 << UInt64(spelling.count) }
        let eventNames = AccessEvent.bySpelling.keys.sorted()
        events = NameTable(eventNames)
        happenings = eventNames.map { spelling in (AccessEvent.bySpelling[spelling]?.name ?? "").utf8.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 } }
    }

    func deallocate() {
        lengths.deallocate()
        names.deallocate()
        events.deallocate()
        for key in keys { key.deallocate() }
    }

    /// The sum over a document, its residue left out; `nil` where values need decoding.
    ///
    /// - Parameters:
    ///   - cursor: at the beginning of a document that a walk has validated.
    ///   - residue: where the document's residue is; `nil` to look for it.
    ///   - isList: whether it is of API v2, where entries stand in lists and hold their names.
    func sum(_ cursor: Cursor, depth: Int, residue: ResiduePlace? = nil, isList: Bool = false) -> UInt64? {
        var cursor = cursor, sum: UInt64 = 0
        cursor.skipSpace()
        let result = Result { () throws(Detour) in try value(&cursor, 0, depth, residue, isList, &sum) }
        guard case .success = result else { return nil }
        return sum
    }

    /// - Parameter key: a hash of the name that the value stands under.
    @inline(__always)
    private func value(_ cursor: inout Cursor, _ key: @autoclosure () -> UInt64, _ depth: Int, _ residue: ResiduePlace?, _ isList: Bool, _ sum: inout UInt64) throws(Detour) {
        let first = cursor.bytes[cursor.at]
        if first == 0x22 { return try cursor.string() }
        if first | 0x20 == 0x7B { return try visit(&cursor, key(), depth, residue, isList, &sum) }
        if first >= 0x61 { cursor.at &+= first == 0x66 ? 5 : 4 } else { try cursor.scalar(.number) }
    }

    private func visit(_ cursor: inout Cursor, _ key: UInt64, _ depth: Int, _ residue: ResiduePlace?, _ isList: Bool, _ sum: inout UInt64) throws(Detour) {
        guard depth > 0 else { throw .general }
        let isArray = cursor.bytes[cursor.at] == 0x5B
        cursor.at &+= 1
        cursor.skipSpace()
        if cursor.bytes[cursor.at] == (isArray ? 0x5D : 0x7D) {
            cursor.at &+= 1
            return
        }
        if isArray {
            repeat {
                let key = isList ? self.key(cursor, depth) ?? key : key
                try value(&cursor, key, depth &- 1, residue, isList, &sum)
            } while try cursor.comma(closing: 0x5D)
            return
        }
        let bytes = cursor.bytes
        repeat {
            let name = cursor.at
            try cursor.string()
            let end = cursor.at
            try cursor.colon()
            guard let number = number(cursor, name, end) else {
                try value(&cursor, Fingerprint.Hash(bytes, name, end).value, depth &- 1, residue, isList, &sum)
                continue
            }
            if number >= fields.count {
                if number > fields.count {
                    try value(&cursor, 1, depth &- 1, residue, isList, &sum)
                } else if let residue, residue.start == name {
                    residue.skip(&cursor)
                } else {
                    try cursor.skip(depth)
                }
                continue
            }
            // What a container says (the prices of SDK 3) stays as it is.
            if bytes[cursor.at] | 0x20 == 0x7B {
                try cursor.skip(depth)
                continue
            }
            let start = cursor.at
            try value(&cursor, 0, 0, nil, false, &sum)
            var hash = Fingerprint.Hash(count: Int(truncatingIfNeeded: key))
            hash.add(fields[number].rawValue)
            hash.add(try meaning(forms[number], cursor, start, cursor.at))
            sum &+= hash.value
        } while try cursor.comma(closing: 0x7D)
    }

    /// A hash of the name that the entry holds at which the cursor stands; `nil` where it is none.
    private func key(_ cursor: Cursor, _ depth: Int) -> UInt64? {
        guard cursor.bytes[cursor.at] == 0x7B else { return nil }
        for key in keys {
            let found = Result { () throws(Detour) in try cursor.text(of: key.bytes, depth) }
            if case .success(let name) = found { return Fingerprint.Hash(cursor.bytes, name.start, name.end).value }
        }
        return nil
    }

    /// Which of the names stands between two positions, its quotes included.
    @inline(__always)
    private func number(_ cursor: Cursor, _ start: Int, _ end: Int) -> Int? {
        if cursor.hasEscape(start, end) { return escapedNumber(cursor.bytes.array(start..<end)) }
        let length = end &- start &- 2
        guard length < 64, lengths[Int(cursor.bytes[start &+ 1])] &>> UInt64(truncatingIfNeeded: length) & 1 == 1 else { return nil }
        return names.find(cursor.bytes, start &+ 1, end &- 1)
    }

    @inline(never)
    private func escapedNumber(_ name: [UInt8]) -> Int? { spellings.firstIndex(of: JSONText.decode(name[...], hasEscapes: true)) }

    private static let null: UInt64 = 0x9D1F_3C5B_7A26_E841

    private func meaning(_ form: AccessField.Form, _ cursor: Cursor, _ start: Int, _ end: Int) throws(Detour) -> UInt64 {
        let bytes = cursor.bytes, first = bytes[start]
        // Literals say the same in every form.
        if first >= 0x61 { return first == 0x74 ? 1 : first == 0x66 ? 0 : AccessDigest.null }
        switch form {
        case .instant:
            if first == 0x22, let milliseconds = AccessInstant.milliseconds(bytes, start &+ 1, end &- 1) { return UInt64(bitPattern: milliseconds) }
            if first != 0x22 {
                guard let seconds = Double(String(decoding: bytes.array(start..<end), as: UTF8.self)), let milliseconds = AccessInstant.milliseconds(secondsSince2001: seconds)
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
