/// A small seeded generator: the same seed gives the same corpus on every machine.
struct SplitMix64: RandomNumberGenerator {
    private var state: UInt64

    init(seed: UInt64) { state = seed }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var z = state
        z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
        z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
        return z ^ (z >> 31)
    }

    /// A number below `bound`; the bias of the plain product is of no matter here.
    mutating func below(_ bound: Int) -> Int { Int(((next() >> 32) &* UInt64(bound)) >> 32) }

    mutating func number(_ range: ClosedRange<Int>) -> Int { range.lowerBound + below(range.count) }

    /// True in `permille` of 1000 cases.
    mutating func chance(_ permille: Int) -> Bool { below(1000) < permille }

    mutating func pick<T>(_ choices: [T]) -> T { choices[below(choices.count)] }
}
