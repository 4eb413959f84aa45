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
    /// One bit per length that a name has: most names are none by their length alone.
    private let lengths: UInt64
    private let events: NameTable
    /// By spelling, a hash of what happened.
    private let happenings: [UInt64]

    init() {
        let all = AccessField.allCases.flatMap { field in field.spellings.map { ($0, field) } }
        spellings = all.map(\.0) + [Residue.memberName] + AccessDigest.discounts
        names = NameTable(spellings)
        fields = all.map(\.1)
        lengths = spellings.reduce(0) { $0 | 1 << UInt64($1.utf8.count) }
        let eventNames = AccessEvent.bySpelling.keys.sorted()
        events = NameTable(eventNames)
        happenings = eventNames.map { spelling in (AccessEvent.bySpelling[spelling]?.name ?? "").utf8.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 } }
    }

    func deallocate() {
        names.deallocate()
        events.deallocate()
    }

    /// The sum over a document, its residue left out; `nil` where names or values need decoding.
    func sum(_ cursor: Cursor, depth: Int) -> UInt64? {
        var cursor = cursor, sum: UInt64 = 0
        cursor.skipSpace()
        let result = Result { () throws(Detour) in try visit(&cursor, 0, depth, &sum) }
        guard case .success = result else { return nil }
        return sum
    }

    private func visit(_ cursor: inout Cursor, _ key: UInt64, _ depth: Int, _ sum: inout UInt64) throws(Detour) {
        let kind = try cursor.kind()
        guard kind.isContainer else { return try cursor.scalar(kind) }
        guard depth > 0 else { throw .general }
        cursor.at &+= 1
        cursor.skipSpace()
        if cursor.bytes[cursor.at] == (kind == .object ? 0x7D : 0x5D) {
            cursor.at &+= 1
            return
        }
        guard kind == .object else {
            repeat { try visit(&cursor, key, depth &- 1, &sum) } while try cursor.comma(closing: 0x5D)
            return
        }
        repeat {
            let name = cursor.at
            try cursor.string()
            let end = cursor.at
            try cursor.colon()
            guard let number = number(cursor, name, end) else {
                let kind = try cursor.kind()
                if kind.isContainer {
                    try visit(&cursor, Fingerprint.Hash(cursor.bytes, name, end).value, depth &- 1, &sum)
                } else {
                    try cursor.scalar(kind)
                }
                continue
            }
            if number > fields.count {
                try visit(&cursor, 1, depth &- 1, &sum)
                continue
            }
            let value = cursor.at
            try cursor.skip(depth)
            // What a container says (the prices of SDK 3) stays as it is.
            guard number < fields.count, cursor.bytes[value] != 0x7B, cursor.bytes[value] != 0x5B else { continue }
            let meaning = try meaning(fields[number], cursor, value, cursor.at)
            var hash = Fingerprint.Hash(count: Int(truncatingIfNeeded: key))
            hash.add(fields[number].rawValue)
            hash.add(meaning)
            sum &+= hash.value
        } while try cursor.comma(closing: 0x7D)
    }

    /// Which of the names stands between two positions, its quotes included.
    @inline(__always)
    private func number(_ cursor: Cursor, _ start: Int, _ end: Int) -> Int? {
        if cursor.hasEscape(start, end) { return escapedNumber(cursor.bytes.array(start..<end)) }
        let length = end &- start &- 2
        guard length < 64, lengths >> UInt64(length) & 1 == 1 else { return nil }
        return names.find(cursor.bytes, start &+ 1, end &- 1)
    }

    @inline(never)
    private func escapedNumber(_ name: [UInt8]) -> Int? { spellings.firstIndex(of: JSONText.decode(name[...], hasEscapes: true)) }

    private func meaning(_ field: AccessField, _ cursor: Cursor, _ start: Int, _ end: Int) throws(Detour) -> UInt64 {
        let bytes = cursor.bytes, first = bytes[start]
        switch field.form {
        case .instant:
            if first == 0x22, let milliseconds = AccessInstant.milliseconds(bytes, start &+ 1, end &- 1) { return UInt64(bitPattern: milliseconds) }
            if first < 0x3A, first != 0x22 {
                guard let seconds = Double(String(decoding: bytes.array(start..<end), as: UTF8.self)), let milliseconds = AccessInstant.milliseconds(secondsSince2001: seconds)
                else { throw .general }
                return UInt64(bitPattern: milliseconds)
            }
        case .event:
            if cursor.hasEscape(start, end) { throw .general }
            if first == 0x22, let spelling = events.find(bytes, start &+ 1, end &- 1) { return happenings[spelling] }
        case .text, .amount: break
        case .flag:
            if first == 0x74 { return 1 }
            if first == 0x66 || (first == 0x22 && end &- start == 2) { return 0 }
            if end &- start == 1, first == 0x30 || first == 0x31 { return UInt64(first &- 0x30) }
            if first != 0x6E { throw .general }
        }
        return Fingerprint.Hash(bytes, start, end).value
    }
}
