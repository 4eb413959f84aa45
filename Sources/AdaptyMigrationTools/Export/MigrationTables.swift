import AdaptyMigrationAccess
import AdaptyMigrationCore
import AdaptyMigrationModels
import AdaptyMigrationStreams
import AdaptyStoredData

/// The field-by-field tables of MIGRATION.md, generated from the rows of the mapping table.
public enum MigrationTables {
    /// The lines that mark generated text in a document.
    public static func markers(_ name: String) -> (begin: String, end: String) {
        ("<!-- BEGIN GENERATED \(name) (make generate) -->", "<!-- END GENERATED \(name) -->")
    }

    /// All generated parts, by name.
    public static var parts: [(name: String, text: String)] {
        [
            ("dialects", dialects), ("fields", fields), ("events", events), ("losses", losses), ("required", required),
            ("codecs", codecs),
        ]
    }

    /// A document with its generated parts updated.
    public static func updating(_ document: String, _ parts: [(name: String, text: String)] = parts) -> String {
        var text = document
        for (name, part) in parts {
            let (begin, end) = markers(name)
            guard let start = text.place(of: begin), let stop = text.place(of: end) else { continue }
            text = String(text[..<start.upperBound]) + "\n" + part + "\n" + String(text[stop.lowerBound...])
        }
        return text
    }

    private static var dialects: String {
        "| dialect | what it is | kinds |\n| :-- | :-- | :-- |\n"
            + Dialect.allCases.map { dialect in
                let kinds = RecordKind.converted.filter { $0.dialects.contains(dialect) }.map(\.rawValue).joined(
                    separator: ", ")
                return "| `\(dialect.rawValue)` | \(dialect.summary) | \(kinds) |"
            }.joined(separator: "\n")
    }

    private static var fields: String {
        Table.all.map { table in
            let columns = (table.isEvent ? Column.events : Column.objects).filter { column in
                table.ownRows.contains { !$0.names[column].isEmpty }
            }
            let heading =
                "### \(table.id.title)\n\n| field | \(columns.map(\.id).joined(separator: " | ")) | value | what happened |\n| :-- |\(String(repeating: " :-- |", count: columns.count + 2))\n"
            return heading
                + table.ownRows.map { row in
                    let cells = columns.map { column in cell(row.names[column]) }
                    let note = row.note.isEmpty ? row.summary : row.note
                    return
                        "| `\(row.id)` | \(cells.joined(separator: " | ")) | \(row.codec.description) | \(note.split(separator: "|").joined(separator: "\\|")) |"
                }.joined(separator: "\n")
        }.joined(separator: "\n\n")
    }

    private static func cell(_ names: [Spelling]) -> String {
        names.isEmpty
            ? "–"
            : names.map { name in
                switch name.use {
                case .native, .carried: "`\(name.text)`"
                case .older: "(`\(name.text)`)"
                case .leftover: "[`\(name.text)`]"
                case .fallback: "{`\(name.text)`}"
                }
            }.joined(separator: " ")
    }

    private static var events: String {
        "| old name | current name | meaning | entitled | source |\n| :-- | :-- | :-- | :-- | :-- |\n"
            + EventName.vocabulary.map { entry in
                let alias = EventAlias.all.first { $0.current == entry.name }
                let entitled =
                    EventMeaning(rawValue: entry.meaning)?.isEntitled.map { $0 ? "yes" : "**no**" }
                    ?? "see the access level"
                let source =
                    alias.map { $0.isStated ? "stated by Adapty" : "deduced from identical descriptions" }
                    ?? "never renamed"
                return
                    "| \(alias.map { "`\($0.old)`" } ?? "–") | `\(entry.name)` | \(entry.meaning) | \(entitled) | \(source) |"
            }.joined(separator: "\n")
    }

    private static var losses: String {
        "| record | field | known to | without a successor in |\n| :-- | :-- | :-- | :-- |\n"
            + Table.all.flatMap { table in
                table.ownRows.compactMap { row -> String? in
                    let targets: [Column] = table.isEvent ? [] : [.sdk2, .sdk3]
                    let missing = targets.filter { column in
                        row.names.written(column) == nil && !isComposite(row)
                            && Column.objects.contains { row.names.written($0) != nil || !row.names[$0].isEmpty }
                    }
                    guard !missing.isEmpty, table.id != .promo, table.id != .updateParameters else { return nil }
                    let known = Column.objects.filter { row.names.written($0) != nil }.map(\.id).joined(separator: ", ")
                    return
                        "| \(table.id.title) | `\(row.id)` | \(known.isEmpty ? "older variants" : known) | \(missing.map(\.id).joined(separator: ", ")) |"
                }
            }.joined(separator: "\n")
    }

    private static func isComposite(_ row: Row) -> Bool {
        if case .custom = row.codec { return true }
        return false
    }

    private static var required: String {
        "| record | field | required by | in SDK 1.x | placeholder of `--fill-required` |\n| :-- | :-- | :-- | :-- | :-- |\n"
            + Table.all.filter { $0.id != .reference }.flatMap { table in
                table.rows.compactMap { row -> String? in
                    guard !row.required.isEmpty else { return nil }
                    let columns = Column.objects.filter { row.isRequired(in: $0) }
                    let source = row.names.written(.sdk1Wire) ?? row.names.written(.sdk1Stored)
                    let placeholder =
                        row.codec.placeholder(in: columns[0]).map {
                            "`\(String(decoding: $0, as: UTF8.self))`"
                                + (row.hasPlaceholder(from: .sdk2) ? "" : ", only from SDK 1")
                        } ?? "none"
                    return
                        "| \(table.id.title) | `\(row.id)` | \(columns.map(\.id).joined(separator: ", ")) | \(source.map { "`\($0.text)`" } ?? "no source") | \(placeholder) |"
                }
            }.joined(separator: "\n")
    }

    private static var codecs: String {
        "| custom codec | rows |\n| :-- | :-- |\n"
            + Codec.Composite.allCases.map { composite in
                let rows = Table.all.flatMap { table in
                    table.rows.filter { $0.codec == .custom(composite) }.map { "\(table.id.title): `\($0.id)`" }
                }
                return "| `\(composite.rawValue)` | \(rows.joined(separator: ", ")) |"
            }.joined(separator: "\n")
    }
}

extension String {
    /// The first place of a text; `firstRange(of:)` needs newer Apple systems.
    fileprivate func place(of text: String) -> Range<Index>? {
        indices.first { self[$0...].hasPrefix(text) }.map { $0..<index($0, offsetBy: text.count) }
    }
}
