@_spi(Tools) @testable import AdaptyMigrationStreams
import Testing

@testable import AdaptyMigrationCore

/// Records that no app ever sent: neither path crashes, both agree, and the work grows with the bytes.
@Suite("Transcoder: pathological records")
struct PathologicalTests {
    struct Record: Sendable, CustomTestStringConvertible {
        let testDescription: String
        var from = Dialect.sdk1Wire
        let make: @Sendable (Int) -> String
    }

    private static func level(_ number: Int) -> String {
        "\"level_\(number)\":{\"id\":\"level_\(number)\",\"is_active\":1,\"vendor_transaction_id\":\"\(number)\",\"store\":\"app_store\"}"
    }

    static let records: [Record] = [
        Record(testDescription: "unknown members") { n in
            "{\"profile_id\":\"p\",\"app_id\":1," + (0..<n).map { "\"x_\($0)\":\($0)" }.joined(separator: ",") + "}"
        },
        Record(testDescription: "one name, again and again") { n in
            "{\"profile_id\":\"p\"" + String(repeating: ",\"app_id\":\"a\"", count: n) + "}"
        },
        Record(testDescription: "a configuration, again and again") { n in
            "{\"developer_id\":\"d\",\"variation_id\":\"v\",\"revision\":1"
                + String(repeating: ",\"custom_payload\":\"{}\"", count: n) + "}"
        },
        Record(testDescription: "an object that contains fields, again and again", from: .sdk3Bridge) { n in
            "{\"id\":\"p\",\"variationId\":\"v\",\"name\":\"n\",\"products\":[]"
                + String(repeating: ",\"placement\":{\"revision\":null}", count: n)
                + ",\"placement\":{\"revision\":1,\"id\":\"d\"}}"
        },
        Record(testDescription: "products") { n in
            let products = (0..<n).map { "{\"vendor_product_id\":\"p\($0)\",\"is_consumable\":1}" }
            return "{\"developer_id\":\"d\",\"variation_id\":\"v\",\"revision\":1,\"is_promo\":true,\"products\":["
                + products.joined(separator: ",") + "]}"
        },
        Record(testDescription: "one unknown name, again and again") { n in
            "{\"profile_id\":\"p\"" + String(repeating: ",\"x\":\"a\"", count: n) + ",\"app_id\":1}"
        },
        Record(testDescription: "access levels") { n in
            "{\"profile_id\":\"p\",\"paid_access_levels\":{" + (0..<n).map(level).joined(separator: ",") + "}}"
        },
        Record(testDescription: "purchases") { n in
            "{\"profile_id\":\"p\",\"non_subscriptions\":{\"c\":["
                + (0..<n).map {
                    "{\"purchase_id\":\"\($0)\",\"is_one_time\":0,\"vendor_original_transaction_id\":\"\($0)\"}"
                }.joined(separator: ",") + "]}}"
        },
        Record(testDescription: "escapes") { n in
            "{\"profile_id\":\"p\",\"app_id\":\"" + String(repeating: "\\n\\u00e9\\\"", count: n) + "\"}"
        },
        Record(testDescription: "dense Unicode") { n in
            "{\"profile_id\":\"p\",\"app_id\":\"" + String(repeating: "я日😀é", count: n) + "\"}"
        },
        Record(testDescription: "arrays inside arrays") { n in
            "{\"profile_id\":\"p\",\"x\":" + String(repeating: "[", count: min(n, 480))
                + String(repeating: "]", count: min(n, 480)) + ",\"app_id\":1}"
        },
        Record(testDescription: "white space") { n in
            "{" + String(repeating: " \n\t", count: n) + "\"profile_id\" : \"p\" , \"app_id\" : 1"
                + String(repeating: " ", count: n) + "}"
        },
        Record(testDescription: "a long number") { n in
            "{\"profile_id\":\"p\",\"total_revenue_usd\":1" + String(repeating: "0", count: n) + "}"
        },
    ]

    @Test("both paths agree at every size, and the record comes back", arguments: records)
    func agrees(_ record: Record) throws {
        var up = TwoPaths(.upgrade, from: record.from), recognised = TwoPaths(.upgrade), down = TwoPaths(.downgrade)
        for size in [1, 2, 17, 300, 4_000] {
            let document = Array(record.make(size).utf8)
            #expect(up.difference(document) == nil)
            #expect(recognised.difference(document) == nil)
            let upgraded = try Migrator().upgrade(document, from: record.from).document
            #expect(down.difference(upgraded) == nil)
            #expect(try Migrator().downgrade(upgraded).documentWithoutResidue == document)
        }
    }

    @Test("many members, names or levels are done in one breath", .timeLimit(.minutes(20)), arguments: records)
    func isLinear(_ record: Record) throws {
        let document = Array(record.make(LawTests.isLong ? 100_000 : 20_000).utf8)
        var up = TwoPaths(.upgrade, from: record.from)
        #expect(up.difference(document) == nil)
    }
}
