@_spi(Tools) import AdaptyMigrationTools
import Testing

@Suite("Golden files: nothing is missing and nothing is left over")
struct GoldenInventoryTests {
    @Test("there are enough pairs")
    func count() { #expect(Fixture.all.count >= 120) }

    @Test("every folder is a dialect and one of its kinds")
    func folders() {
        let strays = FixtureTree.legacy.files.filter {
            $0 != Provenance.file && $0 != FrozenHistory.file
                && !($0.hasSuffix(".json") && Fixture(path: String($0.dropLast(5))) != nil)
        }
        #expect(strays.isEmpty)
    }

    @Test("every legacy fixture has a counterpart, and every counterpart a fixture")
    func counterparts() {
        let counterparts = FixtureTree.current.files.filter {
            !$0.hasPrefix(FixtureTree.folderToSDK3 + "/") && !$0.hasPrefix("residue-")
        }
        expectSame(Set(counterparts), Set(Fixture.all.map { $0.path + ".json" }))
    }

    @Test("the same for the upgrades to sdk3")
    func counterpartsToSDK3() {
        expectSame(Set(FixtureTree.currentToSDK3.files), Set(Fixture.toSDK3.map { $0.path + ".json" }))
        #expect(Fixture.toSDK3.count >= 12)
    }

    @Test("every fixture has one line of provenance, and every line a fixture")
    func provenance() throws {
        let lines = try Provenance.lines()
        expectSame(Set(lines.map(\.path)), Set(Fixture.everything.map { $0.path + ".json" }))
        #expect(Set(lines.map(\.path)).count == lines.count, "a path is listed twice")
        let origins = ["documented", "derived", "synthetic"]
        for line in lines {
            #expect(origins.contains { line.origin.hasPrefix($0) }, "\(line.path) says \(line.origin)")
            #expect(!line.proves.isEmpty, "\(line.path)")
        }
    }

    @Test("what is pending is there, and has no expected file")
    func pending() {
        #expect(Pending.all.subtracting(Fixture.everything.map(\.path)).sorted() == [])
    }

    private func expectSame(
        _ found: Set<String>, _ wanted: Set<String>, sourceLocation: SourceLocation = #_sourceLocation
    ) {
        #expect(wanted.subtracting(found).sorted() == [], "missing", sourceLocation: sourceLocation)
        #expect(found.subtracting(wanted).sorted() == [], "left over", sourceLocation: sourceLocation)
    }
}
