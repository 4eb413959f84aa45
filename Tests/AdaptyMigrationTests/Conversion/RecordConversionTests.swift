import AdaptyMigrationTesting
import Testing

@testable import AdaptyMigrationCore

/// The conversion on the tape gives the bytes of ``Migrator``, residue and all.
@Suite("Conversion on the tape")
struct RecordConversionTests {
    /// How many documents were converted, and how many objects in them were irregular.
    struct Counts {
        var converted = 0, irregular = 0
    }

    /// What both make differently of a document; `nil` when they agree, and for what the tape does not convert yet.
    private static func difference(_ document: [UInt8], _ builder: TapeBuilder, _ counts: inout Counts) -> String? {
        let margin = [UInt8](repeating: 0, count: PaddedBytes.margin)
        return (margin + document + margin).withUnsafeBufferPointer { all -> String? in
            guard let start = all.baseAddress,
                let tape = builder.tape(
                    start + margin.count, count: document.count, maximumDepth: 512, names: KnownNames.numbers),
                let found = TapeRecognizer.recognise(tape, nil), !found.kind.isList, found.column.dialect.isUpgraded
            else { return nil }
            var conversion = RecordConversion(
                tape, from: found.column, to: found.column.dialect.hub.column, MigrationOptions())
            defer { conversion.deallocate() }
            let mine = Result { () throws(MigrationError) in
                try conversion.document(found.node, found.kind, id: found.id)?.documentWithResidue ?? document
            }
            let theirs = Result { () throws(MigrationError) in try Migrator().upgrade(document) }
            counts.converted += 1
            counts.irregular += conversion.irregularObjects
            switch (mine, theirs) {
            case (.success(let a), .success(let b)):
                if conversion.counts.all != b.ledger.counts { return "\(conversion.counts.all)\n\(b.ledger.counts)" }
                return a == b.documentWithResidue
                    ? nil
                    : "\(String(decoding: a, as: UTF8.self))\n\(String(decoding: b.documentWithResidue, as: UTF8.self))"
            case (.failure(let a), .failure(let b)): return a.code == b.code ? nil : "\(a)\n\(b)"
            default: return "\(mine)\n\(theirs)"
            }
        }
    }

    @Test("every fixture")
    func fixtures() throws {
        let builder = TapeBuilder()
        var counts = Counts()
        for fixture in Fixture.everything {
            let document = try fixture.legacy()
            if String(decoding: document, as: UTF8.self).contains(Residue.memberName) { continue }
            if let difference = RecordConversionTests.difference(document, builder, &counts) {
                Issue.record("\(fixture.path)\n\(difference)")
            }
        }
        #expect(counts.converted > Fixture.everything.count / 2, "\(counts)")
    }

    @Test("generated documents", arguments: LawTests.cases)
    func generated(test: LawTests.Case) {
        let builder = TapeBuilder()
        var counts = Counts()
        for number in 0..<LawTests.count {
            var generator = DocumentGenerator(
                seed: LawTests.seed &+ UInt64(number) &* 7919, column: test.column, hasBugs: number % 2 == 1)
            let document = Array(generator.document(test.kind).text(Sample.Style.all[number % 3]).utf8)
            if let difference = RecordConversionTests.difference(document, builder, &counts) {
                Issue.record("\(String(decoding: document, as: UTF8.self))\n\(difference)")
                return
            }
        }
        if test.kind == .profile || test.kind == .event || test.kind == .product, test.column.dialect.isUpgraded {
            #expect(counts.converted > LawTests.count / 2, "\(counts)")
        }
    }

    /// If every key were compared with every other, this suite would hardly end.
    @Test("a record of very many levels, and one of very many products")
    func many() {
        let builder = TapeBuilder()
        var counts = Counts()
        let levels = (0..<50_000).map { #""l\#($0)":{"id":"l\#($0)","is_active":1}"# }.joined(separator: ",")
        let products = (0..<10_000).map { #"{"vendor_product_id":"p\#($0)","is_consumable":1}"# }.joined(separator: ",")
        for document in [
            #"{"profile_id":"p","paid_access_levels":{\#(levels)}}"#,
            #"{"developer_id":"d","variation_id":"v","revision":1,"is_promo":true,"products":[\#(products)]}"#,
        ] {
            #expect(RecordConversionTests.difference(Array(document.utf8), builder, &counts) == nil)
        }
        #expect(counts.converted == 2)
    }
}
