import Testing

@testable import AdaptyMigrationCore

/// A member that nobody said has one value, whoever asks for it.
@Suite("One table of placeholders")
struct PlaceholderTests {
    private static let profile =
        #"{"profile_id":"p","segment_hash":"h","timestamp":1,"is_test_user":false,"paid_access_levels":{"gold":{"id":"gold","is_active":true,"vendor_product_id":"m","store":"s","activated_at":"2020-01-01T00:00:00.000+0000","renewed_at":"2019-05-05T00:00:00.000+0000","is_lifetime":false,"will_renew":true,"is_in_grace_period":false,"is_refund":false}},"subscriptions":{"m":{"is_active":true,"vendor_product_id":"m","vendor_transaction_id":"1","vendor_original_transaction_id":"0","store":"s","activated_at":"2020-01-01T00:00:00.000+0000","is_sandbox":false,"is_lifetime":false,"will_renew":true,"is_in_grace_period":false,"is_refund":false}},"non_subscriptions":{"c":[{"purchase_id":"1","vendor_product_id":"c","store":"s","purchased_at":"2020-01-01T00:00:00.000+0000","is_consumable":true,"is_sandbox":false,"is_refund":false}]}}"#
    private static let paywall =
        #"{"placement":{"developer_id":"d","audience_name":"a","revision":2,"ab_test_name":"t","placement_audience_version_id":"v"},"variation_id":"v","paywall_id":"i","paywall_name":"n","response_created_at":5,"request_locale":"fr","remote_config":{"lang":"fr","data":"{}"},"products":[{"vendor_product_id":"m","adapty_product_id":"a","access_level_id":"gold","product_type":"monthly"}]}"#

    @Test("a file, an answer and a device fill a removed member alike", arguments: [profile, paywall])
    func alike(text: String) throws {
        let document = Array(text.utf8), index = try JSONScanner.index(document)
        let fills = Migrator(MigrationOptions(fillRequired: true)),
            reads = Migrator(MigrationOptions(readableBy: "3.12.0"))
        var compared = 0
        for object in index.nodes.indices where index.kind(object) == .object {
            for member in index.members(object) where !index.kind(member.value).isContainer {
                let without = index.without([member.name]), path = index.path(member.value)
                guard let filled = try? fills.upgrade(without, from: .sdk3, to: .sdk3).documentWithoutResidue,
                    let read = try? reads.upgrade(without, from: .sdk3).documentWithoutResidue
                else { continue }
                let one = try JSONScanner.index(filled), two = try JSONScanner.index(read)
                func text(_ index: JSONIndex) -> String? {
                    let place = path.reduce(Optional(0)) { node, step in
                        node.flatMap { node in
                            index.kind(node) == .array
                                ? Int(step).map { index.elements(node)[$0] } : index.member(node, step)
                        }
                    }
                    return place.map { String(decoding: index.raw($0), as: UTF8.self) }
                }
                guard let value = text(one) else { continue }
                compared += 1
                #expect(value == text(two), "\(path)")
            }
        }
        #expect(compared > 5)
    }

    @Test("an older record gets the same, from its own dates and names")
    func older() throws {
        let old =
            #"{"profileId":"p","accessLevels":{"gold":{"isActive":true,"renewedAt":100,"expiresAt":200}},"subscriptions":{"m":{"isActive":true,"vendorOriginalTransactionId":"7"}},"nonSubscriptions":{}}"#
        let made = try Migrator(MigrationOptions(fillRequired: true)).upgrade(Array(old.utf8), from: .sdk1Stored)
        let text = String(decoding: made.documentWithoutResidue, as: UTF8.self)
        #expect(text.contains(#""activated_at":"2001-01-01T00:01:40.000+0000""#))
        #expect(text.contains(#""id":"gold""#) && text.contains(#""vendor_product_id":"m""#))
        #expect(text.contains(#""vendor_transaction_id":"7""#))
    }
}
