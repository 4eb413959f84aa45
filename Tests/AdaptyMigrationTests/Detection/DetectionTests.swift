@testable import AdaptyMigrationModels
@_spi(Tools) @testable import AdaptyMigrationStreams
import Testing

@testable import AdaptyMigrationCore

/// Recognition over generated documents (LAW_DOCUMENTS of each dialect and kind): the dialect they were written in is
/// named, or one that gives the same document.
@Suite("Detection")
struct DetectionTests {
    @Test("no generated document is taken for another dialect")
    func generated() async {
        let matrix = await ConfusionMatrix.all(count: LawTests.count, seed: LawTests.seed)
        for example in matrix.examples { Issue.record(Comment(rawValue: example)) }
        #expect(matrix.documents == LawTests.cases.count * LawTests.count)
        let text = matrix.text(count: LawTests.count, seed: LawTests.seed)
        #expect(matrix.refusals * 20 < matrix.documents, "too many refusals: \(text)")
        print(text)
    }

    @Test("the matrix in MIGRATION.md is what came out")
    func matrix() async throws {
        let count = ConfusionMatrix.documented, seed: UInt64 = 2026
        try GeneratedDocument.check([
            ("confusion", await ConfusionMatrix.all(count: count, seed: seed).text(count: count, seed: seed))
        ])
    }

    @Test("what tells dialects apart is what pairs.txt says, and MIGRATION.md in short")
    func pairs() throws {
        try GeneratedDocument.check(whole: DialectPairs.path, DialectPairs.page)
        try GeneratedDocument.check([("own", OwnMembers().text), ("envelopes", DialectPairs.envelopes)])
    }

    @Test("every fact that tells two dialects apart does so in the recogniser", arguments: DialectPair.all)
    func facts(pair: DialectPair) throws {
        #expect(pair.facts.isEmpty == false || pair.region.isEmpty == false)
        for fact in pair.facts {
            #expect(
                try pair.isDecided(by: fact), "\(fact.witness) does not tell \(fact.owner.id) from \(fact.other.id)")
        }
    }

    @Test("a record that both dialects may have written gives one document, or is refused", arguments: DialectPair.all)
    func region(pair: DialectPair) throws {
        for document in pair.witnesses(seed: 2026, count: 40) {
            #expect(try pair.isHonest(document), "\(String(decoding: document, as: UTF8.self))")
        }
    }

    @Test("a paywalls response whose paywalls cannot be recognised is no list of products")
    func productsOfAResponse() throws {
        let document =
            #"{"data":[{"developer_id":"d","revision":3}],"meta":{"products":[{"vendor_product_id":"a","localized_title":"A"}]}}"#
        let error = #expect(throws: MigrationError.self) { try Migrator().detect(Array(document.utf8)) }
        #expect(error?.code == .unrecognised)
    }

    @Test(
        "a tie with a newer dialect, which would stay as it is, is refused where the older one would not",
        arguments: [
            (
                #"{"profile_id":"p","timestamp":1,"subscriptions":{"m":{"is_active":true,"base_plan_id":"b","expires_at":"2022-07-30T10:00:00+0300"}}}"#,
                [Dialect.sdk3, .serverV1]
            ),
            (#"{"profile_id":"p","segment_hash":"s","timestamp":1,"non_subscriptions":[]}"#, [.sdk3, .serverV2]),
        ])
    func newerTie(document: String, dialects: [Dialect]) throws {
        var difference = TwoPaths(.upgrade)
        #expect(difference.difference(Array(document.utf8)) == nil)
        let error = #expect(throws: MigrationError.self) { try Migrator().upgrade(Array(document.utf8)) }
        #expect(error?.code == .ambiguous)
        let documents = try dialects.map {
            try Migrator().upgrade(Array(document.utf8), from: $0).documentWithoutResidue
        }
        #expect(Set(documents).count == 2)
    }

    @Test(
        "what a server says beside fields of SDK 3 makes no tie: every reading leaves it as it is",
        arguments: [
            (
                #"{"profile_id":"p","paid_access_levels":{"a":{"id":"a"}},"segment_hash":"s","total_revenue_usd":9.9}"#,
                [Dialect.sdk3, .serverV1]
            ),
            (#"{"profile_id":"p","segment_hash":"s","timestamp":1,"app_id":"a"}"#, [.sdk3, .serverV2]),
        ])
    func noTie(document: String, dialects: [Dialect]) throws {
        var difference = TwoPaths(.upgrade)
        #expect(difference.difference(Array(document.utf8)) == nil)
        #expect(try Migrator().upgrade(Array(document.utf8)).document == Array(document.utf8))
        for dialect in dialects {
            #expect(try Migrator().upgrade(Array(document.utf8), from: dialect).document == Array(document.utf8))
        }
    }

    @Test(
        "a profile without purchases is of the newest dialect that fits it",
        arguments: [
            (
                #"{"profile_id":"p","segment_hash":"s","paid_access_levels":null,"subscriptions":null,"non_subscriptions":null}"#,
                Dialect.sdk3
            ),
            (#"{"profile_id":"p","paid_access_levels":{},"subscriptions":{},"non_subscriptions":null}"#, .sdk2),
            (#"{"data":{"profile_id":"p","paid_access_levels":{},"total_revenue_usd":0.0}}"#, .serverV1),
            (#"{"data":{"profile_id":"p","paid_access_levels":{},"is_test_user":false}}"#, .sdk3),
        ])
    func withoutPurchases(document: String, dialect: Dialect) throws {
        var difference = TwoPaths(.upgrade)
        #expect(difference.difference(Array(document.utf8)) == nil)
        #expect(try Migrator().detect(Array(document.utf8)).dialect == dialect)
    }

    @Test("six wrappers are an envelope, seven are none", arguments: [(1, true), (6, true), (7, false)])
    func envelopes(count: Int, isRecognised: Bool) {
        let text =
            String(repeating: #"{"data":"#, count: count)
            + #"{"profile_id":"p","paid_access_levels":{"premium":{"id":"premium","is_active":1}}}"#
            + String(repeating: "}", count: count)
        #expect(((try? Migrator().detect(Array(text.utf8))) != nil) == isRecognised)
    }
}
