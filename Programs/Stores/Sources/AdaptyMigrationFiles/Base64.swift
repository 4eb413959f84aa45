/// Base64 (RFC 4648), for rejected records that are not UTF-8.
public enum Base64 {
    private static let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

    /// `M` → `TQ==`, `Ma` → `TWE=`, `Man` → `TWFu`.
    public static func encode(_ bytes: some Collection<UInt8>) -> String {
        var out: [UInt8] = []
        out.reserveCapacity((bytes.count + 2) / 3 * 4)
        var group: UInt32 = 0, held = 0
        for byte in bytes {
            group = group << 8 | UInt32(byte)
            held += 1
            if held == 3 {
                for shift in [18, 12, 6, 0] as [UInt32] { out.append(alphabet[Int(group >> shift & 63)]) }
                group = 0
                held = 0
            }
        }
        if held == 1 {
            out += [alphabet[Int(group >> 2 & 63)], alphabet[Int(group << 4 & 63)], 0x3D, 0x3D]
        } else if held == 2 {
            out += [
                alphabet[Int(group >> 10 & 63)], alphabet[Int(group >> 4 & 63)], alphabet[Int(group << 2 & 63)], 0x3D,
            ]
        }
        return String(decoding: out, as: UTF8.self)
    }
}
