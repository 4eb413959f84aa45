import AdaptyMigrationCore

/// The table of the ledger's actions in MIGRATION.md: the meaning of each, and an example.
enum ActionTable {
    static var text: String {
        MarkdownTable.text(
            ["action", "meaning", "before → after"],
            Ledger.Action.allCases.map { ["`\($0)`", $0.line.meaning, $0.line.example] })
    }
}

extension Ledger.Action {
    /// Its line in the table. An action that is added does not compile until it has one.
    fileprivate var line: (meaning: String, example: String) {
        switch self {
        case .copied: ("kept byte for byte", #"`"store":"adapty"` → `"store":"adapty"`"#)
        case .renamed: ("kept under another name", #"`"access_level_id":"gold"` → `"id":"gold"`"#)
        case .recoded: ("the same meaning in another form", #"`"is_active":1` → `"is_active":true`"#)
        case .repaired:
            (
                "a form that only old SDKs accepted, in the intended form",
                #"`"custom_attributes":[]` → `"custom_attributes":{}`"#
            )
        case .derived: ("computed from other fields for the time of `--at`", #"`"expires_at":…` → `"is_active":true`"#)
        case .defaulted:
            ("a placeholder, because `--fill-required` or `--readable-by` asked for it", #"no `store` → `"store":""`"#)
        case .missing: ("required by the target, not in the data, never invented", "no `store` → no `store`")
        case .stashed:
            ("only in the residue; the target has no such field", #"`{"data":{"type":"t",…}}` → no `type`"#)
        case .unreadable: ("neither dialect can read it; it stays", #"`"renewed_at":"soon"` → `"renewed_at":"soon"`"#)
        case .unknown: ("in no table; it stays", #"`"mine":5` → `"mine":5`"#)
        case .newerThanTarget: ("the record is newer than the target and stays", "a profile of `sdk3` → the same")
        case .formerName:
            (
                "nothing shows that the event is from Adapty, so its former name stays",
                #"`{"event_type":"trial_cancelled","tenant":"t"}` → the same"#
            )
        case .unknownName:
            (
                "Adapty has no event of this name: it was renamed in the dashboard, or misspelt; it stays",
                #"`"event_type":"Trial_Cancelled"` → the same"#
            )
        case .noSuccessor: ("the target has no such kind of record; it stays", "a promo without a paywall → the same")
        case .dropped:
            ("an edit for which the older dialect has no place", #"`"segment_hash":"new"` → no `segmentHash`"#)
        case .stale:
            (
                "the original's text of an edited value; the edit replaces it",
                #"`1` upgraded to `true`, edited to `null` → `null`"#
            )
        case .otherDocument:
            (
                "the residue belongs to another document, and was not used",
                #"a row of `p1` that a program replaced by one of `p2` → the same"#
            )
        case .restored:
            (
                "back from the residue: no decoder reads it, so its absence is no edit",
                #"no `app_id` → `"app_id":"a"`"#
            )
        case .wrapped: ("a container around fields, removed or added (only in a lineage)", #"`{"data":{…}}` → `{…}`"#)
        }
    }
}
