@testable import AdaptyMigrationCore
@_spi(Tools) @testable import AdaptyMigrationTools

/// The evidence for each pair of dialects, as a page of its own, and for envelopes, in MIGRATION.md.
enum DialectPairs {
    /// The place of ``page`` in the package.
    static let path = "Tests/AdaptyMigrationTests/Detection/pairs.txt"

    /// Too long for a reader of MIGRATION.md, who finds there what only one dialect has (``OwnMembers``).
    static var page: String {
        """
        # What tells each pair of dialects apart

        `DetectionTests.pairs` compares this page with the mapping table, and `make generate` writes it. The words are
        explained in [MIGRATION.md](../../../MIGRATION.md).

        Each line has the members, and the forms of values, that only one of two dialects has. Where a record has only
        members that both may have, no evidence can tell the two apart. The last column says what becomes of such a
        record. A record with nothing newer than SDK 2 is never taken for one of `sdk3`. `DetectionTests.facts` proves
        each fact with a document that has it alone.

        \(text)

        """
    }

    private static var text: String {
        RecordKind.converted.compactMap { kind -> String? in
            let pairs = DialectPair.all.filter { $0.kind == kind }
            guard !pairs.isEmpty else { return nil }
            let heading =
                "## Telling apart: \(kind.rawValue)\n\n| pair | only the first | only the second | other forms | both may have | a record of nothing else |\n| :-- | :-- | :-- | :-- | :-- | :-- |"
            return ([heading] + pairs.map(row)).joined(separator: "\n")
        }.joined(separator: "\n\n")
    }

    private static func row(_ pair: DialectPair) -> String {
        let facts = pair.facts
        func names(_ owner: Column) -> String {
            list(facts.filter { $0.owner == owner && $0.forms == nil }.map { name($0, pair) })
        }
        // The forms of one member are one fact, seen from either side.
        let forms = list(
            facts.filter { $0.owner == pair.a }.compactMap { fact in
                fact.forms.map { "\(name(fact, pair)) \($0.own.rawValue), not \($0.other.rawValue)" }
            })
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

    /// What the recogniser makes of each envelope. A dialect in neither column is ruled out by it.
    static var envelopes: String {
        let heading = "| envelope | its own | doubted |\n| :-- | :-- | :-- |"
        let rows = wrappers.map { text, wrappers in
            let weight = EnvelopeWeight.of(wrappers)
            func isOut(_ column: Column) -> Bool { weight.out & column.bit != 0 }
            func isDoubted(_ column: Column) -> Bool { !isOut(column) && weight.doubts[column.rawValue] > 0 }
            let own = DialectList.text(Column.objects.filter { !isOut($0) && !isDoubted($0) })
            return "| \(text) | \(own) | \(DialectList.text(Column.objects.filter(isDoubted))) |"
        }
        return ([heading] + rows).joined(separator: "\n")
    }
}
