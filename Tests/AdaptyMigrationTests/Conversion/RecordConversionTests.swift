import Testing

@testable import AdaptyMigrationCore
@testable import AdaptyMigrationTesting

/// The conversion on the tape gives the bytes of ``Migrator``, residue and all.
@Suite("Conversion on the tape")
struct RecordConversionTests {
    /// How many documents were converted, and how many objects in them were irregular.
    struct Counts {
        var converted = 0, irregular = 0, restored = 0, unrestored = 0
    }

    /// What both make differently of a document; `nil` when they agree, and for what the tape does not convert yet.
    private static func difference(
        _ document: [UInt8], _ builder: TapeBuilder, _ engine: RecordEngine, _ counts: inout Counts
    ) -> String? {
        let margin = [UInt8](repeating: 0, count: PaddedBytes.margin)
        return (margin + document + margin).withUnsafeBufferPointer { all -> String? in
            guard let start = all.baseAddress,
                let tape = builder.tape(
                    start + margin.count, count: document.count, maximumDepth: 512, names: KnownNames.numbers)
            else { return nil }
            guard let outcome = engine.upgrade(tape, from: nil, to: nil, embedsResidue: true) else { return nil }
            let mine = outcome.isChanged ? engine.output.array : document
            counts.converted += 1
            counts.irregular += engine.irregularObjects
            guard let theirs = try? Migrator.comparing.upgrade(document) else { return "refused" }
            if engine.counts.all != theirs.ledger.counts { return "\(engine.counts.all)\n\(theirs.ledger.counts)" }
            guard mine == theirs.documentWithResidue else {
                return
                    "\(String(decoding: mine, as: UTF8.self))\n\(String(decoding: theirs.documentWithResidue, as: UTF8.self))"
            }
            return RecordConversionTests.wayBack(mine, document, builder, engine, &counts)
        }
    }

    /// What is wrong with the way back; `nil` when it restores the original.
    private static func wayBack(
        _ upgraded: [UInt8], _ original: [UInt8], _ builder: TapeBuilder, _ engine: RecordEngine, _ counts: inout Counts
    ) -> String? {
        if upgraded == original { return nil }
        let margin = [UInt8](repeating: 0, count: PaddedBytes.margin)
        return (margin + upgraded + margin).withUnsafeBufferPointer { all -> String? in
            guard let start = all.baseAddress,
                let tape = builder.tape(
                    start + margin.count, count: upgraded.count, maximumDepth: 512, names: KnownNames.numbers)
            else { return "no tape" }
            do {
                guard engine.restore(tape) != nil else {
                    counts.unrestored += 1
                    return nil
                }
                guard engine.restored.array == original else {
                    return
                        "restored \(String(decoding: engine.restored.array, as: UTF8.self))\noriginal \(String(decoding: original, as: UTF8.self))\nupgraded \(String(decoding: upgraded, as: UTF8.self))"
                }
            }
            counts.restored += 1
            return nil
        }
    }

    @Test("every fixture")
    func fixtures() throws {
        let builder = TapeBuilder(), engine = RecordEngine(MigrationOptions())
        var counts = Counts()
        for fixture in Fixture.everything {
            let document = try fixture.legacy()
            if String(decoding: document, as: UTF8.self).contains(Residue.memberName) { continue }
            if let difference = RecordConversionTests.difference(document, builder, engine, &counts) {
                Issue.record("\(fixture.path)\n\(difference)")
            }
        }
        #expect(counts.converted > Fixture.everything.count / 2, "\(counts)")
    }

    @Test("generated documents", arguments: LawTests.cases)
    func generated(test: LawTests.Case) {
        let builder = TapeBuilder(), engine = RecordEngine(MigrationOptions())
        var counts = Counts()
        for number in 0..<LawTests.count {
            var generator = DocumentGenerator(
                seed: LawTests.seed &+ UInt64(number) &* 7919, column: test.column, hasBugs: number % 2 == 1)
            let document = Array(generator.document(test.kind).text(Sample.Style.all[number % 3]).utf8)
            if let difference = RecordConversionTests.difference(document, builder, engine, &counts) {
                Issue.record("\(String(decoding: document, as: UTF8.self))\n\(difference)")
                return
            }
        }
        #expect(counts.unrestored == 0)
        if test.kind == .profile || test.kind == .event || test.kind == .product, test.column.dialect.isUpgraded {
            #expect(counts.converted > LawTests.count / 2, "\(counts)")
        }
    }

    /// If every key were compared with every other, this suite would hardly end.
    @Test("a record of very many levels, and one of very many products")
    func many() {
        let builder = TapeBuilder(), engine = RecordEngine(MigrationOptions())
        var counts = Counts()
        let levels = (0..<50_000).map { #""l\#($0)":{"id":"l\#($0)","is_active":1}"# }.joined(separator: ",")
        let products = (0..<10_000).map { #"{"vendor_product_id":"p\#($0)","is_consumable":1}"# }.joined(separator: ",")
        for document in [
            #"{"profile_id":"p","paid_access_levels":{\#(levels)}}"#,
            #"{"developer_id":"d","variation_id":"v","revision":1,"is_promo":true,"products":[\#(products)]}"#,
        ] {
            #expect(RecordConversionTests.difference(Array(document.utf8), builder, engine, &counts) == nil)
        }
        #expect(counts.converted == 2)
    }
}
