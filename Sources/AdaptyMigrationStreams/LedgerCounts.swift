import AdaptyMigrationAccess
import AdaptyMigrationCore

/// How often each ``Ledger/Action`` happened on a walk.
struct LedgerCounts {
    var copied = 0, renamed = 0, recoded = 0, repaired = 0, stashed = 0, missing = 0, unknown = 0, unreadable = 0,
        newerThanTarget = 0

    func add(to counts: inout [Ledger.Action: Int]) {
        let named: [(Ledger.Action, Int)] = [
            (.copied, copied), (.renamed, renamed), (.recoded, recoded), (.repaired, repaired), (.stashed, stashed),
            (.missing, missing), (.unknown, unknown),
            (.unreadable, unreadable), (.newerThanTarget, newerThanTarget),
        ]
        for (action, count) in named where count > 0 { counts[action, default: 0] += count }
    }

    mutating func add(_ other: LedgerCounts) {
        copied &+= other.copied
        renamed &+= other.renamed
        recoded &+= other.recoded
        repaired &+= other.repaired
        stashed &+= other.stashed
        missing &+= other.missing
        unknown &+= other.unknown
        unreadable &+= other.unreadable
        newerThanTarget &+= other.newerThanTarget
    }
}
