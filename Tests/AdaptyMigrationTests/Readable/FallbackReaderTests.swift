import Testing

@testable import AdaptyMigrationCore

@Suite("Fallback files")
struct FallbackReaderTests {
    @Test(
        "a fallback file is for the versions that read its format, as it is",
        arguments: [
            ("fallback-of-2-11", "2.11.0"), ("fallback-of-3-4", "3.4.0"), ("fallback-of-3-4", "3.7.0"),
        ])
    func fallback(_ name: String, _ version: String) throws {
        let fixture = try #require(Fixture(path: "sdk3/paywalls/\(name)")), file = try fixture.legacy()
        let sdk = try #require(SDKVersion(version))
        #expect(try Migrator(MigrationOptions(readableBy: sdk)).upgrade(file).document == file)
        #expect(try Migrator().upgrade(file, to: .sdk3).document == file)
        let other = SDKVersion(sdk.major, sdk.minor > 3 ? 0 : 8)
        let error = #expect(throws: MigrationError.self) {
            try Migrator(MigrationOptions(readableBy: other)).upgrade(file)
        }
        #expect(error?.code == .noSuchTarget)
    }
}
