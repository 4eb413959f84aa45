@_spi(Tools) import AdaptyMigrationTools
import Testing

@testable import AdaptyMigrationCore

/// Law 8 on every fixture, with its envelopes, to every dialect that has its kind.
@Suite("Nothing is silent")
struct SilenceTests {
    private static let documents: [(tree: FixtureTree, path: String)] =
        [FixtureTree.legacy, FixtureTree.current].flatMap { tree in tree.paths.map { (tree, $0) } }

    @Test("every member of a fixture is in the output or in the ledger", arguments: documents)
    func fixture(tree: FixtureTree, path: String) throws {
        let document = try #require(try tree.read(path))
        var options = MigrationOptions()
        options.keepsLedger = true
        let migrator = Migrator(options)
        // A document with a residue is restored, which is not told member by member.
        let index = try JSONScanner.index(document), isUpgraded = index.member(0, Residue.memberName) != nil
        guard !isUpgraded, let kind = try? migrator.detect(document).kind else { return }
        for target in kind.dialects {
            guard let made = try? migrator.convert(document, to: target) else { continue }
            let silent = try LedgerCoverage(document, made).silent
            #expect(silent.isEmpty, "\(path) to \(target): \(silent)")
        }
    }
}
