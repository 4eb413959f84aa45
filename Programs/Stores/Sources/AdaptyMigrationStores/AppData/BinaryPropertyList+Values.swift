extension BinaryPropertyList {
    /// The value of the root.
    var value: PropertyListValue {
        get throws(Damaged) {
            var known: [Int: PropertyListValue] = [:]
            return try value(root, &known)
        }
    }

    /// The value of an object. One that is referred to many times is in memory once.
    private func value(_ object: Int, _ known: inout [Int: PropertyListValue]) throws(Damaged) -> PropertyListValue {
        if let value = known[object] { return value }
        let value = try decoded(object, &known)
        known[object] = value
        return value
    }

    private func decoded(_ object: Int, _ known: inout [Int: PropertyListValue]) throws(Damaged) -> PropertyListValue {
        let start = try place(of: object), kind = bytes[start] >> 4, low = Int(bytes[start] & 15)
        switch kind {
        case 0x0: return .flag(low == 9)
        case 0x1: return integer(bytes[(start + 1)..<(start + 1 + 1 << low)])
        case 0x2:
            let bits = bits(bytes[(start + 1)..<(start + 1 + 1 << low)])
            return .real(
                low == 2 ? Double(Float(bitPattern: UInt32(truncatingIfNeeded: bits))) : Double(bitPattern: bits))
        case 0x3: return .date(Double(bitPattern: bits(bytes[(start + 1)..<(start + 9)])))
        case 0x8: return .uid(bits(bytes[(start + 1)..<(start + 2 + low)]))
        default: break
        }
        let (first, length) = try extent(start)
        switch kind {
        case 0x4: return .data(Array(bytes[first..<first + length]))
        case 0x5, 0x6: return .text(try text(object))
        case 0xA:
            var elements: [PropertyListValue] = []
            for position in 0..<length { elements.append(try value(try reference(first, position), &known)) }
            return .array(elements)
        default:
            var members: [String: PropertyListValue] = [:]
            for (key, object) in try pairs(start) { members[try text(key)] = try value(object, &known) }
            return .dictionary(members)
        }
    }

    /// The keys and values of a dictionary.
    func pairs(_ start: Int) throws(Damaged) -> [(key: Int, value: Int)] {
        let (first, length) = try extent(start)
        var pairs: [(key: Int, value: Int)] = []
        for position in 0..<length {
            pairs.append((try reference(first, position), try reference(first, length + position)))
        }
        return pairs
    }

    func text(_ object: Int) throws(Damaged) -> String {
        let start = try place(of: object), (first, length) = try extent(start)
        switch bytes[start] >> 4 {
        case 0x5: return String(decoding: bytes[first..<first + length], as: UTF8.self)
        case 0x6:
            let units = (0..<length).map { UInt16(bytes[first + 2 * $0]) << 8 | UInt16(bytes[first + 2 * $0 + 1]) }
            return String(decoding: units, as: UTF16.self)
        default: throw Damaged(reason: "a key is not a string")
        }
    }

    private func bits(_ bytes: ArraySlice<UInt8>) -> UInt64 { bytes.suffix(8).reduce(0) { $0 << 8 | UInt64($1) } }

    /// Numbers of eight bytes have a sign. Those of sixteen are for what needs it for its size.
    private func integer(_ bytes: ArraySlice<UInt8>) -> PropertyListValue {
        let bits = bits(bytes)
        if bytes.count == 8 { return .integer(Int(truncatingIfNeeded: Int64(bitPattern: bits))) }
        return bits > UInt64(Int.max) ? .large(bits) : .integer(Int(bits))
    }
}
