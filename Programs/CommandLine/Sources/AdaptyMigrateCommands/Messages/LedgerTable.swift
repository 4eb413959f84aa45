@_spi(Tools) import AdaptyMigrationTools

/// A ledger's entries in aligned columns: the action, the field, its new name, and the reason. It uses the available
/// width.
///
/// Worked example in 60 columns. If several fields of one object have the same action and reason, they share an entry:
///
/// ```
///   recoded  /event_type  subscription_cancelled →
///            subscription_expired
///   missing  /paid_access_levels/premium → store, activated_at,
///            is_lifetime  required by sdk2, not in the source
/// ```
enum LedgerTable {
    /// One line of the table before it is broken.
    private struct Line {
        let action: Ledger.Action
        let path: String
        var targets: [String]
        let note: String

        var text: String {
            let way = targets.isEmpty ? path : "\(path) → \(targets.joined(separator: ", "))"
            return note.isEmpty ? way : "\(way)  \(note)"
        }
    }

    static func lines(_ entries: [Ledger.Entry], columns: Int = Terminal.outputColumns ?? Terminal.usualColumns)
        -> [String]
    {
        let actions = entries.map(\.action.rawValue.count).max() ?? 0,
            indent = String(repeating: " ", count: actions + 4)
        return gathered(entries).flatMap { line in
            let parts = Text.wrapped(Terminal.printable(line.text), columns - indent.count)
            let action = Terminal.paint(
                Text.padded(line.action.rawValue, actions), colour(line.action), Terminal.outputHasColours)
            return ["  \(action)  \(parts[0])"] + parts.dropFirst().map { indent + $0 }
        }
    }

    /// Consecutive entries that differ only in their targets.
    private static func gathered(_ entries: [Ledger.Entry]) -> [Line] {
        var lines: [Line] = []
        for entry in entries {
            let path = entry.path.isEmpty ? "(document)" : entry.path,
                target = entry.target.flatMap { $0 == entry.path || isName($0, of: entry.path) ? nil : $0 }
            if let last = lines.last, let target, !last.targets.isEmpty, last.action == entry.action, last.path == path,
                last.note == entry.note
            {
                lines[lines.count - 1].targets.append(target)
            } else {
                lines.append(
                    Line(action: entry.action, path: path, targets: target.map { [$0] } ?? [], note: entry.note))
            }
        }
        return lines
    }

    /// Whether a pointer ends with a name, so that the field kept its name.
    private static func isName(_ target: String, of path: String) -> Bool { path.hasSuffix("/" + target) }

    private static func colour(_ action: Ledger.Action) -> Terminal.Colour {
        switch action {
        case .copied, .unknown: .dim
        case .renamed, .derived: .cyan
        case .dropped, .unreadable, .missing: .red
        default: .yellow
        }
    }
}
