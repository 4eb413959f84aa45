/// The form of a text, and the places in it that are replaced. Texts of the same form and shape can replace each other.
///
/// ```
/// jane.doe@acme.com   email    letters                → qkwd.tre@xvbn.pol.example.com
/// 203.0.113.9         ipv4     numbers of their length → 187.4.205.2
/// 6f1c0a7e-…          uuid     hexadecimal digits      → 3b9e5d1a-…
/// com.app.month:base  plain    letters                → qwo.zxc.plkmn:dfgh
/// ```
struct TextForm: Sendable {
    enum Name: UInt8, Sendable {
        case plain, digits, hexadecimal, uuid, email, ipv4, ipv6, url
    }

    /// One place to replace: a character, or a number of an address.
    struct Slot: Sendable {
        let range: Range<Int>
        let texts: Texts

        enum Texts: Sendable {
            case alphabet(Alphabet)
            /// The decimal numbers in the range.
            case numbers(ClosedRange<UInt32>)
        }

        var count: UInt32 {
            switch texts {
            case .alphabet(let alphabet): UInt32(alphabet.members.count)
            case .numbers(let range): UInt32(range.count)
            }
        }

        func value(_ text: [UInt32]) -> UInt32 {
            switch texts {
            case .alphabet(let alphabet): UInt32(alphabet.members.firstIndex(of: text[range.lowerBound]) ?? 0)
            case .numbers(let numbers): text[range].reduce(0) { $0 * 10 + $1 - 0x30 } - numbers.lowerBound
            }
        }

        func scalars(_ value: UInt32) -> [UInt32] {
            switch texts {
            case .alphabet(let alphabet): [alphabet.members[Int(value)]]
            case .numbers(let numbers): String(numbers.lowerBound + value).unicodeScalars.map(\.value)
            }
        }
    }

    let name: Name
    let slots: [Slot]

    init(_ text: [UInt32]) {
        for (name, slots) in TextForm.readers {
            guard let slots = slots(text) else { continue }
            (self.name, self.slots) = (name, slots)
            return
        }
        (name, slots) = (.plain, TextForm.characters(text, text.indices, Alphabet.of))
    }

    /// The common properties of texts that can replace each other: the form, the kept characters, and the alphabet of
    /// each place.
    func shape(_ text: [UInt32]) -> [UInt8] {
        var kept = text.map { ($0, UInt32(0)) }
        for slot in slots {
            let first = slot.scalars(0)[0]
            for position in slot.range { kept[position] = (first, slot.count) }
        }
        return [name.rawValue]
            + kept.flatMap {
                [$0.0, $0.1].flatMap { value in (0..<4).map { UInt8(truncatingIfNeeded: value >> UInt32(8 * $0)) } }
            }
    }

    // MARK: Forms

    private static let readers: [(Name, @Sendable ([UInt32]) -> [Slot]?)] = [
        (.digits, digits), (.uuid, uuid), (.hexadecimal, hexadecimal), (.ipv4, ipv4), (.ipv6, ipv6), (.email, email),
        (.url, url),
    ]

    private static func characters(_ text: [UInt32], _ positions: Range<Int>, _ alphabet: (UInt32) -> Alphabet?)
        -> [Slot]
    {
        positions.compactMap { position in
            alphabet(text[position]).map { Slot(range: position..<(position + 1), texts: .alphabet($0)) }
        }
    }

    private static func isDigit(_ scalar: UInt32) -> Bool { (0x30...0x39).contains(scalar) }

    /// A number with or without leading zeros, which can also occur outside quotes.
    @Sendable private static func digits(_ text: [UInt32]) -> [Slot]? {
        guard let first = text.first, text.allSatisfy(isDigit) else { return nil }
        let head = first == 0x30 ? [] : [Slot(range: 0..<1, texts: .alphabet(.digitsButZero))]
        return head + characters(text, 1..<text.count, Alphabet.of)
    }

    /// The version digit is kept, and so is the family of the variant.
    @Sendable private static func uuid(_ text: [UInt32]) -> [Slot]? {
        let dashes = [8, 13, 18, 23]
        guard text.count == 36,
            text.indices.allSatisfy({ dashes.contains($0) ? text[$0] == 0x2D : Alphabet.hexadecimal(text[$0]) != nil })
        else { return nil }
        return text.indices.compactMap { position in
            guard !dashes.contains(position), position != 14, var alphabet = Alphabet.hexadecimal(text[position]) else {
                return nil
            }
            let variants: [UInt32] = [0x38, 0x39, 0x61, 0x62, 0x41, 0x42]
            if position == 19, variants.contains(text[19]) {
                alphabet = Alphabet(members: alphabet.members.filter(variants.contains))
            }
            return Slot(range: position..<(position + 1), texts: .alphabet(alphabet))
        }
    }

    /// A hash or a token: at least 16 hexadecimal digits that include letters.
    @Sendable private static func hexadecimal(_ text: [UInt32]) -> [Slot]? {
        guard text.count >= 16, text.allSatisfy({ Alphabet.hexadecimal($0) != nil }), text.contains(where: isDigit)
        else { return nil }
        return characters(text, text.indices, Alphabet.hexadecimal)
    }

    @Sendable private static func ipv4(_ text: [UInt32]) -> [Slot]? { address(text, 0) }

    private static func address(_ text: [UInt32], _ start: Int) -> [Slot]? {
        let parts = text[start...].split(separator: 0x2E, omittingEmptySubsequences: false)
        guard parts.count == 4 else { return nil }
        var slots: [Slot] = []
        for part in parts {
            guard (1...3).contains(part.count), part.allSatisfy(isDigit), part.count == 1 || part.first != 0x30,
                part.reduce(0, { $0 * 10 + $1 - 0x30 }) < 256
            else { return nil }
            slots.append(Slot(range: part.indices, texts: .numbers([0...9, 10...99, 100...255][part.count - 1])))
        }
        return slots
    }

    /// Eight groups, or fewer around one `::`; the last two may be written as an IPv4 address.
    @Sendable private static func ipv6(_ text: [UInt32]) -> [Slot]? {
        guard text.count >= 2, text.count <= 45, let last = text.lastIndex(of: 0x3A) else { return nil }
        let tail = text[(last + 1)...].contains(0x2E) ? address(text, last + 1) : []
        guard let tail else { return nil }
        let groups = (tail.isEmpty ? text[...] : text[...last]).split(separator: 0x3A, omittingEmptySubsequences: false)
        let written = groups.filter { !$0.isEmpty }
        guard written.allSatisfy({ $0.count <= 4 && $0.allSatisfy { Alphabet.hexadecimal($0) != nil } }) else {
            return nil
        }
        let count = written.count + (tail.isEmpty ? 0 : 2)
        let gaps = zip(text, text.dropFirst()).count { $0 == 0x3A && $1 == 0x3A }
        let isTriple = zip(text, zip(text.dropFirst(), text.dropFirst(2))).contains {
            $0 == 0x3A && $1.0 == 0x3A && $1.1 == 0x3A
        }
        guard gaps == 1 ? count < 8 && !isTriple : gaps == 0 && count == 8 && text.first != 0x3A && text.last != 0x3A
        else { return nil }
        return characters(text, 0..<(tail.isEmpty ? text.count : last + 1), Alphabet.hexadecimal) + tail
    }

    @Sendable private static func email(_ text: [UInt32]) -> [Slot]? {
        let parts = text.split(separator: 0x40, omittingEmptySubsequences: false)
        guard parts.count == 2, !parts[0].isEmpty,
            parts[0].allSatisfy({ $0 > 0x20 && $0 != 0x22 && $0 != 0x3C && $0 != 0x2C && $0 != 0x3A && $0 != 0x2F })
        else { return nil }
        let labels = parts[1].split(separator: 0x2E, omittingEmptySubsequences: false)
        let isDomain =
            labels.count >= 2
            && labels.allSatisfy { !$0.isEmpty && $0.allSatisfy { Alphabet.of($0) != nil || $0 == 0x2D } }
        return isDomain ? characters(text, text.indices, Alphabet.of) : nil
    }

    /// The scheme is kept.
    @Sendable private static func url(_ text: [UInt32]) -> [Slot]? {
        for scheme in ["https://", "http://"] {
            let scalars = scheme.unicodeScalars.map(\.value)
            if text.starts(with: scalars) { return characters(text, scalars.count..<text.count, Alphabet.of) }
        }
        return nil
    }
}
