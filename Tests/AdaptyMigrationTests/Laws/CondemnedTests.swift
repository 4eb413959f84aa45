@_spi(Tools) import AdaptyMigrationStreams
import Testing

@testable import AdaptyMigrationCore
@_spi(Tools) @testable import AdaptyMigrationTesting

/// What an upgrade writes, the laws never condemn: a record is refused, or it is right.
@Suite("What is written is never condemned")
struct CondemnedTests {
    /// A target or option of an upgrade.
    struct Wish: Sendable, CustomTestStringConvertible {
        let testDescription: String
        var target: Dialect?
        var options = MigrationOptions()

        static let all = [
            Wish(testDescription: "by default"), Wish(testDescription: "to sdk3", target: .sdk3),
            // Its readers look at the dates from this moment on.
            Wish(
                testDescription: "to server-v2", target: .serverV2,
                options: MigrationOptions(instant: Timestamp("2026-01-01T00:00:00Z"))),
            Wish(testDescription: "readable by 3.12.0", options: MigrationOptions(readableBy: "3.12.0")),
            Wish(testDescription: "readable by 2.8.0", options: MigrationOptions(readableBy: "2.8.0")),
            Wish(testDescription: "strict", options: MigrationOptions(strict: true)),
            Wish(
                testDescription: "at an instant",
                options: MigrationOptions(instant: Timestamp("2026-01-01T00:00:00Z"))),
        ]

        /// What the laws say of an upgrade that is not refused; empty for one that is.
        func findings(_ document: [UInt8], from dialect: Dialect?) -> [Laws.Failure] {
            guard (try? Migrator(options).upgrade(document, from: dialect, to: target)) != nil else { return [] }
            let laws = Laws(options: options, instants: [1_767_225_600_000_000], to: target)
            return (try? laws.check(document, from: dialect)) ?? []
        }
    }

    private static let bases = [
        "sdk1-wire/profile/bare-attributes", "sdk1-stored/profile/profile-of-1-12",
        "sdk1-bridge/profile/flutter-profile", "server-v1/profile/grant-answer", "server-v2/profile/bare-profile",
        "sdk2/profile/current-profile", "sdk3/profile/profile-of-3-8", "sdk3-bridge/profile/react-native-profile",
        "sdk2/paywall/current-paywall", "sdk1-wire/product/product-with-discounts",
    ]

    /// Those of the bases that are there, and one fixture of each other dialect and kind.
    private static let fixtures: [Fixture] = {
        var seen: Set<String> = []
        return Fixture.all.filter { fixture in
            bases.contains(fixture.path) || seen.insert("\(fixture.dialect) \(fixture.kind)").inserted
        }
    }()

    @Test("every fixture", arguments: Wish.all)
    func fixtures(_ wish: Wish) throws {
        for fixture in Fixture.all {
            #expect(wish.findings(try fixture.legacy(), from: fixture.dialect) == [], "\(fixture.path)")
        }
    }

    /// In a short run, one in eleven of the mutations.
    @Test("a member with another value, removed, or twice", arguments: Wish.all)
    func mutations(_ wish: Wish) throws {
        var checked = 0
        for fixture in Self.fixtures {
            for (number, mutation) in try MemberMutation.all(of: try fixture.legacy()).enumerated()
            where LawTests.count > 200 || number % 11 == 0 {
                checked += 1
                let findings = wish.findings(mutation.document, from: nil)
                #expect(findings == [], "\(fixture.path) \(mutation.name)")
            }
        }
        #expect(checked > 2000)
    }

    @Test("generated documents", arguments: Wish.all)
    func generated(_ wish: Wish) {
        for test in LawTests.cases {
            for number in 0..<max(10, LawTests.count / 10) {
                var generator = DocumentGenerator(
                    seed: LawTests.seed &+ UInt64(number) &* 15_485_863, column: test.column, hasBugs: number % 2 == 1)
                let document = Array(generator.document(test.kind).text(Sample.Style.all[number % 3]).utf8)
                let findings = wish.findings(document, from: test.column.dialect)
                #expect(findings == [], "\(String(decoding: document, as: UTF8.self))")
            }
        }
    }
}
