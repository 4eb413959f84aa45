import AdaptyMigrationAccess
import AdaptyMigrationCore
import AdaptyMigrationModels
@_spi(Tools) import AdaptyMigrationStreams
@_spi(Tools) import AdaptyStoredData

/// Explains from the mapping table where a field comes from and what happened to it.
@_spi(Tools) public enum Explanation {
    /// A readable text for a field name of any dialect, an event name in any spelling, or the title of an event in the
    /// dashboard; `nil` when the name is unknown.
    public static func of(_ name: String) -> String? {
        let parts = [event(name), title(name), fields(name), appObjects[name]].compactMap { $0 }
        return parts.isEmpty ? nil : parts.joined(separator: "\n\n")
    }

    /// The field or event with the most similar name; `nil` when there is none.
    public static func nearest(to name: String) -> String? {
        let rows = Table.all.flatMap(\.rows)
        let fields = rows.flatMap { row in Column.allCases.flatMap { row.names[$0].flatMap(\.path) } }
        let events = EventName.vocabulary.map(\.name) + EventAlias.all.map(\.old)
        return NearestName.of(name, among: fields + events)
    }

    /// Objects that a running app has and nobody stores or sends, so nothing converts them.
    private static let appObjects = [
        "skProduct": "skProduct\n  StoreKit's product in a running app: never stored and never sent",
        "skuDetails": "skuDetails\n  Google Play's product in a running app: never stored and never sent",
    ]

    /// The event of a title in the dashboard, such as `Subscription expired (churned)`. The titles are those of
    /// the table *WebhookEvents* in adaptyteam/adapty-docs. They are never in payloads.
    private static func title(_ title: String) -> String? {
        guard title.contains(" ") else { return nil }
        let words = title.prefix { $0 != "(" }.lowercased().split { $0 == " " || $0 == "-" }
        let name = words.filter { $0 != "still" }.joined(separator: "_").replacingWord("canceled", with: "cancelled")
        return event(name).map { "\(title) is a title in the dashboard\n\($0)" }
    }

    private static func event(_ name: String) -> String? {
        let event = EventName(rawValue: name)
        guard event.canonical.isCurrent else { return nil }
        var lines = ["event \(name)"]
        if event.canonical != event {
            let alias = EventAlias.all.first {
                $0.current == event.canonical.rawValue
                    && $0.old == event.rawValue.lowercased().replacingWord("canceled", with: "cancelled")
            }
            lines.append(
                "  now \(event.canonical)  (\(alias.map { $0.isStated ? "stated by Adapty" : "deduced from identical descriptions" } ?? "another spelling"))"
            )
        } else if event.legacy != event {
            lines.append("  formerly \(event.legacy)")
        }
        let entitled =
            switch event.meaning.isEntitled {
            case true?: "the user is still entitled"
            case false?: "access has ended"
            case nil: "look at the access level"
            }
        lines.append("  means \(event.meaning): \(entitled)")
        return lines.joined(separator: "\n")
    }

    private static func fields(_ name: String) -> String? {
        var texts: [String] = []
        for table in Table.all {
            for row in table.ownRows where row.isSpelled(name) { texts.append(text(row, table)) }
        }
        return texts.isEmpty ? nil : texts.joined(separator: "\n\n")
    }

    private static func note(_ spelling: Spelling) -> String {
        spelling.use == .passed ? " (passed: no SDK reads it)" : spelling.isWritten ? "" : " (read only)"
    }

    private static func text(_ row: Row, _ table: Table) -> String {
        var lines = ["\(table.id.title): \(row.id)  (\(row.codec.description))", "  \(row.summary)"]
        for column in Column.allCases {
            let names = row.names[column]
            guard !names.isEmpty else { continue }
            let text = names.map { $0.text + note($0) }.joined(separator: ", ")
            lines.append("  \(column.id.padding(20))\(text)\(row.isRequired(in: column) ? "  required" : "")")
        }
        let absent = Column.objects.filter { row.names[$0].isEmpty && !table.isEvent }
        if !absent.isEmpty, absent.count < Column.objects.count {
            lines.append("  \("not in".padding(20))\(absent.map(\.id).joined(separator: ", "))")
        }
        if !row.note.isEmpty { lines.append("  note: \(row.note)") }
        return lines.joined(separator: "\n")
    }
}

extension Table {
    var isEvent: Bool { id == .event || id == .eventProperties }
}

extension String {
    /// The text padded with spaces to a width.
    func padding(_ width: Int) -> String { self + String(repeating: " ", count: Swift.max(1, width - count)) }

    /// The name with one of its underscore-separated words replaced.
    package func replacingWord(_ part: String, with other: String) -> String {
        split(separator: "_", omittingEmptySubsequences: false).map { $0 == part ? other : String($0) }.joined(
            separator: "_")
    }
}
