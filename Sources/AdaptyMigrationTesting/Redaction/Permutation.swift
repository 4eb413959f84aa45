@_spi(Tools) import AdaptyMigrationTools

/// A keyed permutation of lists of numbers, each below its own limit. It is a Feistel network with HMAC-SHA-256 as its
/// round function. The same list always gives the same list, and different lists give different ones. Without the key
/// the mapping cannot be found.
///
/// ```
/// round 1   the first half is added, each modulo its limit, to numbers made from the second half, the shape and
///           the round
/// round 2   the second half, from the new first half
/// …         ten rounds, as in NIST SP 800-38G's FF1
/// ```
///
/// Anybody with the key can undo each round, so two lists never give the same result, whatever the round function is.
struct Permutation: Sendable {
    private static let rounds: UInt8 = 10
    private let code: HMAC

    init(key: [UInt8]) { code = HMAC(key: key) }

    func apply(_ values: [UInt32], limits: [UInt32], shape: [UInt8]) -> [UInt32] {
        var values = values
        let middle = (values.count + 1) / 2
        for round in 0..<Permutation.rounds {
            let (changed, read) =
                round % 2 == 0 ? (0..<middle, middle..<values.count) : (middle..<values.count, 0..<middle)
            let seed = code.code([round] + shape + values[read].flatMap(Permutation.bytes))
            var stream: [UInt8] = []
            for (number, position) in changed.enumerated() {
                if number % 8 == 0 { stream = code.code(seed + Permutation.bytes(UInt32(number / 8))) }
                let start = number % 8 * 4
                let drawn = stream[start..<(start + 4)].reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
                values[position] = UInt32((UInt64(values[position]) + drawn) % UInt64(limits[position]))
            }
        }
        return values
    }

    private static func bytes(_ value: UInt32) -> [UInt8] {
        (0..<4).map { UInt8(truncatingIfNeeded: value >> UInt32(8 * $0)) }
    }
}
