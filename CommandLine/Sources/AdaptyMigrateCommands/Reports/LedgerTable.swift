import AdaptyMigration

/// A ledger's entries in aligned columns: what happened, to which field, what it is now, and why.
enum LedgerTable {
    /// Wider columns than this would push the rest off the screen; longer texts simply stick out.
    private static let widest = 64

    static func lines(_ entries: [Ledger.Entry]) -> [String] {
        let actions = min(widest, entries.map(\.action.rawValue.count).max() ?? 0)
        let paths = min(widest, entries.map { path($0).count }.max() ?? 0)
        let targets = min(widest, entries.map { target($0).count }.max() ?? 0)
        return entries.map { entry in
            let line = "  \(Text.padded(entry.action.rawValue, actions))  \(Text.padded(path(entry), paths))  \(Text.padded(target(entry), targets))  \(entry.note)"
            return Terminal.printable(String(line.reversed().drop { $0 == " " }.reversed()))
        }
    }

    private static func path(_ entry: Ledger.Entry) -> String { entry.path.isEmpty ? "(document)" : entry.path }
    private static func target(_ entry: Ledger.Entry) -> String { entry.target.map { $0 == entry.path ? "" : "→ \($0)" } ?? "" }
}
