/// A short text that tells whether a value still means the same, whatever its white space, member order and escapes.
@usableFromInline
package enum Fingerprint {
    /// What two texts of one value may differ in, besides white space, the order of members and escapes.
    package enum Reading {
        case digits
        /// `9.90` and `9.9` are one number.
        case value
        /// Numbers are doubles, and of several members with one name only the last counts.
        case program
    }

    /// The value with its members sorted and its strings written one way, so that a consumer who parses and re-writes a
    /// document (or a `jsonb` column) does not look like an editor. Beyond 64 levels the text is taken as it is.
    package static func canonical(_ index: JSONIndex, _ node: Int, _ reading: Reading = .digits) -> [UInt8] {
        var text: [UInt8] = []
        write(index, node, 0, reading, into: &text)
        return text
    }

    private static func number(_ token: ArraySlice<UInt8>, _ reading: Reading) -> [UInt8] {
        let said: String? =
            switch reading {
            case .digits: nil
            case .value: Amount(token)?.description
            // Zero has no sign to most programs.
            case .program: Double(String(decoding: token, as: UTF8.self)).flatMap { $0.isFinite ? "\($0 + 0)" : nil }
            }
        return said.map { Array($0.utf8) } ?? Array(token)
    }

    private static func write(
        _ index: JSONIndex, _ node: Int, _ depth: Int, _ reading: Reading, into text: inout [UInt8]
    ) {
        switch index.kind(node) {
        case .number: text += number(index.raw(node), reading)
        case .string where index[node].hasEscapes: text += JSONText.encode(index.text(node) ?? "")
        case .object where depth < 64:
            let members = index.members(node).map { (name: index.name($0.name), value: $0.value) }
            let order = order(members.count) {
                members[$0].name.utf8.lexicographicallyPrecedes(members[$1].name.utf8)
            }
            var separator: UInt8 = 0x7B
            for (place, number) in order.enumerated() {
                let member = members[number]
                if reading == .program, place + 1 < order.count,
                    ExactText(members[order[place + 1]].name) == ExactText(member.name)
                {
                    continue
                }
                text.append(separator)
                text += JSONText.encode(member.name)
                text.append(0x3A)
                write(index, member.value, depth + 1, reading, into: &text)
                separator = 0x2C
            }
            if members.isEmpty { text.append(0x7B) }
            text.append(0x7D)
        case .array where depth < 64:
            text.append(0x5B)
            for (position, element) in index.elements(node).enumerated() {
                if position > 0 { text.append(0x2C) }
                write(index, element, depth + 1, reading, into: &text)
            }
            text.append(0x5D)
        case let kind: text += kind.isContainer ? JSONText.compact(index.raw(node))[...] : index.raw(node)
        }
    }

    /// The canonical text itself while it is short (a residue one can read), else `#` and its 64-bit hash.
    package static func of(_ canonical: [UInt8]) -> String {
        if canonical.count <= 24 { return String(decoding: canonical, as: UTF8.self) }
        return "#" + digits(Hash(canonical[...]).value)
    }

    /// Sixteen hexadecimal digits.
    static func digits(_ hash: UInt64) -> String {
        let digits = String(hash, radix: 16)
        return String(repeating: "0", count: 16 - digits.count) + digits
    }

    /// Multiplies and folds eight bytes at a time (little endian, the last word filled with zeros). It tells edits from
    /// originals; it is no defence against somebody who makes two texts collide.
    @usableFromInline
    package struct Hash {
        @usableFromInline package var value: UInt64

        @inlinable
        package init(count: Int) { value = UInt64(truncatingIfNeeded: count) &* 0xD6E8_FEB8_6659_FD93 }

        package init(_ bytes: ArraySlice<UInt8>) {
            self.init(count: bytes.count)
            for start in stride(from: bytes.startIndex, to: bytes.endIndex, by: 8) {
                add(bytes[start..<min(start + 8, bytes.endIndex)].reversed().reduce(0) { $0 << 8 | UInt64($1) })
            }
        }

        @inlinable
        package mutating func add(_ word: UInt64) {
            value = (value ^ word) &* 0x9E37_79B9_7F4A_7C15
            value ^= value >> 32
        }
    }
}
