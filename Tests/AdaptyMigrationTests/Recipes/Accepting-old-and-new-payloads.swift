import AdaptyMigration
import AdaptyMigrationTools
import Foundation
import Testing

extension RecipeTests {
    @Test("old and new payloads in one endpoint", arguments: ["sdk1-wire", "server-v1", "sdk2", "sdk3"])
    func accept(dialect: String) throws {
        let name = dialect == "server-v1" ? "paid_access_levels" : "access_levels"
        let level = #"{"premium":{"id":"premium","is_active":true,"expires_at":null}}"#
        let body = Data(#"{"profile_id":"p","\#(name)":\#(level),"subscriptions":{},"non_subscriptions":{}}"#.utf8)
        var kept: Data?
        func store(_ data: Data) { kept = data }

        // A request: SDK 1.x, SDK 2.x, SDK 3.x or the server API.
        let profile = try AdaptyProfile(decoding: body)
        store(profile.data)

        // A response to a client of SDK 1.x.
        let answer = try profile.document(as: .sdk1Wire)

        #expect(profile.accessLevels["premium"]?.isActive == true)
        #expect(try AdaptyProfile(decoding: try #require(kept)) == profile)
        #expect(try PurchaserInfoModel(decoding: answer, as: .sdk1Wire).accessLevels["premium"]?.isActive == true)
    }

    @Test("one record for clients of all versions")
    func share() throws {
        let body = Array(#"{"profile_id":"p","paid_access_levels":{},"is_promo":1}"#.utf8)
        let stored: SharedRecord? = nil, version: String? = "1.17.0", accept: String? = nil
        var saved: ([UInt8], [UInt8])?
        func save(_ document: [UInt8], _ residues: [UInt8]) { saved = (document, residues) }
        func respond(_ document: [UInt8], _ mediaType: String, _ tag: String) {
            #expect(document == body && mediaType.contains("sdk1-wire") && !tag.isEmpty)
        }

        let layer = CompatibilityLayer()
        // What the client calls itself, such as "3.12.0", or what it accepts.
        let client = try Negotiation(.profile).client(version: version, accept: accept)

        // PUT: a profile in any dialect. `stored` is a SharedRecord, nil for a new one.
        let write = try layer.accept(body, as: [.profile], from: client, onto: stored)
        if write.isOther {
            throw ProblemDocument(.otherRecord, status: 409, detail: "this is the profile of somebody else")
        }
        save(write.record.document, write.record.residuesJSON)

        // GET: bytes that the client reads.
        let answer = try layer.answer(write.record, to: client)
        respond(answer.document, answer.mediaType, answer.entityTag)

        #expect(saved != nil)
    }
}
