@testable import AdaptyMigration
@_spi(Tools) @testable import AdaptyMigrationStreams
import Testing

@testable import AdaptyMigrationCore

/// Everything that reads JSON gives the verdict that a case's folder says.
@Suite("Conformance")
struct ConformanceTests {
    /// Those that leave a level for the record around them.
    private static let members = ConformanceCase.accepted.filter { !$0.name.hasSuffix("-512") }

    @Test("there are cases of every verdict")
    func all() {
        #expect(ConformanceCase.all.count == FixtureTree.conformance.paths.count)
        #expect(ConformanceCase.accepted.count > 300)
        #expect(ConformanceCase.refused.count > 800)
        for verdict in ConformanceCase.Verdict.allCases {
            #expect(ConformanceCase.all.contains { $0.verdict == verdict })
        }
    }

    @Test("accepted, as it is and as a member", arguments: ConformanceCase.accepted)
    func accepted(_ test: ConformanceCase) {
        #expect(throws: Never.self) { try JSONScanner.index(test.bytes) }
        do {
            _ = try Migrator().detect(test.bytes)
        } catch {
            #expect(error.code == .unrecognised || error.code == .ambiguous, "\(error)")
        }
    }

    @Test("a record that holds it converts, and comes back", arguments: members)
    func held(_ test: ConformanceCase) throws {
        let record = test.member("x_case")
        let upgraded = try Migrator().upgrade(record, from: .sdk1Wire).document
        #expect(upgraded != record)
        #expect(try Migrator().downgrade(upgraded).documentWithoutResidue == record)
        #expect(throws: Never.self) { try PurchaserInfoModel(decoding: record, as: .sdk1Wire) }
    }

    @Test("refused with a place, as it is and as a member", arguments: ConformanceCase.refused)
    func refused(_ test: ConformanceCase) {
        let codes: Set<MigrationError.Code> = [.invalidJSON, .invalidUTF8, .truncated, .empty, .tooDeep]
        for bytes in [test.bytes, test.member("x_case")] {
            let error = #expect(throws: MigrationError.self) { try JSONScanner.index(bytes) }
            #expect(error.map { codes.contains($0.code) && $0.place != nil } == true)
            #expect(error?.code == .tooDeep || test.verdict != .refuseByChoice || !test.name.contains("nesting"))
        }
        #expect(throws: MigrationError.self) { try Migrator().detect(test.bytes) }
        #expect(throws: MigrationError.self) { try PurchaserInfoModel(decoding: test.member("x_case"), as: .sdk1Wire) }
        #expect(throws: MigrationError.self) { try AdaptyProfile(decoding: test.bytes) }
    }

    @Test("the quotes of a valid document are those of its strings", arguments: ConformanceCase.all)
    func quotes(_ test: ConformanceCase) {
        guard let expected = QuotePositionsTests.expected(test.bytes) else { return }
        #expect(QuotePositionsTests.index(test.bytes) == expected)
    }

    /// Every case in every place; in a short run each case in one of the places.
    @Test(
        "both paths say the same, wherever in a record it stands",
        arguments: Array(
            ["x_case", "custom_attributes", "paid_access_levels", "customer_user_id", "total_revenue_usd"].enumerated())
    )
    func bothPaths(_ place: Int, _ name: String) {
        var up = TwoPaths(.upgrade), down = TwoPaths(.downgrade)
        for (number, test) in ConformanceCase.all.enumerated() where LawTests.count >= 60 || number % 5 == place {
            for record in [test.member(name), test.bytes] {
                if let difference = up.difference(record) { Issue.record("\(test.name), up: \(difference)") }
                if let difference = down.difference(record) { Issue.record("\(test.name), down: \(difference)") }
            }
        }
    }
}
