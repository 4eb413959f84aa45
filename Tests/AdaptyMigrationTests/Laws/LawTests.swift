@_spi(Tools) import AdaptyMigrationTools
import Foundation
import Testing

@testable import AdaptyMigrationAccess
@testable import AdaptyMigrationCore
@testable import AdaptyMigrationModels
@_spi(Tools) @testable import AdaptyMigrationStreams
@_spi(Tools) @testable import AdaptyMigrationTesting

/// The laws over generated documents: LAW_DOCUMENTS of each dialect and kind. `make test` takes 60, `make test-long`
/// 1,000. A document is generated and upgraded once, and all laws look at it.
@Suite("Laws")
struct LawTests {
    struct Case: Sendable, CustomTestStringConvertible {
        let column: Column
        let kind: RecordKind
        var testDescription: String { "\(column.id) \(kind.rawValue)" }
    }

    static let cases: [Case] = Column.allCases.flatMap { column in
        RecordKind.converted.filter { $0.dialects.contains(column.dialect) }.map { Case(column: column, kind: $0) }
    }

    /// Whether nothing is sampled.
    static let isLong = ProcessInfo.processInfo.environment["TEST_ALL"] == "1"
    static let count = ProcessInfo.processInfo.environment["LAW_DOCUMENTS"].flatMap { Int($0) } ?? 20
    /// The first of January 2020, 2022, 2024, 2025 and 2026 (UTC).
    static let instants: [Int64] = [1_577_836_800, 1_640_995_200, 1_704_067_200, 1_735_689_600, 1_767_225_600].map {
        $0 * 1_000_000
    }

    static let seed = ProcessInfo.processInfo.environment["LAW_SEED"].flatMap { UInt64($0) } ?? 2026

    @Test("every law holds", arguments: cases)
    func hold(test: Case) {
        let laws = Law.all.filter { $0.concerns(test) }
        var accepted = Array(repeating: 0, count: laws.count)
        for number in 0..<LawTests.count {
            var generator = DocumentGenerator(
                seed: LawTests.seed &+ UInt64(number) &* 7919, column: test.column, hasBugs: number % 2 == 1)
            let sample = generator.document(test.kind), style = Sample.Style.all[number % 3]
            let subject = Result { try Law.Subject(sample, style, test) }
            for (place, law) in laws.enumerated() {
                switch law.verdict(subject) {
                case .holds: accepted[place] += 1
                case .refused: continue
                case .fails:
                    let smallest = sample.shrunk { smaller in
                        law.verdict(Result { try Law.Subject(smaller, style, test) }) == .fails
                    }
                    Issue.record(
                        "\(law.name) fails for \(test.testDescription), seed \(LawTests.seed), document \(number): \(smallest.text(style))"
                    )
                    return
                }
            }
        }
        for (law, accepted) in zip(laws, accepted) {
            #expect(
                accepted * 10 > LawTests.count * 6,
                "\(law.name): only \(accepted) of \(LawTests.count) documents were accepted, so it was hardly tested")
        }
    }
}
