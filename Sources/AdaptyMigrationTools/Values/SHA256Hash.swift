import AdaptyMigrationAccess
import AdaptyMigrationCore
import AdaptyMigrationModels
@_spi(Tools) import AdaptyMigrationStreams
@_spi(Tools) import AdaptyStoredData

/// SHA-256 (FIPS 180-4). It is implemented here because the package has no dependencies. The tests check it against the
/// published vectors.
///
/// Worked example, `abc` (61 62 63): padded to one block `61626380 00000000 … 00000018` (the length in bits last),
/// sixty-four rounds give `ba7816bf 8f01cfea 414140de 5dae2223 b00361a3 96177a9c b410ff61 f20015ad`.
///
/// The unsafe parts are one scratch allocation for the sixty-four words of a block, and reading the block itself. Both
/// are inside `compress`, whose callers pass at least sixty-four bytes.
@_spi(Tools) public struct SHA256Hash: Sendable {
    private var state = SIMD8<UInt32>(
        0x6A09_E667, 0xBB67_AE85, 0x3C6E_F372, 0xA54F_F53A, 0x510E_527F, 0x9B05_688C, 0x1F83_D9AB, 0x5BE0_CD19)
    /// The bytes that do not fill a block yet.
    private var rest: [UInt8] = []
    private var count = 0

    /// Starts the hash of a message that begins with these bytes.
    public init(after bytes: [UInt8] = []) { update(bytes) }

    /// The 32 bytes of the hash.
    public static func hash(_ bytes: [UInt8]) -> [UInt8] {
        var hash = SHA256Hash(after: bytes)
        return hash.finish()
    }

    /// The hash as 64 lower-case hexadecimal digits.
    public static func hex(_ bytes: [UInt8]) -> String {
        var hash = SHA256Hash(after: bytes)
        return hash.hex()
    }

    /// ``finish()`` as 64 lower-case hexadecimal digits.
    public mutating func hex() -> String { SHA256Hash.hex(of: finish()) }

    /// An existing hash as lower-case hexadecimal digits.
    public static func hex(of hash: [UInt8]) -> String {
        let digits = Array("0123456789abcdef".utf8)
        return String(decoding: hash.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }, as: UTF8.self)
    }

    /// Adds bytes to what is hashed.
    public mutating func update(_ bytes: [UInt8]) {
        count += bytes.count
        var position = 0
        if !rest.isEmpty {
            position = min(64 - rest.count, bytes.count)
            rest += bytes[..<position]
            guard rest.count == 64 else { return }
            state = SHA256Hash.compress(state, rest, 0)
            rest.removeAll(keepingCapacity: true)
        }
        while bytes.count - position >= 64 {
            state = SHA256Hash.compress(state, bytes, position)
            position += 64
        }
        rest += bytes[position...]
    }

    /// The 32 bytes of the hash. No update may follow.
    public mutating func finish() -> [UInt8] {
        let bits = UInt64(count) * 8
        update(
            [0x80] + Array(repeating: 0, count: (119 - count % 64) % 64)
                + (0..<8).map { UInt8(truncatingIfNeeded: bits >> UInt64(56 - 8 * $0)) })
        return (0..<8).flatMap { word in (0..<4).map { UInt8(truncatingIfNeeded: state[word] >> UInt32(24 - 8 * $0)) } }
    }

    private static func compress(_ state: SIMD8<UInt32>, _ bytes: [UInt8], _ start: Int) -> SIMD8<UInt32> {
        precondition(bytes.count - start >= 64, "a block has sixty-four bytes")
        return withUnsafeTemporaryAllocation(of: UInt32.self, capacity: 64) { words in
            bytes.withUnsafeBytes { block in
                for i in 0..<16 {
                    words.initializeElement(
                        at: i,
                        to: UInt32(bigEndian: block.loadUnaligned(fromByteOffset: start &+ 4 &* i, as: UInt32.self)))
                }
            }
            for i in 16..<64 {
                let a = words[i &- 15], b = words[i &- 2]
                let small = turn(a, 7) ^ turn(a, 18) ^ a &>> 3, large = turn(b, 17) ^ turn(b, 19) ^ b &>> 10
                words.initializeElement(at: i, to: words[i &- 16] &+ small &+ words[i &- 7] &+ large)
            }
            var (a, b, c, d, e, f, g, h) = (
                state[0], state[1], state[2], state[3], state[4], state[5], state[6], state[7]
            )
            constants.withUnsafeBufferPointer { constants in
                // Eight rounds at a time: then every value is back in its variable, and none must be moved.
                var i = 0
                while i < 64 {
                    round(a, b, c, &d, e, f, g, &h, constants[i] &+ words[i])
                    round(h, a, b, &c, d, e, f, &g, constants[i &+ 1] &+ words[i &+ 1])
                    round(g, h, a, &b, c, d, e, &f, constants[i &+ 2] &+ words[i &+ 2])
                    round(f, g, h, &a, b, c, d, &e, constants[i &+ 3] &+ words[i &+ 3])
                    round(e, f, g, &h, a, b, c, &d, constants[i &+ 4] &+ words[i &+ 4])
                    round(d, e, f, &g, h, a, b, &c, constants[i &+ 5] &+ words[i &+ 5])
                    round(c, d, e, &f, g, h, a, &b, constants[i &+ 6] &+ words[i &+ 6])
                    round(b, c, d, &e, f, g, h, &a, constants[i &+ 7] &+ words[i &+ 7])
                    i &+= 8
                }
            }
            return state &+ SIMD8(a, b, c, d, e, f, g, h)
        }
    }

    @inline(__always)
    private static func round(
        _ a: UInt32, _ b: UInt32, _ c: UInt32, _ d: inout UInt32, _ e: UInt32, _ f: UInt32, _ g: UInt32,
        _ h: inout UInt32, _ word: UInt32
    ) {
        let first = h &+ (turn(e, 6) ^ turn(e, 11) ^ turn(e, 25)) &+ (e & f ^ ~e & g) &+ word
        d = d &+ first
        h = first &+ (turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)) &+ (a & b ^ a & c ^ b & c)
    }

    @inline(__always)
    private static func turn(_ word: UInt32, _ bits: UInt32) -> UInt32 { word &>> bits | word &<< (32 &- bits) }

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
