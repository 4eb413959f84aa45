@_spi(Tools) import AdaptyMigrationTools
import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import NIOCore
import Testing

@testable import AdaptyMigrationService

@Suite("Conversions over HTTP")
struct ConversionRoutesTests {
    private static let old =
        #"{"profile_id":"p","app_id":"a","paid_access_levels":{"premium":{"id":"premium","is_active":1,"price":9.990}}}"#

    /// Sends a body and gives the answer.
    private func send(_ uri: String, _ body: [UInt8], headers: HTTPFields = [:], limit: Int = 1 << 20) async throws
        -> TestResponse
    {
        let router = Router()
        router.add(middleware: ProblemMiddleware())
        ConversionRoutes(maximumBody: limit).add(to: router)
        return try await Application(router: router).test(.router) { client in
            try await client.execute(uri: uri, method: .post, headers: headers, body: ByteBuffer(bytes: body)) { $0 }
        }
    }

    private func text(_ response: TestResponse) -> String { String(buffer: response.body) }

    @Test("a document of any dialect is recognised, with places for the facts", arguments: Sample.all)
    func detect(_ sample: Sample) async throws {
        let response = try await send("/detect", sample.bytes)
        #expect(response.status == .ok)
        let found = try JSONDecoder().decode(Found.self, from: Data(response.body.readableBytesView))
        #expect(found.dialect == sample.dialect)
        #expect(!found.evidence.isEmpty)
        let pointers = found.evidence.compactMap(\.pointer)
        #expect(pointers.allSatisfy { $0.hasPrefix("/") })
        #expect(found.targets.contains(sample.dialect))
    }

    @Test("a document goes to every dialect that has its kind, and comes back byte for byte", arguments: Sample.all)
    func convert(_ sample: Sample) async throws {
        for target in try Migrator().detect(sample.bytes).kind.dialects {
            let there = try await send("/convert?to=\(target.rawValue)", sample.bytes)
            #expect(there.status == .ok && there.headers[.contentType] == target.mediaType, "\(target): \(text(there))")
            // The SDK for JavaScript refuses a residue inside.
            if target == .sdk3Bridge { continue }
            let back = try await send("/convert?to=\(sample.dialect)", Array(buffer: there.body))
            let isItself = target.rawValue == sample.dialect
            #expect(isItself || Array(buffer: back.body) == sample.bytes, "\(target) and back: \(text(back))")
        }
    }

    @Test("residue inside, beside, or nowhere")
    func residue() async throws {
        let embedded = try await send("/convert", Array(Self.old.utf8)),
            beside = try await send("/convert?residue=beside", Array(Self.old.utf8)),
            discarded = try await send("/convert?residue=discard", Array(Self.old.utf8))
        let bare =
            #"{"profile_id":"p","app_id":"a","paid_access_levels":{"premium":{"id":"premium","is_active":true,"price":9.990}}}"#
        #expect(text(discarded) == bare)
        #expect(text(embedded).hasPrefix(bare.dropLast() + #","_adapty_migration":{"v":1,"#))
        #expect(text(beside).hasPrefix(#"{"document":\#(bare),"residue":{"v":1,"#))
        #expect(beside.headers[.contentType] == "application/json")
    }

    @Test("another place for the residue is refused with the three that there are", arguments: ["none", "all"])
    func noPlace(_ word: String) async throws {
        let response = try await send("/convert?residue=\(word)", Array(Self.old.utf8))
        let problem = try JSONDecoder().decode(Problem.self, from: Data(response.body.readableBytesView))
        #expect(problem.status == 400 && problem.detail == "residue must be one of embed, beside, discard")
    }

    @Test("the dialect comes from the query, then from Accept, then it is the current one")
    func negotiation() async throws {
        let accept: HTTPFields = [.accept: "application/vnd.adapty.sdk3+json, application/json;q=0.1"]
        #expect(try await send("/convert", Array(Self.old.utf8)).headers[.contentType] == Dialect.sdk2.mediaType)
        #expect(
            try await send("/convert", Array(Self.old.utf8), headers: accept).headers[.contentType]
                == Dialect.sdk3.mediaType)
        #expect(
            try await send("/convert?to=sdk2-bridge", Array(Self.old.utf8), headers: accept).headers[.contentType]
                == Dialect.sdk2Bridge.mediaType)
        #expect(
            try await send("/convert?to=1.18.2", Array(Self.old.utf8)).headers[.contentType]
                == Dialect.sdk1Wire.mediaType)
    }

    @Test("an answer leaves its envelope, also where the payload is newer than the target or already in it")
    func envelope() async throws {
        let profile =
            #"{"profile_id":"p","segment_hash":"h","is_test_user":false,"timestamp":1,"paid_access_levels":{}}"#
        for target in ["sdk3", "sdk2", "sdk2-bridge"] {
            let bare = try await send("/convert?residue=discard&to=\(target)", Array(profile.utf8))
            for wrapped in [
                #"{"success":\#(profile)}"#, #"{"data":{"id":"p","type":"t","attributes":\#(profile)}}"#,
                #"{"id":"did_load_latest_profile","profile":\#(profile)}"#,
            ] {
                let answer = try await send("/convert?residue=discard&to=\(target)", Array(wrapped.utf8))
                #expect(text(answer) == text(bare), "\(target)")
            }
        }
    }

    @Test("an answer is readable by an SDK version, and comes back")
    func readable() async throws {
        let answer = try await send("/convert?readable-by=3.12.0", Array(Self.old.utf8))
        #expect(answer.headers[.contentType] == Dialect.sdk3.mediaType)
        #expect(text(answer).contains(#""segment_hash":"not implemented""#))
        #expect(text(try await send("/convert?to=sdk1-wire", Array(buffer: answer.body))) == Self.old)
        let told = try JSONDecoder().decode(
            Told.self,
            from: Data(try await send("/explain?readable-by=3.12.0", Array(Self.old.utf8)).body.readableBytesView))
        #expect(told.roundTrip.isExact && told.access.isSame)
        let filler = told.lineage.first { $0.targets == ["/segment_hash"] }
        #expect(filler?.action == "defaulted" && filler?.note.contains("required by SDK 3.12.0") == true)
        #expect(told.lineage.contains { $0.sources == ["/profile_id"] && $0.action == "copied" })
    }

    @Test("flags of API v2 are derived at an instant")
    func instant() async throws {
        let level =
            #"{"data":{"profile_id":"p","access_levels":[{"access_level_id":"premium","starts_at":"2021-01-01T00:00:00+0000","expires_at":"2022-01-01T00:00:00+0000"}]}}"#
        #expect(
            text(try await send("/convert?residue=discard&at=2021-06-01T00:00:00Z", Array(level.utf8))).contains(
                #""is_active":true"#))
        #expect(
            text(try await send("/convert?residue=discard&at=2023-06-01T00:00:00Z", Array(level.utf8))).contains(
                #""is_active":false"#))
    }

    @Test(
        "what is refused says what, where, and what to do",
        arguments: [
            (Refusal("/convert", #"{"a":01}"#), 400, "invalid-json"),
            (Refusal("/convert", "{\n \"profile_id\": tru}"), 400, "invalid-json"),
            (Refusal("/explain", ""), 400, "empty"),
            (Refusal("/detect", #"{"a":1}"#), 422, "unrecognised"),
            (Refusal("/convert?to=sdk9", old), 400, "unknown-version"),
            (Refusal("/convert?to=webhook", old), 406, "not-acceptable"),
            (Refusal("/convert?from=sdk9", old), 400, "usage"),
            (Refusal("/convert?at=soon", old), 400, "usage"),
            (Refusal("/convert?readable-by=1.18", old), 400, "usage"),
            (Refusal("/convert?readable-by=3.12.0&to=sdk2", old), 400, "usage"),
            (Refusal("/convert?readable-by=3.12.0", #"{"paid_access_levels":{}}"#), 422, "missing-required"),
            (Refusal("/convert?at=9223372036854775807", old), 400, "usage"),
            (Refusal("/convert", old, type: "text/plain"), 415, "wrong-type"),
            (Refusal("/convert", old + String(repeating: " ", count: 200)), 413, "too-large"),
            (Refusal("/convert", "[\(old)]"), 422, "several-records"),
            (Refusal("/explain", String(repeating: "[", count: 200)), 400, "truncated"),
        ])
    func refuses(_ refusal: Refusal, _ status: Int, _ code: String) async throws {
        let response = try await send(refusal.uri, Array(refusal.body.utf8), headers: refusal.headers, limit: 250)
        #expect(response.status.code == status && response.headers[.contentType] == ProblemDocument.mediaType)
        let problem = try JSONDecoder().decode(Problem.self, from: Data(response.body.readableBytesView))
        #expect(problem.code == code && problem.status == status && !problem.detail.isEmpty, "\(problem)")
        if refusal.body.hasPrefix("{\n") { #expect(problem.line == 2 && problem.column == 19, "\(problem)") }
    }

    @Test("a document may be as long as the limit", arguments: [(-1, 413), (0, 200), (1, 200)])
    func longest(spare: Int, status: Int) async throws {
        let old = Array(Self.old.utf8)
        #expect(try await send("/convert", old, limit: old.count + spare).status.code == status)
    }

    @Test(
        "an instant is in the years 1 to 9999",
        arguments: [
            ("-62135596800001", 400), ("-62135596800000", 200), ("0001-01-01T00:00:00Z", 200),
            ("9999-12-31T23:59:59.999999Z", 200), ("253402300799999", 200), ("253402300800000", 400),
        ])
    func years(at: String, status: Int) async throws {
        #expect(try await send("/convert?at=\(at)", Array(Self.old.utf8)).status.code == status)
    }

    @Test("an explanation tells of each member, proves the way back, and compares access", arguments: Sample.all)
    func explain(_ sample: Sample) async throws {
        for target in try Migrator().detect(sample.bytes).kind.dialects {
            let explanation = try JSONDecoder().decode(
                Told.self,
                from: Data(try await send("/explain?to=\(target.rawValue)", sample.bytes).body.readableBytesView))
            #expect(explanation.detection.dialect == sample.dialect && explanation.target.dialect == target.rawValue)
            #expect(Array(explanation.source.text.utf8) == sample.bytes)
            #expect(
                explanation.roundTrip.isExact && explanation.roundTrip.sha256 == explanation.source.sha256, "\(target)")
            #expect(explanation.access.isSame, "\(target): \(explanation.access.differences)")
            let plain = try await send("/convert?residue=discard&to=\(target.rawValue)", sample.bytes)
            #expect(text(plain) == explanation.target.text)
            #expect(!explanation.lineage.isEmpty)
        }
    }

    @Test("a document that was converted before is explained on its way back")
    func explainsBack() async throws {
        let current = try Migrator().upgrade(Array(Self.old.utf8)).document
        let told = try JSONDecoder().decode(
            Told.self, from: Data(try await send("/explain?to=sdk1-wire", current).body.readableBytesView))
        #expect(told.target.text == Self.old)
        #expect(told.roundTrip.isExact)
    }

    @Test("what the residue alone has is explained as restored")
    func restored() async throws {
        let old =
            #"{"placement":{"id":"d"},"variationId":"v","name":"n","productIdentifiers":[{"vendorProductId":"m"}],"products":[]}"#
        let current = try Migrator().upgrade(Array(old.utf8), from: .sdk3Bridge).document
        let told = try JSONDecoder().decode(
            Told.self, from: Data(try await send("/explain?to=sdk3-bridge", current).body.readableBytesView))
        #expect(told.target.text == old)
        #expect(
            told.lineage.contains {
                $0.action == "restored" && $0.targets == ["/productIdentifiers"] && $0.row == "product_identifiers"
            })
    }

    @Test("names are explained, unknown ones are not here")
    func names() async throws {
        try await Application(router: Service().router()).test(.router) { client in
            try await client.execute(uri: "/explain/is_one_time", method: .get) { response in
                #expect(response.status == .ok && String(buffer: response.body).contains("is_consumable"))
            }
            try await client.execute(uri: "/explain/subscription_cancelled", method: .get) {
                #expect(String(buffer: $0.body).contains("subscription_expired"))
            }
            try await client.execute(uri: "/explain/nothing", method: .get) {
                #expect($0.status == .notFound && $0.headers[.contentType] == ProblemDocument.mediaType)
            }
        }
    }
}

struct Refusal: Sendable {
    let uri: String, body: String, headers: HTTPFields

    init(_ uri: String, _ body: String, type: String? = nil) {
        self.uri = uri
        self.body = body
        headers = type.map { [.contentType: $0] } ?? [:]
    }
}

/// The answers, as a client reads them.
private struct Found: Decodable {
    struct Fact: Decodable { let fact: String, pointer: String? }
    let dialect: String, kind: String, evidence: [Fact], targets: [String]
}

private struct Problem: Decodable { let code: String, status: Int, detail: String, line: Int?, column: Int? }

private struct Told: Decodable {
    struct Document: Decodable { let dialect: String, text: String, sha256: String }
    struct Entry: Decodable { let action: String, sources: [String], targets: [String], row: String?, note: String }
    struct RoundTrip: Decodable { let isExact: Bool, sha256: String? }
    struct Access: Decodable { let isSame: Bool, differences: [String] }
    let detection: Found, source: Document, target: Document, lineage: [Entry], roundTrip: RoundTrip, access: Access
}
