/// SHA-256 (FIPS 180-4), by hand because the package depends on no other; the tests hold it against the published vectors.
struct SHA256: Sendable {
    private var state: [UInt32] = [0x6A09_E667, 0xBB67_AE85, 0x3C6E_F372, 0xA54F_F53A, 0x510E_527F, 0x9B05_688C, 0x1F83_D9AB, 0x5BE0_CD19]
    private var block: [UInt8] = []
    /// The message schedule, kept so that a block needs no memory of its own.
    private var words = [UInt32](repeating: 0, count: 64)
    private var count = 0

    init(after bytes: [UInt8] = []) { update(bytes) }

    static func hash(_ bytes: [UInt8]) -> [UInt8] {
        var hash = SHA256(after: bytes)
        return hash.finish()
    }

    mutating func update(_ bytes: [UInt8]) {
        count += bytes.count
        block += bytes
        var start = 0
        while block.count - start >= 64 {
            compress(start)
            start += 64
        }
        block.removeFirst(start)
    }

    /// The 32 bytes of the hash. Nothing may follow.
    mutating func finish() -> [UInt8] {
        let bits = UInt64(count) * 8
        let zeros = (119 - count % 64) % 64
        update([0x80] + Array(repeating: 0, count: zeros) + (0..<8).map { UInt8(truncatingIfNeeded: bits >> UInt64(56 - 8 * $0)) })
        return state.flatMap { word in (0..<4).map { UInt8(truncatingIfNeeded: word >> UInt32(24 - 8 * $0)) } }
    }

    private mutating func compress(_ start: Int) {
        for i in 0..<16 {
            let at = start + 4 * i
            words[i] = UInt32(block[at]) << 24 | UInt32(block[at + 1]) << 16 | UInt32(block[at + 2]) << 8 | UInt32(block[at + 3])
        }
        for i in 16..<64 {
            let a = words[i - 15], b = words[i - 2]
            let small = SHA256.turn(a, 7) ^ SHA256.turn(a, 18) ^ a >> 3, large = SHA256.turn(b, 17) ^ SHA256.turn(b, 19) ^ b >> 10
            words[i] = words[i - 16] &+ small &+ words[i - 7] &+ large
        }
        var (a, b, c, d, e, f, g, h) = (state[0], state[1], state[2], state[3], state[4], state[5], state[6], state[7])
        for i in 0..<64 {
            let choice = e & f ^ ~e & g, majority = a & b ^ a & c ^ b & c
            let first = h &+ (SHA256.turn(e, 6) ^ SHA256.turn(e, 11) ^ SHA256.turn(e, 25)) &+ choice &+ SHA256.constants[i] &+ words[i]
            let second = (SHA256.turn(a, 2) ^ SHA256.turn(a, 13) ^ SHA256.turn(a, 22)) &+ majority
            (h, g, f, e, d, c, b, a) = (g, f, e, d &+ first, c, b, a, first &+ second)
        }
        state[0] &+= a
        state[1] &+= b
        state[2] &+= c
        state[3] &+= d
        state[4] &+= e
        state[5] &+= f
        state[6] &+= g
        state[7] &+= h
    }

    private static func turn(_ word: UInt32, _ bits: UInt32) -> UInt32 { word >> bits | word << (32 - bits) }

    private static let constants: [UInt32] = [
        0x428A_2F98, 0x7137_4491, 0xB5C0_FBCF, 0xE9B5_DBA5, 0x3956_C25B, 0x59F1_11F1, 0x923F_82A4, 0xAB1C_5ED5,
        0xD807_AA98, 0x1283_5B01, 0x2431_85BE, 0x550C_7DC3, 0x72BE_5D74, 0x80DE_B1FE, 0x9BDC_06A7, 0xC19B_F174,
        0xE49B_69C1, 0xEFBE_4786, 0x0FC1_9DC6, 0x240C_A1CC, 0x2DE9_2C6F, 0x4A74_84AA, 0x5CB0_A9DC, 0x76F9_88DA,
        0x983E_5152, 0xA831_C66D, 0xB003_27C8, 0xBF59_7FC7, 0xC6E0_0BF3, 0xD5A7_9147, 0x06CA_6351, 0x1429_2967,
        0x27B7_0A85, 0x2E1B_2138, 0x4D2C_6DFC, 0x5338_0D13, 0x650A_7354, 0x766A_0ABB, 0x81C2_C92E, 0x9272_2C85,
        0xA2BF_E8A1, 0xA81A_664B, 0xC24B_8B70, 0xC76C_51A3, 0xD192_E819, 0xD699_0624, 0xF40E_3585, 0x106A_A070,
        0x19A4_C116, 0x1E37_6C08, 0x2748_774C, 0x34B0_BCB5, 0x391C_0CB3, 0x4ED8_AA4A, 0x5B9C_CA4F, 0x682E_6FF3,
        0x748F_82EE, 0x78A5_636F, 0x84C8_7814, 0x8CC7_0208, 0x90BE_FFFA, 0xA450_6CEB, 0xBEF9_A3F7, 0xC671_78F2,
    ]
}

/// HMAC-SHA-256 (RFC 2104) under one key.
struct HMAC: Sendable {
    /// The hashes after the padded keys, which every code begins with.
    private let inner: SHA256
    private let outer: SHA256

    init(key: [UInt8]) {
        let short = key.count > 64 ? SHA256.hash(key) : key
        let padded = short + Array(repeating: 0, count: 64 - short.count)
        inner = SHA256(after: padded.map { $0 ^ 0x36 })
        outer = SHA256(after: padded.map { $0 ^ 0x5C })
    }

    func code(_ message: [UInt8]) -> [UInt8] {
        var inner = inner, outer = outer
        inner.update(message)
        outer.update(inner.finish())
        return outer.finish()
    }
}
