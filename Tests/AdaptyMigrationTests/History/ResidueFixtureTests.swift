@testable import AdaptyMigrationStreams
import Testing

@testable import AdaptyMigrationCore

/// Documents with a residue stay in users' stores for years: whatever a released version wrote, every later one reads.
@Suite("Residues of this and earlier versions")
struct ResidueFixtureTests {
    /// The reader knows them, and no document of today makes the writer write them; the file is written by hand.
    private static let byHand: Set<ResidueForm> = [.elementDropped]
    private static let written = ResidueFixture.all.filter {
        $0.version == Residue.version && !$0.isEdited && !$0.isEarlier && $0.form.map { !byHand.contains($0) } ?? true
    }

    @Test(
        "they go back to what they were made from, residue inside or beside, on both paths",
        arguments: ResidueFixture.all)
    func read(fixture: ResidueFixture) throws {
        let embedded = try fixture.document(), original = try fixture.original()
        GoldenExpectation.expectSame(try Migrator().downgrade(embedded).document, original)
        let (document, residue) = try fixture.parts()
        GoldenExpectation.expectSame(try Migrator().downgrade(document, residue: residue).document, original)
        let input = RecordBuffer(), output = RecordBuffer()
        input.append(embedded)
        _ = try Transcoder(.downgrade).convert(0..<input.count, of: input, into: output)
        GoldenExpectation.expectSame(output.bytes, original)
    }

    @Test("this version writes them so", arguments: written)
    func write(fixture: ResidueFixture) throws {
        let upgraded = try Migrator(fixture.options).upgrade(try fixture.original(), to: fixture.target)
        try GoldenExpectation.expect(upgraded.documentWithResidue, in: .current, at: fixture.path)
    }

    @Test("each has the form it is named after", arguments: ResidueFixture.all.filter { $0.form != nil })
    func form(fixture: ResidueFixture) throws {
        #expect(ResidueForm.of(try fixture.parts().residue).contains(try #require(fixture.form)))
    }

    @Test("every form of this version is kept, and every source")
    func complete() throws {
        let kept = ResidueFixture.all.filter { $0.version == Residue.version }
        #expect(Set(ResidueForm.allCases).subtracting(kept.compactMap(\.form)) == [])
        let hops = try kept.flatMap { try $0.parts().residue.hops }
        #expect(Set(Column.allCases).subtracting(hops.map(\.from)).subtracting([.webhook]) == [])
        #expect(Set(RecordKind.converted).subtracting(hops.map(\.kind)) == [])
    }

    @Test("every version up to this one has its documents")
    func versions() {
        #expect(Set(ResidueFixture.all.compactMap(\.version)) == Set(1...Residue.version))
    }
}
