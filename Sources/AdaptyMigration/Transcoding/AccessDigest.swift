/// What a document says about access and money, as one number: equal before and after a conversion, or ``Entitlement`` must say
/// what differs.
///
/// It knows nothing of dialects and tables. Wherever an object has one of a few members, under its old or new spelling, that
/// member's meaning is added, mixed with the name the object stands under: flags as truth, dates as milliseconds, events
/// by what they mean today. So a flipped flag, a shifted date, a lost level or a wrong alias changes the sum.
struct AccessDigest {
    private enum Field: UInt64, CaseIterable {
        case isActive, isLifetime, willRenew, isRefund, isInGracePeriod, expiresAt, startsAt, eventType, price

        var spellings: [String] {
            switch self {
            case .isActive: ["is_active", "isActive"]
            case .isLifetime: ["is_lifetime", "isLifetime"]
            case .willRenew: ["will_renew", "willRenew"]
            case .isRefund: ["is_refund", "isRefund"]
            case .isInGracePeriod: ["is_in_grace_period", "isInGracePeriod"]
            case .expiresAt: ["expires_at", "expiresAt"]
            case .startsAt: ["starts_at", "startsAt"]
            case .eventType: ["event_type"]
            case .price: ["price_usd"]
            }
        }
    }

    private let names: NameTable
    private let fields: [Field]
    /// One bit per length that a name has: most names are none by their length alone.
    private let lengths: UInt64
    private let events: EventNames

    init(_ events: EventNames) {
        let all = Field.allCases.flatMap { field in field.spellings.map { ($0, field) } }
        names = NameTable(all.map(\.0) + [Residue.memberName])
        fields = all.map(\.1)
        lengths = (all.map(\.0) + [Residue.memberName]).reduce(0) { $0 | 1 << UInt64($1.utf8.count) }
        self.events = events
    }

    func deallocate() { names.deallocate() }

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
            let length = end &- name &- 2
            guard length < 64, lengths >> UInt64(length) & 1 == 1, let number = names.find(cursor.bytes, name &+ 1, end &- 1) else {
                let kind = try cursor.kind()
                if kind.isContainer {
                    try visit(&cursor, Fingerprint.Hash(cursor.bytes, name, end).value, depth &- 1, &sum)
                } else {
                    try cursor.scalar(kind)
                }
                continue
            }
            let value = cursor.at
            try cursor.skip(depth)
            guard number < fields.count else { continue }
            let meaning = try meaning(fields[number], cursor, value, cursor.at)
            var hash = Fingerprint.Hash(count: Int(truncatingIfNeeded: key))
            hash.add(fields[number].rawValue)
            hash.add(meaning)
            sum &+= hash.value
        } while try cursor.comma(closing: 0x7D)
    }

    private func meaning(_ field: Field, _ cursor: Cursor, _ start: Int, _ end: Int) throws(Detour) -> UInt64 {
        let bytes = cursor.bytes, first = bytes[start]
        switch field {
        case .expiresAt, .startsAt:
            if first == 0x22, let milliseconds = DateForm.milliseconds(bytes, start &+ 1, end &- 1) { return UInt64(bitPattern: milliseconds) }
            if first == 0x22 || first < 0x40, let microseconds = DateText.microseconds(bytes.array(start..<end)[...]) {
                // Stored dates carry the noise of binary fractions: a millisecond is the finest thing both sides say.
                return UInt64(bitPattern: microseconds / 1000)
            }
        case .eventType:
            if cursor.hasEscape(start, end) { throw .general }
            if first == 0x22, let spelling = events.find(bytes, start, end) { return Fingerprint.Hash(spelling.canonical.bytes, 0, spelling.canonical.bytes.count).value }
        case .price: break
        default:
            if first == 0x74 { return 1 }
            if first == 0x66 || (first == 0x22 && end &- start == 2) { return 0 }
            if end &- start == 1, first == 0x30 || first == 0x31 { return UInt64(first &- 0x30) }
            if first != 0x6E { throw .general }
        }
        return Fingerprint.Hash(bytes, start, end).value
    }
}
