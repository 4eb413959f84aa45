/// SplitMix64: the same seed gives the same documents on every machine.
@_spi(Tools) public struct SeededGenerator: RandomNumberGenerator, Sendable {
    private var state: UInt64

    /// Creates a generator. The same seed gives the same numbers.
    public init(seed: UInt64) { state = seed }

    /// The next number.
    public mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var z = state
        z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
        z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
        return z ^ (z >> 31)
    }

    /// True in the given percentage of calls.
    package mutating func chance(_ percent: Int) -> Bool { next() % 100 < UInt64(percent) }

    /// A number from 0 up to, but not including, the limit, which is at least 1.
    package mutating func below(_ limit: Int) -> Int { Int(next() % UInt64(limit)) }

    /// A random element. There must be at least one.
    package mutating func pick<Element>(_ elements: [Element]) -> Element { elements[below(elements.count)] }
}
