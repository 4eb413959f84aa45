import Foundation
import Testing

@testable import AdaptyMigrationTesting

/// What a team's own code makes of each payload, with one import.
@Suite("The test kit: golden files of your own models")
struct GoldenModelsTests {
    /// Stands for code of your own.
    private static func subscriber(_ record: [UInt8]) throws -> String {
        let profile = try AdaptyProfile(decoding: record), premium = profile.accessLevels["premium"]
        return "\(profile.profileId ?? "nobody") until \(premium?.expiresAt?.description ?? "?")"
    }

    private static let profile =
        #"{"data":{"id":"p","attributes":{"app_id":"a","paid_access_levels":{"premium":{"id":"premium","is_active":1,"vendor_product_id":"month","expires_at":"2030-01-01T00:00:00.000000+0000"}}}}}"#

    let workspace: Workspace

    init() throws {
        workspace = try Workspace()
        try workspace.write(GoldenModelsTests.profile, "legacy/one.json")
        try workspace.write("\(GoldenModelsTests.profile)\n\n\(GoldenModelsTests.profile)\r\n", "legacy/two.ndjson")
    }

    private func files(_ record: RecordMode? = nil) -> GoldenFiles {
        // An app of SDK 3.12 reads what the upgrade writes.
        GoldenFiles(
            legacy: workspace.path("legacy"), current: workspace.path("current"),
            choice: RecordChoice(code: record) { _ in nil }, MigrationOptions(readableBy: "3.12.0"))
    }

    private func record() throws {
        for payload in try files().payloads() {
            #expect(throws: GoldenReport.self) { try files(.missing).check(payload, GoldenModelsTests.subscriber) }
        }
    }

    @Test("they are recorded, compared, and part of no other check")
    func recorded() throws {
        try record()
        let line = "p until 2030-01-01T00:00:00.000000+0000"
        #expect(workspace.read("current/models/one.json") == line)
        #expect(workspace.read("current/models/two.ndjson") == "\(line)\n\n\(line)\r\n")
        for payload in try files().payloads() { try files().check(payload, GoldenModelsTests.subscriber) }
        try files().check()
    }

    @Test("a change of your code is shown, and an error of it is a finding")
    func changed() throws {
        try record()
        do {
            try files().check("one.json") { _ in "q" }
            Issue.record("it passed")
        } catch {
            #expect(error.findings.map(\.reason) == [.differs])
            #expect(error.description.contains("one.json: what your code makes differs from the golden file"))
            #expect(error.description.contains("-p until 2030"), "\(error)")
        }
        do {
            try files().check("two.ndjson") { _ in throw CancellationError() }
            Issue.record("it passed")
        } catch {
            #expect(error.findings.map(\.text) == ["your code: CancellationError()"])
        }
    }

    @Test("without its payload, what was recorded is an orphan")
    func orphan() throws {
        try record()
        try FileManager.default.removeItem(atPath: workspace.path("legacy/one.json"))
        #expect(files().report().findings.map(\.reason) == [.orphan, .orphan])
    }
}
