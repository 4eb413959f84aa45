import AdaptyMigration
import Testing

@Suite("Golden files")
struct GoldenUpgradeTests {
    @Test("the upgrade is the current fixture, byte for byte", arguments: Fixture.all)
    func upgrade(fixture: Fixture) throws {
        let actual = try GoldenConversion(fixture: fixture).upgrade(try fixture.legacy())
        try GoldenExpectation.expect(actual, in: .current, at: fixture.path)
    }

    @Test("the downgrade of the current fixture is the legacy one, byte for byte", arguments: Fixture.all)
    func downgrade(fixture: Fixture) throws {
        let current = try #require(try FixtureTree.current.read(fixture.path))
        GoldenExpectation.expectSame(try GoldenConversion(fixture: fixture).downgrade(current), try fixture.legacy())
    }

    @Test("the upgrade to sdk3 is the fixture kept for it, and back", arguments: Fixture.toSDK3)
    func upgradeToSDK3(fixture: Fixture) throws {
        let conversion = GoldenConversion(fixture: fixture)
        let legacy = try fixture.legacy()
        let actual = try conversion.upgrade(legacy, to: .sdk3)
        try GoldenExpectation.expect(actual, in: .currentToSDK3, at: fixture.path)
        let kept = try #require(try FixtureTree.currentToSDK3.read(fixture.path))
        GoldenExpectation.expectSame(try conversion.downgrade(kept), legacy)
    }

    @Test("the folders are what recognition finds", arguments: Fixture.all)
    func detection(fixture: Fixture) throws {
        let detection = try Migrator().detect(try fixture.legacy())
        #expect(detection.kind == fixture.kind)
        let isFound = ([detection.dialect] + detection.alsoFits).contains(fixture.dialect)
        if Pending.detections.contains(fixture.path) {
            withKnownIssue { #expect(isFound) }
        } else {
            #expect(isFound, "\(detection)")
        }
    }

    @Test("a fixture that is current already has no residue", arguments: Fixture.all.filter { $0.dialect == .webhook })
    func currentStays(fixture: Fixture) throws {
        let legacy = try fixture.legacy()
        GoldenExpectation.expectSame(try GoldenConversion(fixture: fixture).upgrade(legacy), legacy)
    }
}
