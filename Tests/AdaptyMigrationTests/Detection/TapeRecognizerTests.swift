import Testing

@testable import AdaptyMigrationCore
@testable import AdaptyMigrationTesting

/// The recogniser that reads numbers of names answers what the one answers that words its reasons.
@Suite("Recognition on the tape")
struct TapeRecognizerTests {
    /// What both say differently; `nil` where the first does not answer.
    private static func difference(_ document: [UInt8], _ dialect: Dialect?, _ answered: inout Int) -> String? {
        guard
            let index = try? JSONScanner.index(
                document, maximumDepth: MigrationOptions().maximumDepth, names: KnownNames.numbers),
            let found = TapeRecognizer.recognise(index, dialect)
        else { return nil }
        answered += 1
        do {
            let recognizer = Recognizer(index, MigrationOptions())
            let wanted = try recognizer.decide(dialect).detection
            guard !wanted.isLeftAlone, found.kind == wanted.kind, found.column == wanted.column else {
                return "\(found) and \(wanted)"
            }
            return found.node == recognizer.envelope.node && found.id == recognizer.envelope.id
                ? nil : "\(found) and \(recognizer.envelope)"
        } catch {
            return "\(found) and \(error)"
        }
    }

    @Test("every fixture, recognised and with its dialect named")
    func fixtures() throws {
        var answered = 0
        for fixture in Fixture.everything {
            let document = try fixture.legacy()
            for dialect in [nil, fixture.dialect] {
                let difference = TapeRecognizerTests.difference(document, dialect, &answered)
                #expect(difference == nil, "\(fixture.path), \(dialect?.rawValue ?? "recognised")")
            }
        }
        #expect(answered > Fixture.everything.count)
    }

    @Test("generated documents", arguments: LawTests.cases)
    func generated(test: LawTests.Case) {
        var answered = 0
        for number in 0..<LawTests.count {
            var generator = DocumentGenerator(
                seed: LawTests.seed &+ UInt64(number) &* 7919, column: test.column, hasBugs: number % 2 == 1)
            let document = Array(generator.document(test.kind).text(Sample.Style.all[number % 3]).utf8)
            for dialect in [nil, test.column.dialect] {
                if let difference = TapeRecognizerTests.difference(document, dialect, &answered) {
                    Issue.record("\(difference): \(String(decoding: document, as: UTF8.self))")
                    return
                }
            }
        }
        if test.kind != .promo { #expect(answered > LawTests.count / 2) }
    }
}
