@_spi(Tools) @testable import AdaptyMigrationStreams
@testable import AdaptyMigrationAccess
import Testing

@testable import AdaptyMigrationCore

@Suite("Laws as users check them")
struct LawCheckTests {
    /// The way back of a document with a residue is its source, not the document.
    @Test("they hold for a document, for what it is upgraded to, and without its residue", arguments: Realistic.all)
    func upgraded(_ document: Realistic.Document) throws {
        let laws = Laws(instants: [1_704_067_200_000_000]), upgraded = try Migrator().upgrade(document.bytes)
        #expect(try laws.check(document.bytes) == [])
        #expect(try laws.check(upgraded.document) == [])
        #expect(try laws.check(upgraded.documentWithoutResidue, from: upgraded.target) == [])
    }

    @Test("the defaults are those that are documented")
    func defaults() {
        let options = MigrationOptions()
        #expect(options.maximumDepth == 512)
        #expect(!options.strict && !options.fillRequired && !options.keepsLedger && options.instant == nil)
    }
}
