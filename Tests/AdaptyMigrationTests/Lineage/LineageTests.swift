import Testing

@testable import AdaptyMigrationCore
@_spi(Tools) @testable import AdaptyMigrationTesting
@_spi(Tools) @testable import AdaptyMigrationTools

@Suite("Lineage: where every member went")
struct LineageTests {
    /// An array of records is converted one by one.
    private static let records = Fixture.all.filter { ((try? RecordList.ranges(in: $0.legacy())) ?? nil) == nil }

    private static let traced: MigrationOptions = {
        var options = MigrationOptions()
        options.keepsLineage = true
        return options
    }()

    @Test("on the way up every member of either document is told exactly once", arguments: records)
    func up(_ fixture: Fixture) throws {
        for target in [nil] + fixture.kind.dialects.map(Optional.some) {
            let document = try fixture.legacy()
            guard let migration = try? Migrator(Self.traced).upgrade(document, from: fixture.dialect, to: target) else {
                continue
            }
            try LineageCheck(document, migration).expectWhole("\(fixture) to \(migration.target)")
        }
    }

    @Test("on the way back every member of either document is told exactly once", arguments: records)
    func back(_ fixture: Fixture) throws {
        let document = try fixture.legacy(), current = try Migrator().upgrade(document, from: fixture.dialect)
        guard let residue = current.residue else { return }
        let restored = try Migrator(Self.traced).downgrade(current.documentWithoutResidue, residue: residue)
        #expect(restored.documentWithoutResidue == document)
        try LineageCheck(current.documentWithoutResidue, restored).expectWhole("\(fixture) and back")
        let lineage = try #require(restored.lineage)
        #expect(!lineage.entries.contains { $0.action == .dropped }, "nothing was edited")
    }

    @Test("to older dialects, by the table alone, every member is told exactly once", arguments: records)
    func down(_ fixture: Fixture) throws {
        let current = try Migrator().upgrade(try fixture.legacy(), from: fixture.dialect)
        // What is newer than the target stays in its own dialect.
        let dialect = current.residue == nil ? fixture.dialect : current.target
        var told = 0
        for target in current.kind.dialects {
            guard
                let migration = try? Migrator(Self.traced).downgrade(
                    current.documentWithoutResidue, from: dialect, to: target)
            else { continue }
            try LineageCheck(current.documentWithoutResidue, migration).expectWhole("\(fixture) down to \(target)")
            told += 1
        }
        #expect(told > 0)
    }

    @Test("of generated documents, up and back, every member is told exactly once", arguments: LawTests.cases)
    func generated(_ test: LawTests.Case) throws {
        var told = 0
        for number in 0..<(LawTests.isLong ? 100 : 12) {
            var generator = DocumentGenerator(
                seed: LawTests.seed &+ UInt64(number) &* 104_729, column: test.column, hasBugs: number % 2 == 1)
            let document = Array(generator.document(test.kind).text(Sample.Style.all[number % 3]).utf8)
            for target in [nil, test.kind.dialects.contains(.sdk3) ? Dialect.sdk3 : nil] {
                guard
                    let migration = try? Migrator(Self.traced).upgrade(document, from: test.column.dialect, to: target)
                else { continue }
                let what = "\(test.testDescription), seed \(LawTests.seed), document \(number)"
                try LineageCheck(document, migration).expectWhole(what)
                told += 1
                guard let residue = migration.residue else { continue }
                try LineageCheck(
                    migration.documentWithoutResidue,
                    Migrator(Self.traced).downgrade(migration.documentWithoutResidue, residue: residue)
                ).expectWhole(what + " and back")
            }
        }
        #expect(told > 8, "hardly tested")
    }

    @Test(
        "what is told is what a reader of the table expects",
        arguments: [
            (
                #"{"profile_id":"p","app_id":"a","paid_access_levels":{"premium":{"is_active":1}}}"#, Dialect.sdk1Wire,
                Dialect.sdk2,
                [
                    "copied /profile_id > /profile_id", "copied /app_id > /app_id",
                    "recoded /paid_access_levels > /paid_access_levels",
                    "recoded /paid_access_levels/premium > /paid_access_levels/premium",
                    "recoded /paid_access_levels/premium/is_active > /paid_access_levels/premium/is_active",
                ]
            ),
            (
                #"{"data":{"type":"t","id":"p","attributes":{"paid_access_levels":{}}}}"#, .sdk1Wire, .sdk2,
                [
                    "wrapped /data > ", "stashed /data/type > ", "renamed /data/id > /profile_id",
                    "wrapped /data/attributes > ", "copied /data/attributes/paid_access_levels > /paid_access_levels",
                ]
            ),
            (
                #"{"id":"d","variationId":"v","revision":1,"vendorProductIds":["month"],"remoteConfigString":"{}","locale":"de"}"#,
                .sdk2Bridge, .sdk2,
                [
                    "renamed /id > /developer_id", "renamed /variationId > /variation_id",
                    "copied /revision > /revision", "recoded /vendorProductIds > /products",
                    "renamed /vendorProductIds/0 > /products/0/vendor_product_id",
                    "recoded /remoteConfigString /locale > /remote_config", "wrapped  > /products/0",
                ]
            ),
            (
                #"{"developer_id":"d","variation_id":"v","revision":1}"#, .sdk2, .sdk3,
                [
                    "renamed /developer_id > /placement/developer_id", "copied /variation_id > /variation_id",
                    "renamed /revision > /placement/revision", "wrapped  > /placement",
                ]
            ),
            (
                #"{"profile_id":"p","access_levels":[{"access_level_id":"premium","environment":"Sandbox"}]}"#,
                .serverV2, .sdk2,
                [
                    "copied /profile_id > /profile_id", "recoded /access_levels > /paid_access_levels",
                    "recoded /access_levels/0 > /paid_access_levels/premium",
                    "renamed /access_levels/0/access_level_id > /paid_access_levels/premium/id",
                    "copied /access_levels/0/environment > /paid_access_levels/premium/environment",
                ]
            ),
        ])
    func examples(_ document: String, _ from: Dialect, _ to: Dialect, _ expected: [String]) throws {
        let lineage = try #require(try Migrator(Self.traced).upgrade(Array(document.utf8), from: from, to: to).lineage)
        let told = lineage.entries.filter { $0.action != .missing }.map {
            "\($0.action) \($0.sources.joined(separator: " ")) > \($0.targets.joined(separator: " "))"
        }
        #expect(told == expected)
    }

    @Test("a sentence of the table goes with every field")
    func sentences() throws {
        let lineage = try #require(
            try Migrator(Self.traced).upgrade(
                Array(#"{"profile_id":"p","non_subscriptions":{"x":[{"purchase_id":"1","is_one_time":"0"}]}}"#.utf8),
                from: .sdk1Wire
            ).lineage)
        let entry = try #require(lineage.entries.first { $0.sources == ["/non_subscriptions/x/0/is_one_time"] })
        #expect(entry.field?.row == "is_consumable")
        #expect(entry.field?.table == "Non-subscription")
        #expect(entry.field?.history == "`is_one_time` until SDK 2.4.2; the polarity is the same.")
    }

    @Test("an edit that the older dialect cannot hold is told as dropped")
    func dropped() throws {
        let current = try Migrator().upgrade(
            Array(#"{"profile_id":"p","app_id":"a","access_levels":[{"access_level_id":"premium"}]}"#.utf8),
            from: .serverV2)
        let edited = String(decoding: current.documentWithoutResidue, as: UTF8.self).replacing(
            #""id":"premium""#, with: #""id":"premium","is_active":true"#)
        let lineage = try #require(
            try Migrator(Self.traced).downgrade(Array(edited.utf8), residue: current.residue).lineage)
        #expect(
            lineage.entries.contains {
                $0.action == .dropped && $0.sources == ["/paid_access_levels/premium/is_active"] && $0.targets.isEmpty
            }, "\(lineage.entries)")
    }

    @Test("what the residue alone had is told as restored, with its row")
    func restored() throws {
        let current = try Migrator().upgrade(
            Array(
                #"{"placement":{"id":"d"},"variationId":"v","name":"n","productIdentifiers":[{"vendorProductId":"m"}],"products":[]}"#
                    .utf8), from: .sdk3Bridge)
        let edited = String(decoding: current.documentWithoutResidue, as: UTF8.self).replacing(
            #""paywall_name":"n""#, with: #""paywall_name":"new""#)
        let lineage = try #require(
            try Migrator(Self.traced).downgrade(Array(edited.utf8), residue: current.residue).lineage)
        #expect(
            lineage.entries.contains {
                $0.action == .restored && $0.targets == ["/productIdentifiers"]
                    && $0.field?.row == "product_identifiers"
            }, "\(lineage.entries)")
    }

    @Test("what is missing is told of the target alone, not of the dialect on the way to it")
    func missing() throws {
        let level = #"{"profile_id":"p","access_levels":[{"access_level_id":"premium"}]}"#
        let lineage = try #require(
            try Migrator(Self.traced).upgrade(Array(level.utf8), from: .serverV2, to: .sdk3).lineage)
        let missing = lineage.entries.filter { $0.action == .missing }
        #expect(missing.count { $0.targets == ["/paid_access_levels/premium/is_active"] } == 1)
        #expect(
            missing.allSatisfy { $0.sources.isEmpty && $0.note == "required by sdk3, not in the source" }, "\(missing)")
    }

    @Test("nobody pays for it who did not ask")
    func quiet() throws {
        #expect(
            try Migrator().upgrade(Array(#"{"profile_id":"p","paid_access_levels":{}}"#.utf8), from: .sdk1Wire).lineage
                == nil)
    }
}
