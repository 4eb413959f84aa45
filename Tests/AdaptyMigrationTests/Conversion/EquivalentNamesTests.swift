@testable import AdaptyMigrationAccess
@_spi(Tools) @testable import AdaptyMigrationStreams
import Testing

@testable import AdaptyMigrationCore

/// `é` as one character and as `e` with an accent are equal strings to Swift and two names to JSON: nothing may take
/// one for the other.
@Suite("Names that only Unicode calls equal")
struct EquivalentNamesTests {
    private static let documents = [
        #"{"profile_id":"p","customer_user_id":"u","paid_access_levels":{"A":{"id":"A","is_active":1},"B":{"id":"B","is_active":0}}}"#,
        #"{"profile_id":"p","customer_user_id":"u","paid_access_levels":{"A":{"id":"A","is_active":1},"B":{"id":"B","is_active":1}}}"#,
        #"{"profile_id":"p","customer_user_id":"u","paid_access_levels":{"g":{"id":"g","is_active":true,"A":1,"B":2,"vendor_transaction_id":"7","vendor_original_transaction_id":"7"}}}"#,
        #"{"profile_id":"p","customer_user_id":"u","paid_access_levels":{"g":{"id":"g","is_active":0,"A":1,"vendor_transaction_id":"7","B":2}},"A":1,"app_id":"a","B":[]}"#,
        #"{"profile_id":"p","customer_user_id":"u","subscriptions":{"A":{"vendor_product_id":"A","is_active":1},"\u00e9":{"vendor_product_id":"B","is_sandbox":0},"B":{"vendor_product_id":"B","is_sandbox":1}}}"#,
        #"{"developer_id":"u","variation_id":"v","revision":1,"custom_payload":"{}","products":[{"vendor_product_id":"A","introductory_offer_eligibility":true},{"vendor_product_id":"B","introductory_offer_eligibility":false}]}"#,
        #"{"data":{"profile_id":"p","customer_user_id":"u","custom_attributes":[],"access_levels":[{"access_level_id":"A","store":"app_store","expires_at":"2024-01-01T00:00:00.000000+0000"},{"access_level_id":"B","store":"app_store","expires_at":"2025-01-01T00:00:00.000000+0000"}]}}"#,
    ].map { $0.replacing("A\"", with: "\u{E9}\"").replacing("B\"", with: "e\u{301}\"") }

    @Test("a document comes back on both paths, each over what the other wrote", arguments: documents)
    func comesBack(_ text: String) throws {
        let document = Array(text.utf8), general = try Migrator().upgrade(document).document,
            fast = try transcode(document, .upgrade)
        #expect(fast == general)
        for upgraded in [general, fast] {
            #expect(try Migrator().downgrade(upgraded).documentWithoutResidue == document)
            #expect(try transcode(upgraded, .downgrade) == document)
        }
        #expect(try Laws(instants: [1_600_000_000_000_000]).check(document).isEmpty)
    }

    @Test("an edit elsewhere leaves the rest as it was", arguments: documents)
    func edited(_ text: String) throws {
        let upgraded = try Migrator().upgrade(Array(text.utf8)).document
        let edited = String(decoding: upgraded, as: UTF8.self).replacing("\":\"u\"", with: "\":\"other\"")
        let wanted = text.replacing("\":\"u\"", with: "\":\"other\"")
        #expect(wanted.utf8.count == text.utf8.count + 4)
        #expect(try Migrator().downgrade(Array(edited.utf8)).documentWithoutResidue == Array(wanted.utf8))
    }

    private func transcode(_ document: [UInt8], _ direction: Transcoder.Direction) throws -> [UInt8] {
        let input = RecordBuffer(), output = RecordBuffer()
        input.append(document)
        _ = try Transcoder(direction).convert(0..<input.count, of: input, into: output)
        return output.bytes
    }
}
