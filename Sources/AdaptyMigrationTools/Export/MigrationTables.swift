import AdaptyMigrationAccess
import AdaptyMigrationCore
import AdaptyMigrationModels
@_spi(Tools) import AdaptyMigrationStreams
@_spi(Tools) import AdaptyStoredData

/// The tables of MIGRATION.md that are generated from the rows of the mapping table.
@_spi(Tools) public enum MigrationTables {
    /// The lines that mark generated text in a document.
    public static func markers(_ name: String) -> (begin: String, end: String) {
        ("<!-- BEGIN GENERATED \(name) (make generate) -->", "<!-- END GENERATED \(name) -->")
    }

    /// All generated parts, by name.
    public static var parts: [(name: String, text: String)] {
        [
            ("dialects", dialects), ("fields", FieldTable.all), ("actions", ActionTable.text), ("events", events),
            ("losses", losses), ("required", required),
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
        MarkdownTable.text(
            ["dialect", "what it is", "kinds"],
            Dialect.allCases.map { dialect in
                let kinds = RecordKind.converted.filter { $0.dialects.contains(dialect) }.map(\.rawValue)
                return ["`\(dialect.rawValue)`", dialect.summary, kinds.joined(separator: ", ")]
            })
    }

    private static var events: String {
        MarkdownTable.text(
            ["old name", "current name", "meaning", "entitled", "source"],
            events(EventName.vocabulary, EventAlias.all))
    }

    /// A row for each old name, and for each current name that has none. The linter of names has its own tests; this
    /// leaves out no row, whatever the lists say.
    static func events(_ vocabulary: [(name: String, meaning: String)], _ aliases: [EventAlias]) -> [[String]] {
        let known = Set(vocabulary.map(\.name))
        let others = Set(aliases.map(\.current)).subtracting(known).sorted().map { (name: $0, meaning: "unknown") }
        return (vocabulary + others).flatMap { entry in
            let entitled =
                EventMeaning(rawValue: entry.meaning)?.isEntitled.map { $0 ? "yes" : "**no**" }
                ?? "see the access level"
            let current = ["`\(entry.name)`", entry.meaning, entitled]
            let olds = aliases.filter { $0.current == entry.name }
            return olds.isEmpty
                ? [[""] + current + [""]]
                : olds.map { ["`\($0.old)`"] + current + [$0.isStated ? "stated" : "deduced"] }
        }
    }

    private static var losses: String {
        let tables = Table.all.filter { !$0.isEvent && $0.id != .promo && $0.id != .updateParameters }
        let lost = tables.flatMap { table in
            table.ownRows.compactMap { row in Loss(row, table).map { (loss: $0, field: "`\(row.id)`") } }
        }
        return MarkdownTable.text(
            ["record", "fields", "known to", "without a successor in"],
            lost.grouped { ($0.loss, $0.field) }.map { loss, fields in
                [loss.record, fields.joined(separator: ", "), loss.known, loss.missing]
            })
    }

    private static var required: String {
        let needed = Table.all.filter { $0.id != .reference }.flatMap { table in
            table.rows.filter { !$0.required.isEmpty }.map { (need: Need($0, table), field: "`\($0.id)`") }
        }
        return MarkdownTable.text(
            ["record", "required by", "in SDK 1.x", "placeholder", "fields"],
            needed.grouped { ($0.need, $0.field) }.map { need, fields in
                [need.record, need.dialects, need.source, need.placeholder, fields.joined(separator: ", ")]
            })
    }
}

/// What several lost fields of a record have in common, so that one line names them all.
private struct Loss: Hashable {
    let record: String
    let known: String
    let missing: String

    /// `nil` when the field has a place in SDK 2 and 3.
    init?(_ row: Row, _ table: Table) {
        let missing = [Column.sdk2, .sdk3].filter { row.names.written($0) == nil }
        let isInObjects = Column.objects.contains { !row.names[$0].isEmpty }
        guard !missing.isEmpty, isInObjects, !row.isComposite else { return nil }
        let known = Column.objects.filter { row.names.written($0) != nil }
        record = table.id.title
        self.known = known.isEmpty ? "older variants" : DialectList.text(known)
        self.missing = DialectList.text(missing)
    }
}

/// What several required fields of a record have in common.
private struct Need: Hashable {
    let record: String
    let dialects: String
    /// Whether SDK 1.x has the field.
    let source: String
    let placeholder: String

    init(_ row: Row, _ table: Table) {
        let columns = Column.objects.filter { row.isRequired(in: $0) }
        record = table.id.title
        dialects = DialectList.text(columns)
        source = row.names.written(.sdk1Wire) == nil && row.names.written(.sdk1Stored) == nil ? "no" : "yes"
        placeholder =
            SDKNeed.placeholder(row, table.id, in: columns[0]).map {
                $0 + (row.hasPlaceholder(from: .sdk2) ? "" : ", only from SDK 1")
            } ?? "none"
    }
}

extension Row {
    /// Whether the value is made of several fields, so that it has a successor under other names.
    fileprivate var isComposite: Bool {
        if case .custom = codec { return true }
        return false
    }
}

extension String {
    /// The first place of a text; `firstRange(of:)` needs newer Apple systems.
    fileprivate func place(of text: String) -> Range<Index>? {
        indices.first { self[$0...].hasPrefix(text) }.map { $0..<index($0, offsetBy: text.count) }
    }
}
