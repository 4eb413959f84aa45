/// How often each ``Ledger/Action`` happened in one conversion. It is saved before every object, so it is small.
package struct ConversionCounts: BitwiseCopyable, Sendable {
    fileprivate var counts = SIMD16<UInt32>()
    /// Of the actions for which no lane is left.
    fileprivate var unknownNames: UInt32 = 0, restored: UInt32 = 0

    package init() {}

    package subscript(action: Ledger.Action) -> Int {
        switch action {
        case .unknownName: Int(unknownNames)
        case .restored: Int(restored)
        default: Int(counts[action.number])
        }
    }

    @inline(__always)
    mutating func add(_ action: Ledger.Action, _ number: UInt32 = 1) {
        switch action {
        case .unknownName: unknownNames &+= number
        case .restored: restored &+= number
        default: counts[action.number] &+= number
        }
    }

    mutating func add(_ other: ConversionCounts) {
        counts &+= other.counts
        unknownNames &+= other.unknownNames
        restored &+= other.restored
    }

    /// Adds what a second step counted. A value that neither can read is one value.
    mutating func add(step other: ConversionCounts) {
        let unreadable = max(self[.unreadable], other[.unreadable])
        add(other)
        counts[Ledger.Action.unreadable.number] = UInt32(truncatingIfNeeded: unreadable)
    }

    /// All that happened at least once.
    package var all: [Ledger.Action: Int] { ConversionTotals(self).all }
}

/// How often each ``Ledger/Action`` happened in many conversions.
package struct ConversionTotals: Sendable {
    private var counts = SIMD16<UInt64>()
    private var unknownNames: UInt64 = 0, restored: UInt64 = 0

    package init() {}

    fileprivate init(_ counts: ConversionCounts) { add(counts) }

    package mutating func add(_ more: ConversionCounts) {
        counts &+= SIMD16(truncatingIfNeeded: more.counts)
        unknownNames &+= UInt64(more.unknownNames)
        restored &+= UInt64(more.restored)
    }

    package subscript(action: Ledger.Action) -> Int {
        switch action {
        case .unknownName: Int(unknownNames)
        case .restored: Int(restored)
        default: Int(counts[action.number])
        }
    }

    /// All that happened at least once.
    package var all: [Ledger.Action: Int] {
        Dictionary(uniqueKeysWithValues: Ledger.Action.counted.map { ($0, self[$0]) }.filter { $0.1 > 0 })
    }
}

extension Ledger.Action {
    /// Its position among all actions.
    @inline(__always)
    fileprivate var number: Int {
        switch self {
        case .copied: 0
        case .renamed: 1
        case .recoded: 2
        case .repaired: 3
        case .derived: 4
        case .defaulted: 5
        case .missing: 6
        case .stashed: 7
        case .unreadable: 8
        case .unknown: 9
        case .newerThanTarget: 10
        case .noSuccessor: 11
        case .dropped: 12
        case .stale: 13
        case .formerName: 14
        case .otherDocument: 15
        // No conversion counts them, or not in a lane.
        case .restored, .wrapped, .unknownName: 16
        }
    }

    /// What a conversion counts: all but what only a lineage has.
    fileprivate static let counted = allCases.filter { $0 != .wrapped }
}
