/// Explanations of the exceptional actions of a ledger.
enum ExceptionWords {
    static let all = [
        "missing": "the target requires it, but the source does not have it; it stays missing",
        "repaired": "a form that only old SDKs accepted, rewritten as intended",
        "unreadable": "neither dialect reads its form; kept as it is",
        "defaulted": "a documented placeholder, because --fill-required asked for it",
        "derived": "computed from its dates at the given instant",
        "former-name": "nothing shows that the event is from Adapty; --from webhook-legacy renames it",
        "unknown-name": "Adapty has no event of this name: it was renamed in the dashboard, or misspelt",
        "dropped": "an edit that the older dialect has no place for",
        "stale": "a residue that no longer fits an edited value; it was not used",
    ]
}
