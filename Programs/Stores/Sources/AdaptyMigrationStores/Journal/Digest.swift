/// XXH64 of a document (https://github.com/Cyan4973/xxHash/blob/dev/doc/xxhash_spec.md, seed 0), as sixteen lower-case
/// hexadecimal digits.
///
/// It shows whether a row is still the written one. It finds errors but does not protect against attackers, who could
/// also change the journal. A cryptographic hash would take more time than converting the document.
///
/// Worked example, `abc`: it is shorter than 32 bytes, so the sum begins with the fifth prime and the length,
/// 27D4EB2F165667C8. Three steps for 61, 62, 63 and the final mixing give `44bc2cf5ad770999`.
enum Digest {
    private static let primes: (UInt64, UInt64, UInt64, UInt64, UInt64) =
        (
            0x9E37_79B1_85EB_CA87, 0xC2B2_AE3D_27D4_EB4F, 0x1656_67B1_9E37_79F9, 0x85EB_CA77_C2B2_AE63,
            0x27D4_EB2F_1656_67C5
        )

    static func of(_ value: SQLValue) -> String { of(value.bytes ?? []) }

    static func of(_ bytes: [UInt8]) -> String {
        let digits = String(bytes.withUnsafeBytes(sum), radix: 16)
        return String(repeating: "0", count: 16 - digits.count) + digits
    }

    /// Reads only inside the buffer: a check of the remaining length precedes every load.
    private static func sum(_ bytes: UnsafeRawBufferPointer) -> UInt64 {
        func word(_ offset: Int) -> UInt64 {
            UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
        }
        var at = 0, sum = primes.4
        if bytes.count >= 32 {
            var (a, b, c, d) = (primes.0 &+ primes.1, primes.1, 0 as UInt64, 0 &- primes.0)
            while bytes.count - at >= 32 {
                (a, b, c, d) = (
                    round(a, word(at)), round(b, word(at + 8)), round(c, word(at + 16)), round(d, word(at + 24))
                )
                at += 32
            }
            sum = turn(a, 1) &+ turn(b, 7) &+ turn(c, 12) &+ turn(d, 18)
            for lane in [a, b, c, d] { sum = (sum ^ round(0, lane)) &* primes.0 &+ primes.3 }
        }
        sum &+= UInt64(bytes.count)
        while bytes.count - at >= 8 {
            sum = turn(sum ^ round(0, word(at)), 27) &* primes.0 &+ primes.3
            at += 8
        }
        if bytes.count - at >= 4 {
            sum =
                turn(
                    sum ^ UInt64(UInt32(littleEndian: bytes.loadUnaligned(fromByteOffset: at, as: UInt32.self)))
                        &* primes.0, 23) &* primes.1 &+ primes.2
            at += 4
        }
        for byte in bytes[at...] { sum = turn(sum ^ UInt64(byte) &* primes.4, 11) &* primes.0 }
        sum = (sum ^ sum >> 33) &* primes.1
        sum = (sum ^ sum >> 29) &* primes.2
        return sum ^ sum >> 32
    }

    @inline(__always)
    private static func round(_ lane: UInt64, _ word: UInt64) -> UInt64 {
        turn(lane &+ word &* primes.1, 31) &* primes.0
    }

    @inline(__always)
    private static func turn(_ word: UInt64, _ bits: UInt64) -> UInt64 { word &<< bits | word &>> (64 &- bits) }
}
