import AdaptyMigration
import Foundation
import Testing

/// Dates and numbers of a document in types of one's own.
@Suite("Models: values as Codable")
struct ValueCodableTests {
    private struct Mine: Codable, Equatable {
        var end: Timestamp
        var price: JSONNumber
        var note: Timestamp?
    }

    @Test(
        "a date and a number come back, in the form in which the document has them",
        arguments: [
            (#"{"end":"2022-09-30T15:14:32.000000+0000","price":9.99}"#, #""2022-09-30T15:14:32.000000+0000""#),
            (#"{"end":648073710.5,"price":12345678901234567}"#, "648073710.5"),
            (#"{"end":"soon","price":-1,"note":null}"#, #""soon""#),
        ])
    func roundTrip(json: String, end: String) throws {
        let mine = try JSONDecoder().decode(Mine.self, from: Data(json.utf8)), data = try JSONEncoder().encode(mine)
        #expect(try JSONDecoder().decode(Mine.self, from: data) == mine)
        #expect(String(decoding: data, as: UTF8.self).contains("\"end\":\(end)"))
    }

    @Test(
        "another value is an error that says what is expected",
        arguments: [#"{"end":true,"price":1}"#, #"{"end":"x","price":"1"}"#, #"{"end":{},"price":1}"#])
    func refused(json: String) {
        #expect(throws: DecodingError.self) { try JSONDecoder().decode(Mine.self, from: Data(json.utf8)) }
    }

    @Test(
        "every date of Foundation is a moment, also an infinity",
        arguments: [
            (1_700_000_000.25, "2023-11-14T22:13:20.250Z"),
            (Date.distantFuture.timeIntervalSince1970, "4001-01-01T00:00:00.000Z"),
            (Date.distantPast.timeIntervalSince1970, "0001-01-01T00:00:00.000Z"),
            (.infinity, "9999-12-31T23:59:59.999Z"), (-.infinity, "0001-01-01T00:00:00.000Z"),
            (.nan, "0001-01-01T00:00:00.000Z"), (1e300, "9999-12-31T23:59:59.999Z"),
        ] as [(TimeInterval, String)])
    func moments(seconds: TimeInterval, text: String) throws {
        let date = Date(timeIntervalSince1970: seconds)
        #expect(Timestamp(date).description == text)
        var profile = AdaptyProfile(profileId: "p")
        profile.accessLevels["a"] = AdaptyProfile.AccessLevel(
            id: "a", isActive: true, vendorProductId: "p", store: .adapty, activatedAt: Timestamp(.distantPast),
            isLifetime: false, willRenew: false, isInGracePeriod: false, isRefund: false)
        profile.accessLevels["a"]?.expiresAt = Timestamp("2050-01-01T00:00:00Z")
        #expect(profile.hasAccess(to: "a", at: date) == (text < "2050"))
    }
}
