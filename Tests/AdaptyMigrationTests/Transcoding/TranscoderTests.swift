import Testing

@_spi(Tools) @testable import AdaptyMigrationCore
@_spi(Tools) @testable import AdaptyMigrationStreams
@_spi(Tools) @testable import AdaptyMigrationTesting

/// A record in a stream becomes what it becomes by itself, byte for byte, in every dialect.
@Suite("Transcoder")
struct TranscoderTests {
    /// Every document goes through both paths nine times.
    private static let count = max(5, LawTests.count / 4)

    @Test("generated documents, up and down", arguments: LawTests.cases)
    func generated(test: LawTests.Case) {
        var up = TwoPaths(.upgrade), down = TwoPaths(.downgrade), named = TwoPaths(.upgrade, from: test.column.dialect)
        for number in 0..<TranscoderTests.count {
            var generator = DocumentGenerator(
                seed: LawTests.seed &+ UInt64(number) &* 31_337, column: test.column, hasBugs: number % 2 == 1)
            let document = Array(generator.document(test.kind).text(Sample.Style.all[number % 3]).utf8)
            for (name, difference) in [
                ("up", up.difference(document)), ("named", named.difference(document)),
                ("down", down.difference(document)),
            ] {
                guard difference == nil else { return report(name, test, number, document, difference) }
            }
            guard let migration = try? Migrator().upgrade(document, from: test.column.dialect),
                let residue = migration.residue
            else { continue }
            let upgraded = migration.document
            for (name, difference) in [("restored", down.difference(upgraded)), ("again", up.difference(upgraded))] {
                guard difference == nil else { return report(name, test, number, upgraded, difference) }
            }
            let edited = ResidueMember.embed(
                residue, in: MutationTests.mutant(of: migration.documentWithoutResidue, &generator.random))
            if let difference = down.difference(edited) { return report("edited", test, number, edited, difference) }
            let forged = MutationTests.mutant(of: upgraded, &generator.random)
            if let difference = down.difference(forged) ?? up.difference(forged) {
                return report("forged", test, number, forged, difference)
            }
        }
        #expect(up.accepted > TranscoderTests.count / 3)
    }

    /// Old clients are answered so: a current record goes down to a dialect that somebody names, and comes back up.
    @Test(
        "generated documents, down to a dialect that is named, and up again",
        arguments: LawTests.cases.filter { $0.kind != .promo })
    func named(test: LawTests.Case) {
        var up = TwoPaths(.upgrade), back = TwoPaths(.downgrade)
        for target in test.kind.dialects where target.age < target.hub.age {
            var down = TwoPaths(.downgrade, to: target),
                known = TwoPaths(.downgrade, from: test.column.dialect, to: target)
            for number in 0..<(TranscoderTests.count / 3) {
                var generator = DocumentGenerator(
                    seed: LawTests.seed &+ UInt64(number) &* 41_113, column: test.column, hasBugs: number % 2 == 1)
                let document = Array(generator.document(test.kind).text(Sample.Style.all[number % 3]).utf8),
                    upgraded = try? Migrator().upgrade(document, from: test.column.dialect).document
                for (name, source) in [("as it is", document), ("upgraded", upgraded ?? document)] {
                    for difference in [down.difference(source), known.difference(source)] where difference != nil {
                        return report("\(name) to \(target.rawValue)", test, number, source, difference)
                    }
                }
                guard let lowered = try? Migrator().downgrade(document, from: test.column.dialect, to: target),
                    let residue = lowered.residue
                else { continue }
                for (name, difference) in [
                    ("up again", up.difference(lowered.document)),
                    ("back", back.difference(lowered.document)),
                ] {
                    guard difference == nil else {
                        return report(
                            "\(name) from \(target.rawValue)", test, number, lowered.document, difference)
                    }
                }
                let edited = ResidueMember.embed(
                    residue, in: MutationTests.mutant(of: lowered.documentWithoutResidue, &generator.random))
                if let difference = back.difference(edited) {
                    return report("edited, from \(target.rawValue)", test, number, edited, difference)
                }
                let forged = MutationTests.mutant(of: lowered.document, &generator.random)
                if let difference = back.difference(forged) {
                    return report("forged, from \(target.rawValue)", test, number, forged, difference)
                }
            }
        }
    }

    private func report(
        _ name: String, _ test: LawTests.Case, _ number: Int, _ document: [UInt8], _ difference: String?
    ) {
        Issue.record(
            "\(name), \(test.testDescription), document \(number)\nsource  \(String(decoding: document, as: UTF8.self))\n\(difference ?? "")"
        )
    }

    @Test("mutants, up and down", arguments: Realistic.all)
    func mutants(_ document: Realistic.Document) throws {
        var random = SeededGenerator(seed: LawTests.seed &+ UInt64(document.name.utf8.count) &* 131)
        var up = TwoPaths(.upgrade), down = TwoPaths(.downgrade)
        let upgraded = try Migrator().upgrade(document.bytes).document
        for number in 0..<(TranscoderTests.count * 10) {
            let mutant = MutationTests.mutant(of: document.bytes, &random),
                current = MutationTests.mutant(of: upgraded, &random)
            if let difference = up.difference(mutant) {
                Issue.record("\(number): \(String(decoding: mutant, as: UTF8.self))\n\(difference)")
                return
            }
            if let difference = down.difference(current) {
                Issue.record("\(number): \(String(decoding: current, as: UTF8.self))\n\(difference)")
                return
            }
        }
    }

    @Test("what is usual, again and again", arguments: Realistic.usual)
    func usual(_ document: Realistic.Document) throws {
        var up = TwoPaths(.upgrade), down = TwoPaths(.downgrade)
        let upgraded = try Migrator().upgrade(document.bytes).document
        for _ in 0..<3 { #expect(up.difference(document.bytes) == nil && down.difference(upgraded) == nil) }
    }

    @Test(
        "current records go down to a dialect that is named, and back",
        arguments: Realistic.upgraded, [Dialect.sdk1Wire, .sdk1Stored, .sdk1Bridge])
    func lowered(_ document: Realistic.Document, _ target: Dialect) throws {
        var down = TwoPaths(.downgrade, to: target), back = TwoPaths(.downgrade),
            lowered = try Migrator().downgrade(document.bytes, to: target)
        #expect(lowered.residue != nil && lowered.target == target)
        for _ in 0..<3 {
            #expect(down.difference(document.bytes) == nil && back.difference(lowered.document) == nil)
        }
        // Under another residue it is another record.
        lowered = try Migrator().upgrade(Realistic.wireProfile.bytes)
        #expect(down.difference(lowered.document) == nil)
    }

    @Test(
        "a record is taken for what it is, whatever the one before it was", arguments: Realistic.usual, Realistic.usual)
    func mixed(_ first: Realistic.Document, _ second: Realistic.Document) {
        var up = TwoPaths(.upgrade)
        for _ in 0..<3 { #expect(up.difference(first.bytes) == nil && up.difference(second.bytes) == nil) }
    }

    @Test(
        "wherever the residue goes, the document is the same", arguments: [ResiduePlace.inside, .beside, .nowhere])
    func residue(place: ResiduePlace) throws {
        let transcoder = Transcoder(.upgrade, residues: place), input = RecordBuffer(),
            output = RecordBuffer()
        let document = Realistic.wireProfile.bytes, upgraded = try Migrator().upgrade(document)
        input.append(document)
        for _ in 0..<3 {
            output.removeAll()
            _ = try transcoder.convert(0..<input.count, of: input, into: output)
            #expect(output.bytes == (place == .inside ? upgraded.document : upgraded.documentWithoutResidue))
            #expect(transcoder.residue == (place == .beside ? upgraded.residue?.json : nil))
        }
    }
}
