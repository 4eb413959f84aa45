@testable import AdaptyMigration
import Testing

@testable import AdaptyMigrationCore

/// Which differences count.
@Suite("Models: equality")
struct EqualityTests {
    private static let profile =
        #"{"profile_id":"p","paid_access_levels":{"a":{"id":"a","is_active":true,"expires_at":"2030-01-01T00:00:00.000+0000"},"b":{"id":"b"}},"x":1}"#

    @Test(
        "what does not count",
        arguments: [
            // Order, white space, escapes.
            #"{"x":1,"paid_access_levels":{"b":{"id":"b"},"a":{"is_active":true,"id":"a","expires_at":"2030-01-01T00:00:00.000+0000"}},"profile_id":"p"}"#,
            #"{ "profile_id" : "\u0070", "paid_access_levels":{"a":{"id":"a","is_active":true,"expires_at":"2030-01-01T00:00:00.000+0000"},"b":{"id":"b"}},"x":1}"#,
            // The form of a flag and of a date, and the digits of a number.
            #"{"profile_id":"p","paid_access_levels":{"a":{"id":"a","is_active":1,"expires_at":"2030-01-01T03:00:00+0300"},"b":{"id":"b"}},"x":1}"#,
            // Null and absent, a duplicate that does not stand.
            #"{"profile_id":"q","profile_id":"p","customer_user_id":null,"paid_access_levels":{"a":{"id":"a","is_active":true,"expires_at":"2030-01-01T00:00:00.000+0000"},"b":{"id":"b","store":null}},"x":1}"#,
            // An envelope.
            #"{"v":{"profile_id":"p","paid_access_levels":{"a":{"id":"a","is_active":true,"expires_at":"2030-01-01T00:00:00.000+0000"},"b":{"id":"b"}},"x":1},"h":"1"}"#,
        ])
    func equal(_ text: String) throws {
        let one = try AdaptyProfile.decode(EqualityTests.profile), other = try AdaptyProfile.decode(text)
        #expect(one == other)
        #expect(one.hashValue == other.hashValue)
    }

    @Test(
        "what counts",
        arguments: [
            #"{"profile_id":"P"}"#, #"{"profile_id":"p","x":null}"#, #"{"profile_id":"p","x":{"a":1}}"#,
            #"{"profile_id":"p","paid_access_levels":{}}"#,
            #"{"profile_id":"p","paid_access_levels":{"a":{"is_active":false}}}"#,
            #"{"profile_id":"p","paid_access_levels":{"b":{"is_active":false}}}"#,
            #"{"profile_id":"p","paid_access_levels":{"a":{"is_active":"yes"}}}"#,
            #"{"profile_id":"p","paid_access_levels":{"a":{"expires_at":"2030-01-01T00:00:00.001Z"}}}"#,
            #"{"profile_id":"p","timestamp":1}"#, #"{"profile_id":"p","timestamp":2}"#,
            #"{"profile_id":"p","non_subscriptions":{"c":[{"purchase_id":"1"},{"purchase_id":"2"}]}}"#,
            #"{"profile_id":"p","non_subscriptions":{"c":[{"purchase_id":"2"},{"purchase_id":"1"}]}}"#,
            #"{"profile_id":"p","custom_attributes":{"a":1}}"#, #"{"profile_id":"p","custom_attributes":{"a":"1"}}"#,
        ])
    func different(_ text: String) throws {
        let all = try EqualityTests.different.map { try AdaptyProfile.decode($0) }
        let one = try AdaptyProfile.decode(text)
        #expect(all.count { $0 == one } == 1)
        #expect(Set(all).count == all.count)
    }

    private static let different = [
        #"{"profile_id":"P"}"#, #"{"profile_id":"p","x":null}"#, #"{"profile_id":"p","x":{"a":1}}"#,
        #"{"profile_id":"p","paid_access_levels":{}}"#,
        #"{"profile_id":"p","paid_access_levels":{"a":{"is_active":false}}}"#,
        #"{"profile_id":"p","paid_access_levels":{"b":{"is_active":false}}}"#,
        #"{"profile_id":"p","paid_access_levels":{"a":{"is_active":"yes"}}}"#,
        #"{"profile_id":"p","paid_access_levels":{"a":{"expires_at":"2030-01-01T00:00:00.001Z"}}}"#,
        #"{"profile_id":"p","timestamp":1}"#, #"{"profile_id":"p","timestamp":2}"#,
        #"{"profile_id":"p","non_subscriptions":{"c":[{"purchase_id":"1"},{"purchase_id":"2"}]}}"#,
        #"{"profile_id":"p","non_subscriptions":{"c":[{"purchase_id":"2"},{"purchase_id":"1"}]}}"#,
        #"{"profile_id":"p","custom_attributes":{"a":1}}"#, #"{"profile_id":"p","custom_attributes":{"a":"1"}}"#,
    ]

    @Test("one record in two dialects is one model")
    func dialects() throws {
        let wire = try PurchaserInfoModel.decode(
            #"{"data":{"id":"p","attributes":{"paid_access_levels":{"a":{"id":"a","is_active":1,"expires_at":"2021-07-15T13:08:30.001000+0000"}}}}}"#
        )
        let stored = try PurchaserInfoModel(
            decoding: Array(
                #"{"profileId":"p","accessLevels":{"a":{"id":"a","isActive":true,"expiresAt":648047310.0009999}}}"#.utf8
            ),
            as: .sdk1Stored)
        #expect(wire == stored)
        #expect(wire.hashValue == stored.hashValue)
        #expect(try wire.upgraded() == stored.upgraded())
    }

    @Test("values: numbers by value, dates by moment, JSON by what it says")
    func values() throws {
        #expect(JSONNumber("9.90") == JSONNumber("9.9"))
        #expect(JSONNumber("1E2") == 100)
        #expect(JSONNumber("1E2")?.integer == 100)
        #expect(JSONNumber("1.5")?.integer == nil)
        #expect(JSONNumber("9.90") != JSONNumber("9.91"))
        #expect(JSONNumber("x") == nil)
        #expect(try RawJSON(decoding: #"{"a":1,"b":[ ]}"#) == RawJSON(decoding: #"{ "b":[],"a":1 }"#))
        #expect(try RawJSON(decoding: "[1,2]") != RawJSON(decoding: "[2,1]"))
        #expect(Timestamp("2022-09-30T15:14:32Z") == Timestamp("2022-09-30T15:14:32.000000+0000"))
        #expect(Timestamp("yesterday") == Timestamp("yesterday"))
        #expect(Timestamp("yesterday") != Timestamp("today"))
    }
}
