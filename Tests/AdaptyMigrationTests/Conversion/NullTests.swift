@_spi(Tools) @testable import AdaptyMigrationStreams
import Testing

@testable import AdaptyMigrationCore

/// Null is missing where the target needs a value: every SDK since 2.0 throws the whole profile away for it
/// (shapes-2026, 7.1).
@Suite("Null in a required member")
struct NullTests {
    static let level =
        #""id":"premium","is_active":true,"activated_at":"2020-01-01T00:00:00.000000+0000","is_lifetime":false,"is_in_grace_period":false,"will_renew":true,"is_refund":false"#

    /// A profile of SDK 1 whose level has these members as well.
    static func profile(_ members: String) -> [UInt8] {
        Array(
            #"{"data":{"type":"t","id":"me","attributes":{"paid_access_levels":{"premium":{\#(level)\#(members)}},"subscriptions":null,"non_subscriptions":null,"custom_attributes":{}}}}"#
                .utf8)
    }

    @Test(
        "is refused where it is asked for, filled and put back",
        arguments: [
            (#","vendor_product_id":null,"store":"app_store""#, 1), (#","vendor_product_id":"p","store":null"#, 1),
            (#","vendor_product_id":null,"store":null"#, 2), (#","store" : null , "vendor_product_id":null"#, 2),
            ("", 2),
        ])
    func required(members: String, missing: Int) throws {
        let bytes = NullTests.profile(members)
        var options = MigrationOptions()
        options.keepsLedger = true
        let plain = try Migrator(options).upgrade(bytes)
        #expect(plain.ledger.counts[.missing] ?? 0 == missing)
        #expect(try Migrator().downgrade(plain.document).documentWithoutResidue == bytes)

        let input = RecordBuffer(), output = RecordBuffer(), transcoder = Transcoder(.upgrade)
        input.append(bytes)
        _ = try transcoder.convert(0..<input.count, of: input, into: output)
        #expect(output.bytes == plain.document && transcoder.counts[.missing] ?? 0 == missing)

        options.strict = true
        let error = try #require(throws: MigrationError.self) { try Migrator(options).upgrade(bytes) }
        #expect(error.code == .missingRequired)

        (options.strict, options.fillRequired) = (false, true)
        let filled = try Migrator(options).upgrade(bytes)
        #expect(filled.ledger.counts[.defaulted] ?? 0 == missing && filled.ledger.counts[.missing] ?? 0 == 0)
        #expect(!String(decoding: filled.documentWithoutResidue, as: UTF8.self).contains(#""store":null"#))
        #expect(!String(decoding: filled.documentWithoutResidue, as: UTF8.self).contains(#""vendor_product_id":null"#))
        #expect(try Migrator().downgrade(filled.document).documentWithoutResidue == bytes)
    }
}

/// What guards a member that was cut is what an id says, and not how it is written.
@Suite("Escapes in what guards a member")
struct EscapedGuardTests {
    @Test(
        "an id beside an escaped profile_id comes back",
        arguments: [
            #"{"profile_id":"\u0070","id":"x","app_id":"a","customer_user_id":"u"}"#,
            #"{"id":"x","profile_id":"a\/b","app_id":"a","customer_user_id":"u"}"#,
            #"{"profile_id":"\u0070\u0070\u0070\u0070\u0070\u0070\u0070\u0070","id":"\u0070","app_id":"a","customer_user_id":"u"}"#,
            #"{"data":{"type":"t","id":"m\u0065","attributes":{"id":"other","paid_access_levels":{}}}}"#,
        ])
    func cut(text: String) throws {
        let input = RecordBuffer(), up = RecordBuffer(), down = RecordBuffer()
        input.append(Array(text.utf8))
        _ = try Transcoder(.upgrade).convert(0..<input.count, of: input, into: up)
        _ = try Transcoder(.downgrade).convert(0..<up.count, of: up, into: down)
        #expect(String(decoding: down.bytes, as: UTF8.self) == text)
        #expect(try Migrator().downgrade(up.bytes).documentWithoutResidue == input.bytes)
    }
}
