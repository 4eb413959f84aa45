/// How often each ``Ledger/Action`` happened in conversions.
package struct ConversionCounts: Equatable, BitwiseCopyable, Sendable {
    var copied = 0, renamed = 0, recoded = 0, repaired = 0, stashed = 0, missing = 0, unknown = 0, unreadable = 0
    package var newerThanTarget = 0
    var noSuccessor = 0
    private var derived = 0, defaulted = 0, dropped = 0, stale = 0

    package init() {}

    /// The count of an action; `nil` for actions that no conversion counts.
    private subscript(action: Ledger.Action) -> Int? {
        get {
            switch action {
            case .copied: copied
            case .renamed: renamed
            case .recoded: recoded
            case .repaired: repaired
            case .stashed: stashed
            case .missing: missing
            case .unknown: unknown
            case .unreadable: unreadable
            case .newerThanTarget: newerThanTarget
            case .noSuccessor: noSuccessor
            case .derived: derived
            case .defaulted: defaulted
            case .dropped: dropped
            case .stale: stale
            case .restored, .wrapped: nil
            }
        }
        set {
            guard let newValue else { return }
            switch action {
            case .copied: copied = newValue
            case .renamed: renamed = newValue
            case .recoded: recoded = newValue
            case .repaired: repaired = newValue
            case .stashed: stashed = newValue
            case .missing: missing = newValue
            case .unknown: unknown = newValue
            case .unreadable: unreadable = newValue
            case .newerThanTarget: newerThanTarget = newValue
            case .noSuccessor: noSuccessor = newValue
            case .derived: derived = newValue
            case .defaulted: defaulted = newValue
            case .dropped: dropped = newValue
            case .stale: stale = newValue
            case .restored, .wrapped: break
            }
        }
    }

    package mutating func add(_ ledger: Ledger) {
        for (action, count) in ledger.counts { self[action] = (self[action] ?? 0) + count }
    }

    package mutating func add(_ other: ConversionCounts) {
        copied &+= other.copied
        renamed &+= other.renamed
        recoded &+= other.recoded
        repaired &+= other.repaired
        stashed &+= other.stashed
        missing &+= other.missing
        unknown &+= other.unknown
        unreadable &+= other.unreadable
        newerThanTarget &+= other.newerThanTarget
        noSuccessor &+= other.noSuccessor
        derived &+= other.derived
        defaulted &+= other.defaulted
        dropped &+= other.dropped
        stale &+= other.stale
    }

    /// All that happened at least once.
    package var all: [Ledger.Action: Int] {
        Dictionary(
            uniqueKeysWithValues: Ledger.Action.allCases.compactMap { action in
                self[action].flatMap { $0 > 0 ? (action, $0) : nil }
            })
    }
}
