/// What the exceptional actions of a ledger mean, for people.
enum ExceptionWords {
    static let all = [
        "missing": "the target wants it and the source does not have it; it stays missing",
        "repaired": "a form that only old SDKs tolerated, written as what it meant",
        "unreadable": "of no form that either side reads; kept as it is",
        "defaulted": "a documented placeholder, because --fill-required asked for it",
        "derived": "computed from its dates at the instant given",
        "dropped": "an edit that the dialect going back to cannot hold",
        "stale": "a residue that no longer fits an edited value; it was not used",
    ]
}
