import Testing

@testable import AdaptyMigration
@testable import AdaptyMigrationCore
@_spi(Tools) @testable import AdaptyMigrationTesting
@_spi(Tools) @testable import AdaptyMigrationTools

/// Clients of several versions share a record: each reads what it wrote, and what one cannot see it cannot destroy.
@Suite("Compatibility: one record, clients of every version")
struct CompatibilityLayerTests {
    private static let layer = CompatibilityLayer()
    private static let count = max(30, LawTests.count / 20)

    /// Documents of a case that are accepted.
    private static func documents(
        _ test: LawTests.Case,
        _ body: (_ document: [UInt8], _ write: CompatibilityLayer.Write, _ random: inout SeededGenerator) throws -> Void
    ) rethrows {
        var accepted = 0
        for number in 0..<count {
            var generator = DocumentGenerator(
                seed: LawTests.seed &+ UInt64(number) &* 104_729, column: test.column, hasBugs: number % 2 == 1)
            let document = Array(generator.document(test.kind).text(Sample.Style.all[number % 3]).utf8)
            guard let write = try? layer.accept(document, in: test.column.dialect) else { continue }
            accepted += 1
            try body(document, write, &generator.random)
        }
        #expect(accepted > count / 2, "\(accepted) of \(count)")
    }

    private func same(_ a: [UInt8], _ b: [UInt8], _ what: Comment) {
        #expect(String(decoding: a, as: UTF8.self) == String(decoding: b, as: UTF8.self), what)
    }

    /// The dialect in which a client reads back what it wrote: an older variant of the stored dialect is brought to its
    /// newest form.
    private static let old = LawTests.cases.filter {
        $0.column.dialect != .sdk2 && $0.column.dialect != .sdk3 && $0.column.dialect != .webhook && $0.kind != .promo
    }

    @Test("who wrote reads its own bytes", arguments: old)
    func ownBytes(test: LawTests.Case) throws {
        try CompatibilityLayerTests.documents(test) { document, write, _ in
            same(
                try CompatibilityLayerTests.layer.view(write.record, test.column.dialect).documentWithoutResidue,
                document,
                "\(test.testDescription)")
        }
    }

    @Test(
        "who writes back what it read changes nothing, in any dialect",
        arguments: LawTests.cases.filter { $0.kind != .promo })
    func writtenBack(test: LawTests.Case) throws {
        try CompatibilityLayerTests.documents(test) { _, write, _ in
            for dialect in test.kind.dialects where dialect != .sdk3 || write.record.dialect == .sdk3 {
                let view: Migration
                do throws(MigrationError) {
                    view = try CompatibilityLayerTests.layer.view(write.record, dialect)
                } catch {
                    // Of what is generated, much has flags that contradict its dates.
                    if error.code.rawValue == "contradicting-access" { continue }
                    throw error
                }
                guard
                    let again = try? CompatibilityLayerTests.layer.accept(
                        view.documentWithoutResidue, in: dialect, onto: write.record)
                else { continue }
                same(
                    again.record.document, write.record.document,
                    "\(test.testDescription), written back as \(dialect.rawValue)")
                #expect(again.lost == [])
            }
        }
    }

    @Test(
        "an older client's write keeps what it cannot see, and is read back",
        arguments: old.filter { !$0.kind.isList && $0.column != .serverV2 })
    func hidden(test: LawTests.Case) throws {
        let layer = CompatibilityLayerTests.layer
        var kept = 0
        try CompatibilityLayerTests.documents(test) { document, write, random in
            // A newer client adds what the older dialect has no place for.
            let current = write.record,
                newer = CompatibilityLayerTests.adding("\"x_newer_only\":1", to: current.document)
            let stored = try layer.accept(newer, in: current.dialect, onto: current).record
            let view = try layer.view(stored, test.column.dialect).documentWithoutResidue
            let edited = CompatibilityLayerTests.adding("\"x_older\":\(random.below(9))", to: view)
            guard let after = try? layer.accept(edited, in: test.column.dialect, onto: stored) else { return }
            same(
                try layer.view(after.record, test.column.dialect).documentWithoutResidue, edited,
                "\(test.testDescription): what it wrote is what it reads")
            let index = try JSONScanner.index(after.record.document)
            #expect(index.member(0, "x_newer_only") != nil && index.member(0, "x_older") != nil)
            kept += 1
        }
        #expect(kept > CompatibilityLayerTests.count / 2)
    }

    private static func adding(_ member: String, to document: [UInt8]) -> [UInt8] {
        guard let index = try? JSONScanner.index(document) else { return document }
        let node = Envelope(index).node, end = index.range(node).upperBound - 1
        return document[..<end] + Array(((index.members(node).contains { _ in true } ? "," : "") + member).utf8)
            + document[end...]
    }

    @Test("two versions edit one profile: the example of the documentation, step by step")
    func twoVersions() throws {
        let layer = CompatibilityLayer(),
            mine = Array(#"{"profile_id":"p","paid_access_levels":{"premium":{"is_active":1}},"app_id":"a"}"#.utf8)
        let first = try layer.accept(mine)
        same(
            first.record.document,
            Array(#"{"profile_id":"p","paid_access_levels":{"premium":{"is_active":true}},"app_id":"a"}"#.utf8),
            "stored")
        let newer = Array(
            #"{"profile_id":"p","paid_access_levels":{"premium":{"is_active":true}},"segment_hash":"h"}"#.utf8)
        let second = try layer.accept(newer, in: .sdk2, onto: first.record)
        let source = try #require(first.migration.source)
        let read = String(decoding: try layer.view(second.record, source).documentWithoutResidue, as: UTF8.self)
        let place = try #require(read.firstRange(of: #""is_active":1"#))
        // The current client did not write what its types do not have.
        #expect(read.contains(#""app_id":"a""#))
        let third = try layer.accept(
            Array((read[..<place.lowerBound] + #""is_active":0"# + read[place.upperBound...]).utf8), in: source,
            onto: second.record)
        let index = try JSONScanner.index(third.record.document)
        #expect(index.member(0, "segment_hash").flatMap { index.text($0) } == "h")
        let profile = try AdaptyProfile(decoding: third.record.document, as: third.record.dialect)
        #expect(profile.accessLevels["premium"]?.isActive == false)
        #expect(third.lost == [])
        let tags = try [first, third].flatMap { write in
            try [Dialect.sdk2, .sdk3].map { try layer.answer(write.record, to: Client($0)).entityTag }
        }
        #expect(Set(tags).count == 4)
        #expect(tags.map { third.record.isCurrent($0) } == [false, false, true, true])
    }

    @Test("the example of the documentation, literally")
    func example() throws {
        let layer = CompatibilityLayer()
        func write(_ text: String, _ dialect: Dialect, onto stored: SharedRecord?) throws -> CompatibilityLayer.Write {
            try layer.accept(Array(text.utf8), in: dialect, onto: stored)
        }
        let first = try write(
            #"{"profile_id":"p","paid_access_levels":{"premium":{"is_active":1}},"app_id":"a"}"#, .sdk1Wire, onto: nil)
        let second = try write(
            #"{"profile_id":"p","paid_access_levels":{"premium":{"is_active":true}},"segment_hash":"h"}"#, .sdk3,
            onto: first.record)
        let third = try write(
            #"{"profile_id":"p","paid_access_levels":{"premium":{"is_active":0}}}"#, .sdk1Wire, onto: second.record)
        same(
            third.record.document,
            Array(
                #"{"profile_id":"p","paid_access_levels":{"premium":{"is_active":false}},"app_id":"a","segment_hash":"h"}"#
                    .utf8), "stored")
        #expect(second.lost == [] && third.lost == [])
        let removal = try write(
            #"{"profile_id":"p","paid_access_levels":{"premium":{"is_active":0}},"segment_hash":null}"#, .sdk1Wire,
            onto: third.record)
        #expect(String(decoding: removal.record.document, as: UTF8.self).contains(#""segment_hash":null"#))
    }

    @Test("a record survives its store", arguments: LawTests.cases.filter { $0.kind != .promo })
    func stored(test: LawTests.Case) throws {
        try CompatibilityLayerTests.documents(test) { _, write, _ in
            let record = write.record
            let read = try SharedRecord(
                document: record.document, dialect: record.dialect, kind: record.kind, residues: record.residuesJSON)
            #expect(read == record)
        }
    }

    @Test("SDK 3 writes a record of SDK 1: older clients still read their own")
    func raised() throws {
        let layer = CompatibilityLayer(),
            old = Array(
                #"{"variation_id":"v","developer_id":"d","revision":1,"name":"n","ab_test_name":"t","custom_payload":"{}","products":[],"is_promo":false}"#
                    .utf8)
        let first = try layer.accept(old, in: .sdk1Wire).record
        let asSDK3 = try layer.view(first, .sdk3).documentWithoutResidue
        #expect(try layer.accept(asSDK3, in: .sdk3, onto: first).record == first)
        let edited = CompatibilityLayerTests.adding(#""request_locale":"de""#, to: asSDK3)
        let second = try layer.accept(edited, in: .sdk3, onto: first)
        #expect(second.record.dialect == .sdk3 && second.lost == [])
        same(try layer.view(second.record, .sdk1Wire).documentWithoutResidue, old, "SDK 1 reads its own bytes")
        same(
            try layer.view(second.record, .sdk2).documentWithoutResidue,
            CompatibilityLayerTests.adding(#""request_locale":"de""#, to: first.document), "SDK 2 reads what it read")
    }

    @Test("a profile is not replaced by a paywall")
    func otherKind() throws {
        let profile = try CompatibilityLayer().accept(Array(#"{"profile_id":"p","paid_access_levels":{}}"#.utf8)).record
        let problem = try #require(throws: ProblemDocument.self) {
            try CompatibilityLayer().accept(
                Array(#"{"variation_id":"v","developer_id":"d","products":[]}"#.utf8), onto: profile)
        }
        #expect(problem.status == 409)
    }
}
