@_spi(Tools) import AdaptyMigrationTools

/// Lines about records that were converted or left as they are, but not as somebody may expect.
enum Remark {
    static let formerNamesAdvice = "`--from webhook-legacy` renames them."

    /// Of events that nothing shows to be Adapty's.
    static func formerNames(_ count: Int) -> String {
        "\(Text.count(count, "event")) \(count == 1 ? "keeps" : "keep") a former name"
    }

    /// What the counts of a ledger say.
    ///
    /// - Parameter first: by action, the first member with it, where it is known.
    static func lines(_ actions: [String: Int], first: [Ledger.Action: FirstMember] = [:]) -> [String] {
        var lines: [String] = []
        if let count = actions[Ledger.Action.formerName.rawValue], count > 0 {
            lines.append("\(formerNames(count)): nothing shows that they are Adapty's; \(formerNamesAdvice)")
        }
        if let count = actions[Ledger.Action.unknownName.rawValue], count > 0 {
            lines.append(
                "\(Text.count(count, "event")) \(count == 1 ? "has" : "have") a name that Adapty never gave: renamed in the dashboard, or misspelt; it stays"
            )
        }
        if let count = actions[Ledger.Action.otherDocument.rawValue], count > 0 {
            let (are, their, they) =
                count == 1 ? ("is another document", "its", "it stays") : ("are other documents", "their", "they stay")
            lines.append("\(Text.count(count, "record")) \(are) than \(their) residue says; \(they) as written")
        }
        if let count = actions[Ledger.Action.unreadable.rawValue], count > 0 {
            let first = first[.unreadable].map { ", first: \($0.path), \($0.note.split(separator: ";")[0])" } ?? ""
            lines.append(
                "\(Text.count(count, "value")) stayed in a form that no SDK reads\(first); `explain FILE` shows where")
        }
        if let count = actions[Ledger.Action.dropped.rawValue], count > 0 {
            let (have, its) = count == 1 ? ("edit has", "its record's") : ("edits have", "their records'")
            let place = first[.dropped].map { "\($0.dialect.rawValue), first: \($0.path)" } ?? "\(its) former dialect"
            lines.append("\(count) \(have) no place in \(place); `downgrade --dry-run` shows each")
        }
        if let count = actions[Ledger.Action.restored.rawValue], count > 0 {
            let first = first[.restored].map { ", first: \($0.path)" } ?? ""
            lines.append(
                "\(Text.count(count, "member")) that edited records lack came back\(first): no SDK reads them; write null to remove one"
            )
        }
        return lines
    }

    /// Of records inside documents that say the name of their event otherwise beside them.
    static func otherNames(_ count: Int) -> String {
        "\(Text.count(count, "record")) now \(count == 1 ? "differs" : "differ") from the name beside \(count == 1 ? "it" : "them"), which spells the old one otherwise"
    }

    /// Of records that lost fields with their residue.
    static func discarded(_ count: Int) -> String {
        "\(Text.count(count, "record")) lost fields that the target does not have: `--residue discard` keeps no original; MIGRATION.md lists them"
    }

    /// Of fields that only the originals of rows have.
    static func losses(_ losses: [String: Int]) -> [String] {
        if losses.isEmpty { return [] }
        let fields = losses.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.map {
            "\(Terminal.printable($0.key)) (\(Text.count($0.value, "row")))"
        }
        return [
            "only the originals have these fields, and after store finish nobody: \(fields.joined(separator: ", "))"
        ]
    }

    /// Of records of `server-v2` that were upgraded without an instant.
    static func timeless(_ count: Int) -> String {
        "\(Text.count(count, "record")) of server-v2 \(count == 1 ? "lacks" : "lack") is_active and other flags that depend on the time; `--at 2026-01-31T00:00:00Z` derives them"
    }
}
