/// The members of a profile that hold its access levels and purchases.
///
/// A profile without purchases gives nobody access, whichever dialect it is of. Of the dialects that fit it equally
/// well the first one is taken.
enum PurchaseMaps {
    private static let rows = Table[.profile].rows.filter { if case .entries = $0.codec { true } else { false } }

    /// Whether a profile has its access levels or purchases under a name in any dialect.
    static func isMap(_ name: String) -> Bool {
        rows.contains { row in Column.allCases.contains { row.names[$0].contains { $0.path == [name] } } }
    }

    /// The columns that have them as objects. Where one of two readings has arrays, other members differ, too.
    private static let columns = ColumnSet(
        Column.objects.filter { column in
            rows.allSatisfy {
                switch $0.codec.container(in: column) {
                case .dictionary, .dictionaryOfLists: true
                default: false
                }
            }
        })

    /// Whether a profile has at least one of them, and all are null or without entries.
    ///
    /// - Parameter candidates: the columns that fit the profile; the answer is no when one of them has arrays.
    static func areEmpty(_ tape: Tape, _ profile: Int, in candidates: ColumnSet) -> Bool {
        guard tape.nodes[profile].kind == .object, candidates.isSubset(of: columns) else { return false }
        var name = profile + 1, isThere = false
        while name < Int(tape.nodes[profile].next) {
            let value = tape.nodes[name + 1]
            if tape.facts(name).pointee.holdsPurchases {
                let isEmpty = value.kind == .null || value.kind == .object && Int(value.next) == name + 2
                if !isEmpty { return false }
                isThere = true
            }
            name = Int(value.next)
        }
        return isThere
    }
}
