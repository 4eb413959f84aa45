import Foundation
import Testing

@testable import AdaptyMigrationCore
@_spi(Tools) @testable import AdaptyMigrationStreams
@_spi(Tools) @testable import AdaptyMigrationTesting

/// Law 3 over random edits: one to four of them on the current side, then back, with the residue in the document and
/// beside it, by both paths, and after a program wrote the document anew.
@Suite("Edits win: random edits")
struct RandomEditTests {
    private static let count = max(60, LawTests.count)

    struct Case: Sendable, CustomTestStringConvertible {
        let column: Column
        let kind: RecordKind
        let target: Dialect
        var testDescription: String { "\(column.id) \(kind.rawValue) to \(target.rawValue)" }
    }

    /// Every dialect to the current one, and over it to SDK 3; an older variant of SDK 3 to its newest form.
    /// `LAW_CASES` picks those whose description has it.
    static let cases: [Case] = LawTests.cases.flatMap { test in
        Set([test.column.dialect.hub, test.kind == .event ? .webhook : .sdk3]).sorted { $0.age < $1.age }.filter {
            $0.age >= test.column.dialect.age || test.column == .serverV2
        }
        .map { Case(column: test.column, kind: test.kind, target: $0) }
    }.filter { test in
        ProcessInfo.processInfo.environment["LAW_CASES"].map { test.testDescription.contains($0) } ?? true
    }

    @Test("edits are visible, the rest is what it was, nothing old comes back", arguments: cases)
    func edits(test: Case) {
        var paths = TwoPaths(.downgrade), edited = 0
        for number in 0..<RandomEditTests.count {
            let seed = LawTests.seed &+ UInt64(number) &* 6_364_136_223
            var generator = DocumentGenerator(seed: seed, column: test.column, hasBugs: number % 2 == 1)
            let sample = generator.document(test.kind), style = Sample.Style.all[number % 3]
            var names: [String] = []
            func fault(_ sample: Sample) -> String? {
                RandomEditTests.fault(Array(sample.text(style).utf8), test, seed, &names, &paths)
            }
            if fault(sample) == nil {
                edited += names.isEmpty ? 0 : 1
                continue
            }
            let smallest = sample.shrunk { fault($0) != nil }
            let found = fault(smallest) ?? ""
            Issue.record(
                "\(test.testDescription), seed \(LawTests.seed), document \(number): \(found)\n\(names.joined(separator: "; "))\n\(smallest.text(style))"
            )
            return
        }
        #expect(edited * 50 > RandomEditTests.count, "only \(edited) documents were edited")
    }

    @Test("what a program wrote anew goes back byte for byte", arguments: cases)
    func rewritten(test: Case) throws {
        let count = RandomEditTests.count / 4
        var upgrades = 0
        for number in 0..<count {
            var generator = DocumentGenerator(
                seed: LawTests.seed &+ UInt64(number) &* 7919, column: test.column, hasBugs: number % 2 == 1)
            let original = Array(generator.document(test.kind).text(Sample.Style.all[number % 3]).utf8)
            guard let upgraded = try? Migrator().upgrade(original, from: test.column.dialect, to: test.target),
                upgraded.hasResidue
            else { continue }
            upgrades += 1
            for program in Rewriting.allCases {
                guard let document = try program.of(upgraded.document) else { continue }
                let restored = try Migrator().downgrade(document).documentWithoutResidue
                if restored == original { continue }
                Issue.record(
                    "\(program): \(String(decoding: original, as: UTF8.self)) comes back as \(String(decoding: restored, as: UTF8.self))"
                )
                return
            }
        }
        #expect(upgrades * 50 > count, "only \(upgrades) documents were upgraded")
    }

    /// What law 3 finds wrong with a document after the edits of a seed.
    private static func fault(
        _ original: [UInt8], _ test: Case, _ seed: UInt64, _ names: inout [String], _ paths: inout TwoPaths
    ) -> String? {
        names = []
        guard let upgraded = try? Migrator().upgrade(original, from: test.column.dialect, to: test.target),
            let residue = upgraded.residue
        else { return nil }
        var random = SeededGenerator(seed: seed), document = upgraded.documentWithoutResidue
        let editor = RandomEdit(upgraded.target.column, source: test.column)
        for _ in 0..<(1 + random.below(4)) {
            guard let edit = editor.edit(document, upgraded.kind, &random) else { continue }
            document = edit.document
            names.append(edit.name)
        }
        guard !names.isEmpty else { return nil }
        do {
            var options = MigrationOptions()
            options.keepsLedger = true
            let migrator = Migrator(options), embedded = ResidueMember.embed(residue, in: document)
            let beside = try migrator.downgrade(document, residue: residue), inside = try migrator.downgrade(embedded)
            // Beside it the residue is for this document alone, and an edit of its ids makes it another one.
            let isOther = beside.ledger.counts[.otherDocument] != nil
            guard beside.documentWithoutResidue == (isOther ? document : inside.documentWithoutResidue) else {
                return "the residue beside the document gives another one"
            }
            if let difference = paths.difference(embedded) { return "the two paths differ: \(difference)" }
            var restored = inside, fault = try EditedReturn(original, upgraded, document, inside, test.column).fault()
            let program = random.pick(Rewriting.allCases)
            if fault == nil, let rewritten = try program.of(embedded) {
                restored = try migrator.downgrade(rewritten)
                fault = try EditedReturn(original, upgraded, document, restored, test.column, .program).fault().map {
                    "rewritten by \(program): \($0)"
                }
            }
            guard let fault else { return nil }
            return
                "\(fault)\nedited   \(String(decoding: embedded, as: UTF8.self))\nrestored \(String(decoding: restored.documentWithoutResidue, as: UTF8.self))"
        } catch {
            return "refused: \(error)\nedited   \(String(decoding: document, as: UTF8.self))"
        }
    }
}
