@testable import AdaptyMigrationCore
@testable import AdaptyMigrationModels
@_spi(Tools) @testable import AdaptyMigrationTesting

/// What generated documents of every dialect and kind are taken for.
struct ConfusionMatrix: Sendable {
    /// How many documents of each dialect and kind the matrix in MIGRATION.md is about, whatever a run generates.
    static let documented = 60

    private(set) var named: [Column: [Dialect: Int]] = [:]
    private(set) var refused: [Column: Int] = [:]
    private(set) var wrong: [Column: Int] = [:]
    /// Of each dialect and kind the first wrong one.
    private(set) var examples: [String] = []

    var documents: Int {
        refused.values.reduce(0, +) + wrong.values.reduce(0, +) + named.values.reduce(0) { $0 + $1.values.reduce(0, +) }
    }
    var refusals: Int { refused.values.reduce(0, +) }

    /// Documents are well-formed: what their dialect writes, and nothing that shipped by mistake.
    init(_ test: LawTests.Case, count: Int, seed: UInt64) {
        for number in 0..<count {
            var generator = DocumentGenerator(
                seed: seed &+ UInt64(number) &* 31_337, column: test.column, hasBugs: false)
            add(Array(generator.document(test.kind).text().utf8), test)
        }
    }

    static func all(count: Int, seed: UInt64) async -> ConfusionMatrix {
        await withTaskGroup(of: ConfusionMatrix.self) { group in
            for test in LawTests.cases { group.addTask { ConfusionMatrix(test, count: count, seed: seed) } }
            return ConfusionMatrix(await group.reduce(into: []) { $0.append($1) })
        }
    }

    private init(_ parts: [ConfusionMatrix]) {
        for part in parts {
            named.merge(part.named) { $0.merging($1, uniquingKeysWith: +) }
            refused.merge(part.refused, uniquingKeysWith: +)
            wrong.merge(part.wrong, uniquingKeysWith: +)
            examples += part.examples
        }
    }

    /// A name is right where it is the dialect's, or gives the same document as the dialect's does, or nobody access.
    private mutating func add(_ document: [UInt8], _ test: LawTests.Case) {
        do {
            let found = try Migrator().detect(document)
            if found.kind == test.kind,
                try found.dialect == test.column.dialect || ConfusionMatrix.isSame(document, test.column.dialect)
                    || WithoutPurchases.holds(document, [found.dialect, test.column.dialect])
            {
                named[test.column, default: [:]][found.dialect, default: 0] += 1
                return
            }
            wrong[test.column, default: 0] += 1
            if examples.isEmpty {
                examples.append(
                    "\(test.testDescription) was taken for \(found.dialect.rawValue) \(found.kind.rawValue): \(String(decoding: document, as: UTF8.self)) \(found.evidence)"
                )
            }
        } catch {
            refused[test.column, default: 0] += 1
            let words = (error as? MigrationError).map { "\($0.message); \($0.remedy)" } ?? ""
            if ![.ambiguous, .unrecognised].contains((error as? MigrationError)?.code) || words.count > 200 {
                examples.append("\(test.testDescription): \(error)")
            }
        }
    }

    private static func isSame(_ document: [UInt8], _ dialect: Dialect) -> Bool {
        guard let named = try? Migrator().upgrade(document),
            let meant = try? Migrator().upgrade(document, from: dialect)
        else { return false }
        return named.documentWithoutResidue == meant.documentWithoutResidue
    }

    /// The matrix as a table. Another name is one for the same document, or for a profile without purchases.
    func text(count: Int, seed: UInt64) -> String {
        let heading = "| written as | recognised as that | as another | refused |\n| :-- | --: | :-- | --: |"
        let rows = Column.allCases.map { column in
            let counts = named[column] ?? [:]
            let others = Dialect.allCases.filter { $0 != column.dialect }.compactMap { dialect in
                counts[dialect].map { "`\(dialect.rawValue)` \($0)" }
            }.joined(separator: ", ")
            return "| `\(column.id)` | \(counts[column.dialect] ?? 0) | \(others) | \(refused[column] ?? 0) |"
        }
        let total =
            "\(documents) documents, \(count) of each dialect and kind, seed \(seed): \(wrong.values.reduce(0, +)) wrong, \(refusals) refused."
        return ([total, "", heading] + rows).joined(separator: "\n")
    }
}
