/// How often each ``Ledger/Action`` happened in one conversion. It is saved before every object, so it is small.
package struct ConversionCounts: BitwiseCopyable, Sendable {
    // In the order of `actions`.
    var copied: UInt32 = 0, renamed: UInt32 = 0, recoded: UInt32 = 0, repaired: UInt32 = 0, stashed: UInt32 = 0
    var missing: UInt32 = 0, unknown: UInt32 = 0, unreadable: UInt32 = 0, newerThanTarget: UInt32 = 0
    var noSuccessor: UInt32 = 0
    var derived: UInt32 = 0, defaulted: UInt32 = 0, dropped: UInt32 = 0, stale: UInt32 = 0

    fileprivate static let actions: [Ledger.Action] = [
        .copied, .renamed, .recoded, .repaired, .stashed, .missing, .unknown, .unreadable, .newerThanTarget,
        .noSuccessor, .derived, .defaulted, .dropped, .stale,
    ]

    package init() {}

    /// Counts one.
    @inline(__always)
    mutating func add(_ action: Ledger.Action) {
        switch action {
        case .copied: copied &+= 1
        case .renamed: renamed &+= 1
        case .recoded: recoded &+= 1
        case .repaired: repaired &+= 1
        case .stashed: stashed &+= 1
        case .missing: missing &+= 1
        case .unknown: unknown &+= 1
        case .unreadable: unreadable &+= 1
        case .newerThanTarget: newerThanTarget &+= 1
        case .noSuccessor: noSuccessor &+= 1
        case .derived: derived &+= 1
        case .defaulted: defaulted &+= 1
        case .dropped: dropped &+= 1
        case .stale: stale &+= 1
        case .restored, .wrapped: break
        }
    }

    mutating func add(_ other: ConversionCounts) {
        withUnsafeMutableBytes(of: &self) { counts in
            let counts = counts.bindMemory(to: UInt32.self)
            other.forEach { counts[$0] &+= $1 }
        }
    }

    /// - Parameter body: is given the position of each action, and its count.
    @inline(__always)
    fileprivate func forEach(_ body: (Int, UInt32) -> Void) {
        withUnsafeBytes(of: self) { counts in
            for (position, count) in counts.bindMemory(to: UInt32.self).enumerated() { body(position, count) }
        }
    }

    /// All that happened at least once.
    package var all: [Ledger.Action: Int] { ConversionTotals(self).all }
}

/// How often each ``Ledger/Action`` happened in many conversions.
package struct ConversionTotals: Sendable {
    private var counts = [Int](repeating: 0, count: ConversionCounts.actions.count)

    package init() {}

    fileprivate init(_ counts: ConversionCounts) { add(counts) }

    package mutating func add(_ more: ConversionCounts) {
        counts.withUnsafeMutableBufferPointer { counts in more.forEach { counts[$0] &+= Int($1) } }
    }

    package mutating func add(_ ledger: Ledger) {
        for (action, count) in ledger.counts {
            if let position = ConversionCounts.actions.firstIndex(of: action) { counts[position] += count }
        }
    }

    /// All that happened at least once.
    package var all: [Ledger.Action: Int] {
        Dictionary(uniqueKeysWithValues: zip(ConversionCounts.actions, counts).filter { $0.1 > 0 })
    }
}
