import AdaptyMigration
@_spi(Tools) import AdaptyMigrationTools
import Foundation
import HTTPTypes
import Testing

@testable import AdaptyMigrationService

@Suite("Records") struct RecordTests {
    @Test("who sent a fixture reads its own bytes, and the others a document of theirs", arguments: Backend.allCases)
    func fixtures(backend: Backend) async throws {
        // One service after the other: the fixtures are of one profile.
        for dialect in RecordKind.profile.dialects { try await fixture(of: dialect, backend) }
    }

    private func fixture(of dialect: Dialect, _ backend: Backend) async throws {
        try await TestService.with(backend) { service in
            let file = try #require(
                try Samples.files("\(dialect.rawValue)/profile").first { $0.hasSuffix(".json") })
            let sent = try Samples.text("\(dialect.rawValue)/profile/\(file)"),
                profile = try AdaptyProfile(decoding: Array(sent.utf8), as: dialect)
            let path = "/profiles/" + (profile.profileId ?? "p")
            let answer = try await service.put(path, sent, [.contentType: dialect.mediaType])
            #expect(answer.status == 201, "\(answer.body)")
            let own = try await service.get(path, [.accept: dialect.mediaType])
            #expect(own.headers[.contentType] == dialect.mediaType)
            if dialect != .sdk2 { #expect(own.body == sent) }
            // A tag promises these bytes (RFC 9110 §9.3.4).
            #expect(answer.headers[.eTag] == (own.body == sent ? own.headers[.eTag] : nil))
            #expect(own.headers[.vary] == "Accept")
            #expect(try await service.get(path).headers[.contentType] == Dialect.sdk2.mediaType)
            #expect(try await service.put(path, sent, [.contentType: dialect.mediaType]).text("status") == "unchanged")
        }
    }

    @Test("null is no profile, and takes none away")
    func null() async throws {
        try await TestService.with { service in
            try await service.put("/profiles/p", "null").expect(422)
            try await service.get("/profiles/p").expect(404)
            try await service.put("/profiles/p", #"{"profile_id":"p","paid_access_levels":{}}"#).expect(201)
            try await service.put("/profiles/p", " null ").expect(422)
            try await service.get("/profiles/p/access").expect(200)
        }
    }

    @Test(
        "a profile goes under its own id or its user's, and under no other",
        arguments: [
            (#"{"profile_id":"p","customer_user_id":"u","paid_access_levels":{}}"#, ["p": 201, "u": 200, "x": 422]),
            (#"{"profile_id":"p","customer_user_id":"u","paid_access_levels":{}}"#, ["u": 201, "p": 200, "x": 422]),
            (#"{"data":{"id":"p","type":"t","attributes":{"paid_access_levels":{}}}}"#, ["p": 201, "x": 422]),
            (#"{"subscriptions":{},"paid_access_levels":{}}"#, ["x": 201]),
        ] as [(String, KeyValuePairs<String, Int>)])
    func ids(document: String, statuses: KeyValuePairs<String, Int>) async throws {
        try await TestService.with { service in
            for (id, status) in statuses {
                try await service.put("/profiles/\(id)", document).expect(status)
                try await service.get("/profiles/\(id)/access").expect(status == 422 ? 404 : 200)
            }
        }
    }

    @Test("two clients of different versions edit one profile", arguments: Backend.allCases)
    func twoVersions(backend: Backend) async throws {
        try await TestService.with(backend) { service in
            let old =
                #"{"profile_id":"p","paid_access_levels":{"premium":{"id":"premium","is_active":1,"vendor_product_id":"m","store":"app_store","will_renew":true}},"app_id":"a"}"#
            try await service.put("/profiles/p", old, [.contentType: Dialect.sdk1Wire.mediaType]).expect(201)
            let read = try await service.get("/profiles/p", [.accept: Dialect.sdk2.mediaType])
            #expect(read.body.contains(#""is_active":true"#))
            let edited = read.body.replacingOccurrences(of: #""will_renew":true"#, with: #""will_renew":false"#)
            let write = try await service.put(
                "/profiles/p", edited, [.contentType: Dialect.sdk2.mediaType, .ifMatch: read.headers[.eTag] ?? ""])
            #expect(write.status == 200)
            #expect(
                try await service.get("/profiles/p?version=sdk1-wire").body
                    == old.replacingOccurrences(of: #""will_renew":true"#, with: #""will_renew":false"#))
            // The older client's next write, made on what it read before, is noticed.
            try await service.put(
                "/profiles/p", old, [.contentType: Dialect.sdk1Wire.mediaType, .ifMatch: read.headers[.eTag] ?? ""]
            ).expect(412)
        }
    }

    @Test("a client reads what the decoder of its version accepts, out of its envelope")
    func readable() async throws {
        try await TestService.with { service in
            let profile = #"{"profile_id":"p","segment_hash":"h","is_test_user":false,"paid_access_levels":{}}"#
            try await service.put("/profiles/p", #"{"data":{"id":"p","type":"t","attributes":\#(profile)}}"#).expect(
                201)
            #expect(try await service.get("/profiles/p?version=sdk3").body == profile)
            let read = try await service.get("/profiles/p?version=3.12.0")
            #expect(read.body == profile.dropLast() + #","timestamp":-1}"#)
            #expect(try await service.get("/profiles/p?readable-by=3.12.0").body == read.body)
            // Placeholders that the client writes back are not stored.
            let written = try await service.put("/profiles/p?version=3.12.0", String(read.body))
            #expect(written.body.contains(#""status":"unchanged""#), "\(written.body)")
            #expect(read.headers[.contentType] == Dialect.sdk3.mediaType)
            #expect(
                try await service.get("/profiles/p?readable-by=2.6.3").headers[.contentType] == Dialect.sdk2.mediaType)
            try await service.get("/profiles/p?readable-by=3.12.0&version=sdk2").expect(400)
            let level = #"{"profile_id":"q","paid_access_levels":{"gold":{"store":"s"}}}"#
            try await service.put("/profiles/q", level).expect(201)
            try await service.get("/profiles/q?readable-by=3.12.0").expect(422)
        }
    }

    @Test("conditions of reading and writing", arguments: Backend.allCases)
    func conditions(backend: Backend) async throws {
        try await TestService.with(backend, change: { $0.requiresMatch = true }) { service in
            let document = #"{"profile_id":"p","paid_access_levels":{}}"#,
                other = #"{"profile_id":"p","paid_access_levels":{},"customer_user_id":"u"}"#, json = "application/json"
            try await service.put("/profiles/p", document, [.contentType: json, .ifMatch: "*"]).expect(412)
            try await service.put("/profiles/p", document, [.contentType: json, .ifNoneMatch: "*"]).expect(201)
            try await service.put("/profiles/p", document, [.contentType: json, .ifNoneMatch: "*"]).expect(412)
            try await service.put("/profiles/p", other).expect(428)
            let tag = try #require(try await service.get("/profiles/p").headers[.eTag])
            try await service.get("/profiles/p", [.ifNoneMatch: "\"x\", W/\(tag)"]).expect(304)
            try await service.put("/profiles/p", other, [.contentType: json, .ifMatch: "\"x\", \(tag)"]).expect(200)
            try await service.get("/profiles/p", [.ifNoneMatch: tag]).expect(200)
            try await service.put("/profiles/p", document, [.contentType: json, .ifMatch: tag]).expect(412)
        }
    }

    /// What is stored, what is put with which version, and what is lost of both.
    struct Loss: Sendable {
        let stored: String
        let version: String
        let payload: String
        let status: String
        let lost: [String]

        init(_ stored: String, _ version: String, _ payload: String, _ status: String, _ lost: [String]) {
            (self.stored, self.version, self.payload, self.status, self.lost) = (stored, version, payload, status, lost)
        }
    }

    private static let level = #"{"id":"a","is_active":true,"vendor_product_id":"m","store":"app_store"}"#

    @Test(
        "a member that goes is named, whoever drops it",
        arguments: [
            Loss(#","app_id":"a""#, "", #","app_id":"a""#, "unchanged", []),
            Loss(#","app_id":"a""#, "", #","app_id":"b","x":1"#, "updated", []),
            // No client can remove what its types do not have.
            Loss(#","app_id":"a","x":1"#, "", "", "unchanged", []),
            Loss(#","customer_user_id":"u""#, "", "", "updated", ["/customer_user_id"]),
            Loss(#","a/b":{"c~":1,"d":2}"#, "", #","a/b":{"d":3}"#, "updated", ["/a~1b/c~0"]),
            Loss(#","x":[1,{"y":2}]"#, "", #","x":[1]"#, "updated", ["/x/1"]),
            Loss(#","app_id":"a""#, "3.12.0", #","app_id":"b""#, "updated", []),
            Loss("", "3.12.0", #","is_test_user":false,"timestamp":-1"#, "unchanged", []),
            Loss("", "sdk1-wire", #","is_test_user":false"#, "updated", []),
        ], Backend.allCases)
    func losses(_ loss: Loss, backend: Backend) async throws {
        try await TestService.with(backend) { service in
            let start = #"{"profile_id":"p","paid_access_levels":{"a":\#(RecordTests.level)}"#
            let created = try await service.put("/profiles/p", start + loss.stored + "}")
            #expect(try created.json["lost"] as? [String] == [])
            let answer = try await service.put("/profiles/p?version=\(loss.version)", start + loss.payload + "}")
            #expect(try answer.text("status") == loss.status, "\(answer.body)")
            #expect(try answer.json["lost"] as? [String] == loss.lost, "\(answer.body)")
        }
    }

    @Test(
        "a member that goes is named beside any number, name and depth", arguments: ["1e999", #"{"\u0000":1}"#, "[[]]"])
    func lossBeside(value: String) async throws {
        try await TestService.with { service in
            func document(_ more: String) -> String {
                #"{"profile_id":"p","paid_access_levels":{},"x":{"value":\#(value)\#(more)}}"#
            }
            try await service.put("/profiles/p", document(#","y":{"z":1}"#)).expect(201)
            #expect(try await service.put("/profiles/p", document("")).json["lost"] as? [String] == ["/x/y"])
        }
    }

    @Test("a value of a client that was sent placeholders is stored, and a placeholder is not")
    func placeholders() async throws {
        try await TestService.with { service in
            try await service.put("/profiles/p", #"{"profile_id":"p","paid_access_levels":{}}"#).expect(201)
            let edited =
                #"{"profile_id":"p","paid_access_levels":{},"segment_hash":"h","timestamp":-1,"is_test_user":false}"#
            let answer = try await service.put("/profiles/p?version=3.12.0", edited)
            #expect(try answer.json["lost"] as? [String] == [] && answer.text("status") == "updated")
            let stored = try await service.get("/profiles/p").body
            #expect(stored.contains(#""segment_hash":"h""#) && !stored.contains("timestamp"))
        }
    }

    @Test("what an older client does not know stays")
    func older() async throws {
        try await TestService.with { service in
            let new = #"{"profile_id":"p","segment_hash":"h","paid_access_levels":{"a":\#(RecordTests.level)}}"#
            try await service.put("/profiles/p", new, [.contentType: Dialect.sdk3.mediaType]).expect(201)
            let old = #"{"profile_id":"p","paid_access_levels":{"a":{"id":"a","is_active":0}}}"#
            let answer = try await service.put("/profiles/p", old, [.contentType: Dialect.sdk1Wire.mediaType])
            let body = try await service.get("/profiles/p?version=sdk3").body
            // It knows the store, and removed it.
            let lost = try #require(try answer.json["lost"] as? [String])
            #expect(lost == ["/paid_access_levels/a/store", "/paid_access_levels/a/vendor_product_id"])
            #expect(body.contains(#""segment_hash":"h""#) && body.contains(#""is_active":false"#))
        }
    }

    @Test("a tag is that of the bytes of one answer, and each of them allows a write", arguments: Backend.allCases)
    func tags(backend: Backend) async throws {
        try await TestService.with(backend) { service in
            let level =
                #"{"id":"premium","is_active":true,"vendor_product_id":"m","store":"app_store","activated_at":"2026-01-01T00:00:00.000+0000","expires_at":"2030-01-01T00:00:00.000+0000","is_lifetime":false,"will_renew":true,"is_in_grace_period":false,"is_refund":false}"#
            func document(_ number: Int) -> String {
                #"{"profile_id":"p","app_id":"a","x":\#(number),"paid_access_levels":{"premium":\#(level)}}"#
            }
            try await service.put("/profiles/p", document(0)).expect(201)
            let ways =
                ["1.17.0", "2.0.0", "2.9.0", "2.11.1", "3.0.0", "3.12.0", "3.17.1"]
                + Dialect.allCases.filter {
                    RecordKind.profile.dialects.contains($0)
                }.map(\.rawValue)
            var answers: [String: (tag: String, type: String, body: String)] = [:]
            for way in ways {
                let answer = try await service.get("/profiles/p?version=\(way)")
                let tag = try #require(answer.headers[.eTag])
                answers[way] = (tag, answer.headers[.contentType] ?? "", answer.body)
                try await service.get("/profiles/p?version=\(way)", [.ifNoneMatch: "W/" + tag]).expect(304)
            }
            for (way, answer) in answers {
                for (other, its) in answers {
                    let isSame = answer.type == its.type && answer.body == its.body
                    #expect((answer.tag == its.tag) == isSame, "\(way) and \(other)")
                    try await service.get("/profiles/p?version=\(other)", [.ifNoneMatch: answer.tag]).expect(
                        isSame ? 304 : 200)
                }
            }
            #expect(answers["2.9.0"]?.tag != answers["3.12.0"]?.tag)
            for (number, way) in ways.enumerated() {
                let tag = try #require(try await service.get("/profiles/p?version=\(way)").headers[.eTag])
                for same in [tag, "W/" + tag] {
                    try await service.put("/profiles/p", document(number + 1), [.ifNoneMatch: same]).expect(412)
                }
                try await service.put("/profiles/p", document(number + 1), [.ifMatch: "W/" + tag]).expect(412)
                try await service.put("/profiles/p", document(number + 1), [.ifMatch: tag]).expect(200)
                try await service.put("/profiles/p", document(number + 2), [.ifMatch: tag]).expect(412)
            }
        }
    }

    @Test("the version of a writer must be one", arguments: [("3.12.0", 200), ("sdk2", 200), ("", 200), ("new", 400)])
    func version(_ text: String, status: Int) async throws {
        try await TestService.with { service in
            let document = #"{"profile_id":"p","paid_access_levels":{}}"#
            try await service.put("/profiles/p", document).expect(201)
            try await service.put("/profiles/p?version=\(text)", document).expect(status)
        }
    }

    @Test("of many who write at once with a condition, one at a time succeeds", arguments: Backend.allCases)
    func race(backend: Backend) async throws {
        try await TestService.with(backend) { service in
            try await service.put("/profiles/p", #"{"profile_id":"p","paid_access_levels":{}}"#).expect(201)
            let tag = try #require(try await service.get("/profiles/p").headers[.eTag])
            let succeeded = try await withThrowingTaskGroup { group in
                for number in 0..<10 {
                    group.addTask {
                        try await service.put(
                            "/profiles/p",
                            #"{"profile_id":"p","paid_access_levels":{},"customer_user_id":"\#(number)"}"#,
                            [.ifMatch: tag]
                        ).status == 200 ? 1 : 0
                    }
                }
                return try await group.reduce(0, +)
            }
            #expect(succeeded == 1)
        }
    }

    @Test(
        "negotiated by version, Accept, or not at all",
        arguments: [
            ("?version=1.17.0", nil, 200, Dialect.sdk1Wire), ("?version=3.12", nil, 200, .sdk3),
            ("?version=sdk2-bridge", "application/vnd.adapty.sdk3+json", 200, .sdk2Bridge),
            ("", "application/vnd.adapty.sdk1-wire+json;q=0.5, application/vnd.adapty.sdk3+json", 200, .sdk3),
            ("", "*/*", 200, .sdk2), ("?version=nonsense", nil, 400, .sdk2),
            ("?version=webhook", nil, 406, .sdk2), ("", "text/html", 406, .sdk2),
        ])
    func negotiation(query: String, accept: String?, status: Int, dialect: Dialect) async throws {
        try await TestService.with { service in
            try await service.put("/profiles/p", try Samples.text("sdk2/profile/" + Samples.files("sdk2/profile")[0]))
                .expect(201)
            let answer = try await service.get("/profiles/p" + query, accept.map { [.accept: $0] } ?? [:])
            #expect(answer.status == status)
            #expect(answer.headers[.contentType] == (status == 200 ? dialect.mediaType : ProblemDocument.mediaType))
        }
    }

    @Test func saysWhatIsLost() async throws {
        try await TestService.with { service in
            let sent = try Samples.text("sdk3/profile/profile-of-3-17.json")
            let path = "/profiles/" + (try AdaptyProfile(decoding: Array(sent.utf8), as: .sdk3).profileId ?? "p")
            try await service.put(path, sent, [.contentType: Dialect.sdk3.mediaType]).expect(201)
            let name = try #require(RecordRoutes.lost)
            #expect(try await service.get(path + "?version=sdk3").headers[name] == nil)
            let lost = try #require(try await service.get(path + "?version=sdk1-stored").headers[name])
            #expect(lost.contains("\"/segment_hash\""))
        }
    }

    @Test(
        "what is wrong is refused",
        arguments: [
            ("/profiles/p", #"{"a":1}"#, 422), ("/profiles/p", "[", 400),
            ("/profiles/p", #"{"event_type":"trial_started","profile_id":"p","event_properties":{}}"#, 422),
            ("/paywalls/p", #"{"profile_id":"p","paid_access_levels":{}}"#, 422),
        ])
    func refused(path: String, body: String, status: Int) async throws {
        try await TestService.with { service in
            try await service.put(path, body).expect(status)
            try await service.get(path).expect(404)
        }
    }

    @Test("ids are any text that a path can hold", arguments: Backend.allCases)
    func ids(backend: Backend) async throws {
        try await TestService.with(backend) { service in
            for id in ["a b", "ключ", "a%b", "a'; DROP TABLE records; --", String(repeating: "x", count: 512)] {
                let path =
                    "/profiles/" + (try #require(id.addingPercentEncoding(withAllowedCharacters: .alphanumerics)))
                try await service.put(path, #"{"profile_id":"\#(id)","paid_access_levels":{}}"#).expect(201)
                #expect(try await service.get(path).body == #"{"profile_id":"\#(id)","paid_access_levels":{}}"#)
                let events = try await service.get(path + "/access")
                #expect(try events.text("profile_id") == id)
            }
            for path in ["/profiles/a%00b", "/profiles/%FF", "/profiles/" + String(repeating: "x", count: 513)] {
                try await service.get(path).expect(400)
            }
        }
    }

    @Test func keepsPaywalls() async throws {
        try await TestService.with { service in
            // The first of SDK 3 is one of 2.9 and is brought to the newest form.
            for dialect in RecordKind.paywall.dialects where dialect != .sdk2 && dialect != .sdk3 {
                let sent = try Samples.text(
                    "\(dialect.rawValue)/paywall/" + Samples.files("\(dialect.rawValue)/paywall")[0])
                try await service.put("/paywalls/\(dialect.rawValue)", sent, [.contentType: dialect.mediaType]).expect(
                    201)
                #expect(
                    try await service.get("/paywalls/\(dialect.rawValue)", [.accept: dialect.mediaType]).body == sent,
                    "\(dialect)")
            }
        }
    }
}

extension Answer {
    func expect(_ status: Int, sourceLocation: SourceLocation = #_sourceLocation) {
        #expect(self.status == status, "\(body)", sourceLocation: sourceLocation)
    }
}
