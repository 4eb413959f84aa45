import AdaptyMigrationTesting
import Testing

@testable import AdaptyMigration

/// Recognition over generated documents: the dialect they were written in is named, or one that gives the same document.
@Suite("Detection")
struct DetectionTests {
    @Test("no generated document is taken for another dialect", arguments: LawTests.cases)
    func generated(test: LawTests.Case) throws {
        var refused = 0
        for number in 0..<LawTests.count {
            var generator = DocumentGenerator(seed: LawTests.seed &+ UInt64(number) &* 31_337, column: test.column, hasBugs: false)
            let text = generator.document(test.kind).text()
            let document = Array(text.utf8)
            switch Result(catching: { () throws(MigrationError) in try Migrator().detect(document) }) {
            case .success(let found):
                let fits = found.dialect == test.column.dialect || found.alsoFits.contains(test.column.dialect)
                if !fits {
                    let named = try? Migrator().upgrade(document), meant = try? Migrator().upgrade(document, from: test.column.dialect)
                    guard named?.document == meant?.document else {
                        Issue.record("\(test.testDescription) was taken for \(found.dialect.rawValue) \(found.kind.rawValue): \(text)\n\(found.evidence)")
                        return
                    }
                }
            case .failure(let error):
                #expect([.ambiguous, .unrecognised].contains(error.code))
                refused += 1
            }
        }
        #expect(refused * 4 < LawTests.count, "\(refused) of \(LawTests.count) documents were refused")
    }
}
