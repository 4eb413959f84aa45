/// How often each ``Ledger/Action`` happened in a conversion.
struct ConversionCounts: Equatable {
    var copied = 0, renamed = 0, recoded = 0, repaired = 0, stashed = 0, missing = 0, unknown = 0, unreadable = 0
    /// Those that a ``Converter`` counted.
    private var others: [Ledger.Action: Int] = [:]

    mutating func add(_ ledger: Ledger) { others.merge(ledger.counts, uniquingKeysWith: +) }

    /// All that happened at least once.
    var all: [Ledger.Action: Int] {
        var all = others
        let own: [(Ledger.Action, Int)] = [
            (.copied, copied), (.renamed, renamed), (.recoded, recoded), (.repaired, repaired), (.stashed, stashed),
            (.missing, missing), (.unknown, unknown), (.unreadable, unreadable),
        ]
        for (action, count) in own where count > 0 { all[action, default: 0] += count }
        return all
    }
}
