import Testing

@testable import AdaptyMigrationCore
@_spi(Tools) @testable import AdaptyMigrationStreams

/// The id of a profile, which its envelope may have, too.
extension TranscoderTests {
    /// An `id` is dropped where the envelope has the profile's, and is the profile's where nothing else has it.
    @Test(
        "what a record's id is, the one before it does not say",
        arguments: [
            #"{"data":{"attributes":{"id":"a","paid_access_levels":{"premium":{"is_active":1}}}}}"#,
            #"{"data":{"attributes":{"id":"a","profile_id":"p","paid_access_levels":{"premium":{"is_active":1}}}}}"#,
            #"{"id":"a","paid_access_levels":{"premium":{"is_active":1}}}"#,
            #"{"id":"a","id":"b","paid_access_levels":{"premium":{"is_active":1}}}"#,
        ])
    func guessedID(text: String) {
        var up = TwoPaths(.upgrade, from: .sdk1Wire)
        let before = Array(
            #"{"data":{"id":"e","type":"t","attributes":{"id":"a","profile_id":"p","paid_access_levels":{"premium":{"is_active":1}}}}}"#
                .utf8)
        for record in [before, before, Array(text.utf8), before, Array(text.utf8)] {
            #expect(up.difference(record) == nil)
        }
        #expect(up.accepted == 5)
    }

    @Test(
        "an id in the record, in the envelope or in both is settled",
        arguments: [
            #"{"data":{"id":"e","type":"t","attributes":{"id":"a","profile_id":"p","paid_access_levels":{"premium":{"is_active":1}}}}}"#,
            #"{"data":{"id":"e","type":"t","attributes":{"profile_id":"p","paid_access_levels":{"premium":{"is_active":1}}}}}"#,
            #"{"data":{"id":"e","type":"t","attributes":{"paid_access_levels":{"premium":{"is_active":1}}}}}"#,
            // A member of another object, or a text, is not the record's id.
            #"{"data":{"id":"e","type":"t","attributes":{"custom_attributes":{"profile_id":"x"},"paid_access_levels":{"premium":{"is_active":1}}}}}"#,
            #"{"data":{"id":"e","type":"t","attributes":{"customer_user_id":"profile_id","paid_access_levels":{"premium":{"is_active":1}}}}}"#,
            #"{"data":{"attributes":{"id":"a","paid_access_levels":{"premium":{"is_active":1}}}}}"#,
            #"{"id":"a","paid_access_levels":{"premium":{"is_active":1}}}"#,
        ])
    func settledID(text: String) {
        var up = TwoPaths(.upgrade, from: .sdk1Wire)
        for _ in 0..<6 { #expect(up.difference(Array(text.utf8)) == nil) }
    }
}
