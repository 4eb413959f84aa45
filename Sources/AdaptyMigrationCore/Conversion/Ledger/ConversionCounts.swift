/// How often each ``Ledger/Action`` happened in one conversion. It is saved before every object, so it is small.
package struct ConversionCounts: BitwiseCopyable, Sendable {
    private var counts = SIMD16<UInt32>()

    package init() {}

    subscript(action: Ledger.Action) -> Int { Int(counts[action.number]) }

    @inline(__always)
    mutating func add(_ action: Ledger.Action, _ number: UInt32 = 1) { counts[action.number] &+= number }

    mutating func add(_ other: ConversionCounts) { counts &+= other.counts }

    /// All that happened at least once.
    package var all: [Ledger.Action: Int] { ConversionTotals(self).all }
}

/// How often each ``Ledger/Action`` happened in many conversions.
package struct ConversionTotals: Sendable {
    private var counts = [Int](repeating: 0, count: Ledger.Action.all.count)

    package init() {}

    fileprivate init(_ counts: ConversionCounts) { add(counts) }

    package mutating func add(_ more: ConversionCounts) {
        for action in Ledger.Action.all { counts[action.number] &+= more[action] }
    }

    /// All that happened at least once.
    package var all: [Ledger.Action: Int] {
        Dictionary(uniqueKeysWithValues: Ledger.Action.all.map { ($0, counts[$0.number]) }.filter { $0.1 > 0 })
    }
}

extension Ledger.Action {
    fileprivate static let all: [Ledger.Action] = [
        .copied, .renamed, .recoded, .defaulted, .stashed, .missing, .repaired, .unreadable, .unknown, .derived,
        .newerThanTarget, .noSuccessor, .dropped, .stale, .restored, .wrapped,
    ]

    /// Its position among all actions.
    @inline(__always)
    fileprivate var number: Int {
        switch self {
        case .copied: 0
        case .renamed: 1
        case .recoded: 2
        case .defaulted: 3
        case .stashed: 4
        case .missing: 5
        case .repaired: 6
        case .unreadable: 7
        case .unknown: 8
        case .derived: 9
        case .newerThanTarget: 10
        case .noSuccessor: 11
        case .dropped: 12
        case .stale: 13
        case .restored: 14
        case .wrapped: 15
        }
    }
}
