import Foundation
import Testing

@testable import AdaptyMigrationTesting

/// What a team's own code makes of each payload, with one import.
@Suite("The test kit: golden files of your own models")
struct GoldenModelsTests {
    /// Stands for a model of your own.
    private struct Subscriber: Codable {
        var user: String
        var levels: [String]
        var until: Date?

        init(record: Data) throws {
            let profile = try AdaptyProfile(decoding: record)
            user = profile.profileId ?? ""
            levels = profile.accessLevels.keys
            until = profile.accessLevels["premium"]?.expiresAt?.date
        }
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
            #expect(throws: GoldenReport.self) { try files(.missing).check(payload) { try Subscriber(record: $0) } }
        }
    }

    @Test("they are recorded, compared, and part of no other check")
    func recorded() throws {
        try record()
        #expect(
            workspace.read("current/models/one.json") == """
                {
                  "levels" : [
                    "premium"
                  ],
                  "until" : "2030-01-01T00:00:00.000Z",
                  "user" : "p"
                }
                """)
        let line = #"{"levels":["premium"],"until":"2030-01-01T00:00:00.000Z","user":"p"}"#
        #expect(workspace.read("current/models/two.ndjson") == "\(line)\n\n\(line)\r\n")
        for payload in try files().payloads() { try files().check(payload) { try Subscriber(record: $0) } }
        try files().check()
    }

    @Test("a change of your code is shown, and an error of it is a finding")
    func changed() throws {
        try record()
        do {
            try files().check("one.json") { record in
                var subscriber = try Subscriber(record: record)
                subscriber.levels = []
                return subscriber
            }
            Issue.record("it passed")
        } catch {
            #expect(error.findings.map(\.reason) == [.differs])
            #expect(error.description.contains("one.json: what your code makes differs from the golden file"))
            #expect(error.description.contains(#"-    "premium""#), "\(error)")
        }
        do {
            try files().check("two.ndjson") { _ -> Subscriber in throw CancellationError() }
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
