@testable import AdaptyMigrationCore

/// The tables of evidence in MIGRATION.md.
enum DialectPairs {
    static var text: String {
        RecordKind.converted.compactMap { kind -> String? in
            let pairs = DialectPair.all.filter { $0.kind == kind }
            guard !pairs.isEmpty else { return nil }
            let heading =
                "### Telling apart: \(kind.rawValue)\n\n| pair | only the first | only the second | other forms | both may have | a record of nothing else |\n| :-- | :-- | :-- | :-- | :-- | :-- |"
            return ([heading] + pairs.map(row)).joined(separator: "\n")
        }.joined(separator: "\n\n")
    }

    private static func row(_ pair: DialectPair) -> String {
        let facts = pair.facts
        func names(_ owner: Column) -> String {
            list(facts.filter { $0.owner == owner && $0.form == nil }.map { name($0, pair) })
        }
        // The forms of one member are one fact, seen from either side.
        let forms = list(
            facts.filter { $0.owner == pair.a }.compactMap { fact in fact.form.map { "\(name(fact, pair)) \($0)" } })
        return
            "| `\(pair.a.id)`, `\(pair.b.id)` | \(names(pair.a)) | \(names(pair.b)) | \(forms) | \(list(pair.region.map { "`\($0.name)`" })) | \(pair.outcome) |"
    }

    private static func name(_ fact: DialectPair.Fact, _ pair: DialectPair) -> String {
        fact.table == pair.kind.table ? "`\(fact.name)`" : "`\(fact.name)` (\(fact.table.title.lowercased()))"
    }

    /// The first three, and how many more.
    private static func list(_ names: [String]) -> String {
        if names.isEmpty { return "–" }
        return names.prefix(3).joined(separator: ", ") + (names.count > 3 ? " and \(names.count - 3) more" : "")
    }

    private static let wrappers: [(text: String, wrappers: [Envelope.Wrapper])] = [
        ("`{\"v\": …, \"h\": …}`", [.stored]), ("`{\"data\": …}`", [.data]),
        ("`{\"data\": …, \"type\": …}`", [.typedData]), ("`{\"data\": {\"attributes\": …}}`", [.data, .attributes]),
        ("`{\"attributes\": …}`", [.attributes]), ("`{\"success\": …}`", [.success]),
        ("`{\"profile\": …}`", [.profile]),
        ("`{\"purchased_result\": {\"profile\": …}}`", [.purchase, .profile]),
    ]

    /// What the recogniser makes of each envelope.
    static func envelopes() throws -> String {
        let heading = "| envelope | its own | doubted | never |\n| :-- | :-- | :-- | :-- |"
        return
            ([heading]
            + wrappers.map { text, wrappers in
                let weight = EnvelopeWeight.of(wrappers)
                func columns(_ isIn: (Column) -> Bool) -> String {
                    let ids = Column.objects.filter(isIn).map { "`\($0.id)`" }
                    return ids.isEmpty ? "–" : ids.joined(separator: ", ")
                }
                func isOut(_ column: Column) -> Bool { weight.out & column.bit != 0 }
                func isDoubted(_ column: Column) -> Bool { !isOut(column) && weight.doubts[column.rawValue] > 0 }
                let own = columns { !isOut($0) && !isDoubted($0) }
                return "| \(text) | \(own) | \(columns(isDoubted)) | \(columns(isOut)) |"
            }).joined(separator: "\n")
    }
}
