import Testing

@testable import AdaptyMigrationCore
@_spi(Tools) @testable import AdaptyMigrationTesting

/// Law 5 for every target that is no way back, over documents that also hold members of other dialects: what only the
/// target would read must be read the first time.
@Suite("Laws: upgrading twice to any target")
struct IdempotenceTests {
    /// Of the profiles, two in ten can be written to `server-v2`.
    private static let count = max(12, LawTests.count / 8)

    @Test(
        "a member that only the target reads is read the first time",
        arguments: LawTests.cases.filter { $0.kind != .promo })
    func foreignMembers(test: LawTests.Case) {
        for target in test.kind.dialects
        where target.age >= max(2, test.column.dialect.age) && target.holdsResidue {
            var upgraded = 0
            for number in 0..<IdempotenceTests.count {
                var generator = DocumentGenerator(
                    seed: LawTests.seed &+ UInt64(number) &* 6101, column: test.column, hasBugs: number % 2 == 1)
                let sample = IdempotenceTests.mixed(generator.document(test.kind), target, &generator.random),
                    style = Sample.Style.all[number % 3]
                func fault(_ sample: Sample) -> String? {
                    IdempotenceTests.fault(Array(sample.text(style).utf8), test, target, &upgraded)
                }
                guard fault(sample) != nil else { continue }
                let smallest = sample.shrunk { fault($0) != nil }
                Issue.record(
                    "\(test.testDescription) to \(target.rawValue), document \(number): \(smallest.text(style))\n\(fault(smallest) ?? "")"
                )
                break
            }
            // Of what is generated, most has flags that contradict its dates, or keys that contradict its products.
            let share = target == .serverV2 ? 40 : 3
            #expect(upgraded * share > IdempotenceTests.count, "only \(upgraded) documents were upgraded")
        }
    }

    @Test("left out: names that only SDK 1.x reads; they settle the second time")
    func leftOut() throws {
        let document = Array(#"{"variation_id":"v","products":[],"isWinback":true}"#.utf8)
        let once = try Migrator().upgrade(document, from: .sdk1Wire, to: .sdk1Stored).documentWithoutResidue
        let twice = try Migrator().upgrade(once, from: .sdk1Stored, to: .sdk1Stored).documentWithoutResidue
        #expect(twice != once)
        #expect(try Migrator().upgrade(twice, from: .sdk1Stored, to: .sdk1Stored).documentWithoutResidue == twice)
    }

    @Test(
        "what cannot be read, or is of another dialect, is not read the second time",
        arguments: [
            #"{"id":"d","variationId":"v","vendorProductIds":["a"],"remoteConfigString":1.0,"remoteConfig":{"a":1},"locale":"en"}"#,
            #"{"variation_id":"v","is_promo":true,"products":[],"custom_payload":"{}","customPayload":true}"#,
            #"{"variationId":"v","isPromo":true,"products":[],"customPayloadString":"{}","custom_payload":"{\"a\":1}"}"#,
            #"{"developer_id":"d","customPayload":"a","customPayload":[],"variation_id":"v","is_promo":false,"products":[],"custom_payload":"a","custom_payload":"b"}"#,
            #"{"profileId":"p","accessLevels":{},"nonSubscriptions":{"c":[{"purchaseId":"i","purchasedAt":"2021-05-05T05:05:05.000000+0000","vendorOriginalTransactionId":"1","vendor_original_transaction_id":"1"}],"c":{}}}"#,
        ])
    func strays(_ text: String) throws {
        let document = Array(text.utf8), once = try Migrator().upgrade(document)
        #expect(try Migrator().upgrade(once.document).document == once.document)
        #expect(try Migrator().downgrade(once.document).documentWithoutResidue == document)
    }

    private static func fault(
        _ document: [UInt8], _ test: LawTests.Case, _ target: Dialect, _ upgraded: inout Int
    ) -> String? {
        // A member of another kind may make it a record of that kind.
        guard let once = try? Migrator().upgrade(document, from: test.column.dialect, to: target),
            once.kind == test.kind
        else { return nil }
        upgraded += 1
        do {
            let twice = try Migrator().upgrade(
                once.document, from: once.residue == nil ? target : nil, to: target)
            if twice.document != once.document {
                return "with its residue: \(String(decoding: twice.document, as: UTF8.self))"
            }
            let plain = try Migrator().upgrade(once.documentWithoutResidue, from: target, to: target)
            return plain.documentWithoutResidue == once.documentWithoutResidue
                ? nil : "without: \(String(decoding: plain.documentWithoutResidue, as: UTF8.self))"
        } catch { return "refused: \(error)" }
    }

    /// The names that a column has for its fields, save those of custom codecs.
    private static func names(_ column: Column) -> [String] {
        let rows = TableID.allCases.flatMap { Table[$0].rows }.filter {
            if case .custom = $0.codec { false } else { true }
        }
        return Set(rows.flatMap { $0.names[column].filter { $0.path.count == 1 }.map(\.text) }).sorted()
    }

    /// A document with members of the target among its own.
    private static func mixed(_ sample: Sample, _ target: Dialect, _ random: inout SeededGenerator) -> Sample {
        switch sample {
        case .token: return sample
        case .array(let elements): return .array(elements.map { mixed($0, target, &random) })
        case .object(let members):
            var members = members.map { (name: $0.name, value: mixed($0.value, target, &random)) }
            let name = "\"\(random.pick(names(target.column)))\""
            if random.chance(15), !members.contains(where: { $0.name == name }) {
                members.append((name, .token(random.pick(["\"text\"", "7", "true", "null", "[]"]))))
            }
            return .object(members)
        }
    }
}
