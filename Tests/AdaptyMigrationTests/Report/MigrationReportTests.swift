@_spi(Tools) import AdaptyMigrationTools
import Foundation
import Testing

@_spi(Tools) @testable import AdaptyMigrationTesting

/// Reports add up, whatever the split, and survive their JSON form.
@Suite struct MigrationReportTests {
    /// 2020-01-01 and 2024-01-01.
    private static let instants: [Int64] = [1_577_836_800_000_000, 1_704_067_200_000_000]

    private static func report(_ records: some Sequence<(Int, [UInt8])>) -> MigrationReport {
        let inspector = RecordInspector(instants: instants)
        return records.reduce(into: MigrationReport()) {
            inspector.inspect($1.1, at: .init(source: "dump.ndjson", line: $1.0), into: &$0)
        }
    }

    private static func fixtures() throws -> [(Int, [UInt8])] {
        let broken: [[UInt8]] = [
            "{\"x\":1}", "{", "[1", "{\"event_type\":", "{\"y\":2}", "{\"z\":3}", "{\"w\":4}", "{\"v\":5}", "{\"u\":6}",
        ].map { Array($0.utf8) }
        let records = try Fixture.all.map { try $0.legacy() } + broken
        return Array(records.enumerated().map { ($0.offset + 1, $0.element) })
    }

    @Test("the parts of a run add up to the whole, in any order", arguments: 1...4 as ClosedRange<UInt64>)
    func partsAddUp(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let records = try MigrationReportTests.fixtures(), whole = MigrationReportTests.report(records)
        var parts: [[(Int, [UInt8])]] = Array(repeating: [], count: Int(seed) + 1)
        for record in records { parts[Int.random(in: parts.indices, using: &random)].append(record) }
        let sum = parts.shuffled(using: &random).map(MigrationReportTests.report).reduce(into: MigrationReport(), +=)
        #expect(sum == whole)
        #expect(sum.json == whole.json)
        #expect(whole[.records].total == records.count)
        #expect(whole[.examples].rows.filter { $0.key[0] == "unrecognised" }.count == 5, "five of each reason are kept")
    }

    @Test(
        "rows beyond the limit are counted together, and the same ones stay whatever the order",
        arguments: 1...20 as ClosedRange<UInt64>)
    func boundedRows(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        func report(_ numbers: [Int]) -> MigrationReport {
            numbers.reduce(into: MigrationReport()) { $0.add(.unknown, ["profile", .text(String(1000 + $1))]) }
        }
        let numbers = (0..<2000).map { _ in Int.random(in: 0..<500, using: &random) },
            cut = Int.random(in: 0..<2000, using: &random)
        var sum = report(Array(numbers[cut...]).shuffled(using: &random))
        sum += report(Array(numbers[..<cut]))
        #expect(sum == report(numbers))
        #expect(sum[.unknown].rows.count == ReportSection.unknown.limit)
        #expect(sum[.unknown].total == numbers.count)
        let kept = Set(numbers).sorted().prefix(ReportSection.unknown.limit)
        #expect(sum[.unknown].rows.map(\.key[1].text) == kept.map { String(1000 + $0) })
        #expect(sum[.unknown].rows.map(\.count) == kept.map { number in numbers.count { $0 == number } })
    }

    @Test func survivesJSON() throws {
        let report = MigrationReportTests.report(try MigrationReportTests.fixtures())
        let read = try MigrationReport(json: report.json)
        #expect(read == report)
        #expect(read.json == report.json)
    }

    @Test(
        "what is no report is refused",
        arguments: [
            "", "{}", "[]", "{\"adapty_migration_report\":2}", "{\"adapty_migration_report\":1,\"new\":{}}",
            "{\"adapty_migration_report\":1,\"kinds\":{}}",
            "{\"adapty_migration_report\":1,\"kinds\":{\"rows\":[[\"a\",1]],\"others\":[]}}",
            "{\"adapty_migration_report\":1,\"kinds\":{\"rows\":[[\"a\",\"b\",\"c\",-1]],\"others\":[]}}",
            "{\"adapty_migration_report\":1,\"kinds\":{\"rows\":[[\"a\",\"b\",\"c\"]],\"others\":[]}}",
        ])
    func refusals(text: String) {
        #expect(throws: MigrationError.self) { try MigrationReport(json: Array(text.utf8)) }
    }

    @Test("every record of the fixtures comes back and keeps its access")
    func fixturesAreProven() throws {
        let report = MigrationReportTests.report(try MigrationReportTests.fixtures())
        #expect(report.count(.proof, "exact") == report[.records].total - report.count(.records, "rejected"))
        #expect(report.count(.gate, "same") == report[.proof].total)
        #expect(report[.findings].isEmpty && report[.losses].isEmpty)
    }

    @Test func discardedResidueIsALoss() {
        let record = Array(
            #"{"placement":{"id":"d"},"variationId":"v","name":"n","productIdentifiers":[],"products":[]}"#.utf8)
        var report = MigrationReport()
        RecordInspector(from: .sdk3Bridge, instants: [], keepsResidue: false).inspect(
            record, at: .init(source: "a", line: 1), into: &report)
        #expect(
            report[.losses].rows.map(\.key) == [
                ["sdk3-bridge", "Paywall", "product_identifiers", "the residue was discarded"]
            ])
        #expect(report.count(.proof, "differs") == 1)
    }

    @Test(
        "what was written is judged, and not what is made of the record here",
        arguments: [
            ("", "", []), (#""is_active":true"#, #""is_active":false"#, [1, 7]),
            // Another program may write it anew.
            (#""is_active":true"#, #""is_active" : true"#, []), (#""id":"premium""#, #""id":"gold""#, [1]),
        ] as [(String, String, Set<Int>)])
    func written(part: String, fault: String, laws: Set<Int>) throws {
        let record = Array(
            #"{"profile_id":"p","app_id":"a","paid_access_levels":{"premium":{"id":"premium","is_active":1,"vendor_transaction_id":"7"}}}"#
                .utf8)
        let good = String(decoding: try Migrator().upgrade(record).document, as: UTF8.self),
            bad = good.replacing(part, with: fault)
        #expect(part.isEmpty || good != bad)
        var report = MigrationReport()
        RecordInspector(instants: MigrationReportTests.instants).inspect(
            record, written: Array(bad.utf8), at: .init(source: "a", line: 1), into: &report)
        #expect(Set(report[.findings].rows.map(\.key[0].text)) == Set(laws.map(String.init)))
        #expect(
            report.count(.proof, "differs") == (laws.contains(1) ? 1 : 0)
                && report.count(.gate, "differs") == (laws.contains(7) ? 1 : 0))
    }

    @Test("the page that describes the report has every section as it is", arguments: ReportSection.allCases)
    func described(section: ReportSection) throws {
        let page = try String(
            contentsOf: FixtureTree.legacy.root.deletingLastPathComponent().appendingPathComponent(
                "Sources/AdaptyMigrationTools/AdaptyMigrationTools.docc/The-report.md"), encoding: .utf8)
        let columns = section.columns.map { "`\($0)`" }.joined(separator: ", ")
        #expect(
            page.replacingOccurrences(of: ",", with: "").contains(
                "| `\(section.rawValue)` | \(columns) | \(section.limit) |".replacingOccurrences(of: ",", with: "")))
    }

    @Test("months of events and dates are told")
    func months() {
        var report = MigrationReport()
        let event = #"{"event_type":"SUBSCRIPTION_CANCELED","event_datetime":"2024-03-31T23:59:59.000000+0000"}"#
        RecordInspector(instants: []).inspect(Array(event.utf8), at: .init(source: "a", line: 1), into: &report)
        #expect(report[.events].rows.map(\.key) == [["SUBSCRIPTION_CANCELED", "2024-03"]])
        #expect(report[.dates].rows.map(\.key) == [["Webhook event", "event_datetime", "2024-03"]])
    }

    @Test func longNamesAreCut() {
        var report = MigrationReport()
        let event = "{\"event_type\":\"\(String(repeating: "é", count: 5000))\"}"
        RecordInspector(from: .webhook, instants: []).inspect(
            Array(event.utf8), at: .init(source: "a", line: 1), into: &report)
        #expect(report[.events].rows[0].key[0].text.utf8.count < 200)
    }
}
