/// A short text that tells whether a value is still the same, whatever its white space.
enum Fingerprint {
    /// The value without insignificant white space.
    static func compact(_ index: JSONIndex, _ node: Int) -> [UInt8] {
        guard index.kind(node).isContainer else { return Array(index.raw(node)) }
        var out: [UInt8] = []
        var inString = false, isEscaped = false
        for byte in index.raw(node) {
            if inString {
                out.append(byte)
                if isEscaped { isEscaped = false } else if byte == 0x5C { isEscaped = true } else if byte == 0x22 { inString = false }
            } else if byte != 0x20, byte != 0x0A, byte != 0x0D, byte != 0x09 {
                out.append(byte)
                if byte == 0x22 { inString = true }
            }
        }
        return out
    }

    /// The compact text itself while it is short (a residue one can read), else `#` and its 64-bit FNV-1a hash.
    static func of(_ index: JSONIndex, _ node: Int) -> String { of(compact(index, node)) }

    static func of(_ compact: [UInt8]) -> String {
        if compact.count <= 24 { return String(decoding: compact, as: UTF8.self) }
        var hash: UInt64 = 0xCBF2_9CE4_8422_2325
        for byte in compact { hash = (hash ^ UInt64(byte)) &* 0x0000_0100_0000_01B3 }
        return "#" + String(hash, radix: 16)
    }
}
