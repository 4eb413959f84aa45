import AdaptyMigrationSQL
import Foundation
import HTTPTypes
import Testing

@testable import AdaptyMigrationService

@Suite("A person has one record, which each id finds") struct BothIDsTests {
    private static func document(_ ids: String, _ more: String = "") -> String {
        let names = zip(
            ["profile_id", "customer_user_id"], ids.split(separator: "/", omittingEmptySubsequences: false))
        return "{" + names.filter { !$1.isEmpty }.map { "\"\($0)\":\"\($1)\"," }.joined()
            + #""paid_access_levels":{}\#(more)}"#
    }

    /// A profile `profile/customer`, under the path that it is put to.
    struct Put: Sendable {
        let path: String
        let ids: String
        let status: String

        init(_ path: String, _ ids: String, _ status: String) {
            (self.path, self.ids, self.status) = (path, ids, status)
        }
    }

    @Test(
        "wherever it is put, each path answers what was put last",
        arguments: [
            [Put("p", "p/u", "created"), Put("p", "p/u", "updated")],
            [Put("p", "p/u", "created"), Put("u", "p/u", "updated"), Put("p", "p/u", "updated")],
            [Put("u", "p/u", "created"), Put("p", "p/u", "updated"), Put("u", "p/u", "updated")],
            // An id that a later document does not name stays.
            [Put("p", "p/u", "created"), Put("p", "p/", "updated")],
            [Put("p", "p/u", "created"), Put("u", "p/", "updated")],
            [Put("u", "p/u", "created"), Put("u", "/u", "replaced")],
            [Put("u", "p/u", "created"), Put("u", "/", "replaced")],
            // The profile becomes known later, or the customer does.
            [Put("u", "/u", "created"), Put("p", "p/u", "replaced")],
            [Put("u", "/", "created"), Put("p", "p/u", "replaced")],
            [Put("p", "p/", "created"), Put("u", "/u", "created"), Put("p", "p/u", "updated")],
        ], Backend.allCases)
    func one(puts: [Put], backend: Backend) async throws {
        try await TestService.with(backend) { service in
            for (number, put) in puts.enumerated() {
                let answer = try await service.put(
                    "/profiles/\(put.path)", Self.document(put.ids, #","x":\#(number)"#))
                #expect(try answer.text("status") == put.status, "\(put): \(answer.body)")
            }
            for id in ["p", "u"] {
                #expect(try await service.get("/profiles/\(id)").json["x"] as? Int == puts.count - 1)
            }
            let access = [
                try await service.get("/profiles/p/access?at=1"), try await service.get("/profiles/u/access?at=1"),
            ]
            #expect(access[0].status == 200 && access[0].body == access[1].body)
            try await service.ask(.delete, "/profiles/u", TestService.admin()).expect(204)
            for id in ["p", "u"] { try await service.get("/profiles/\(id)").expect(404) }
        }
    }

    @Test("a document of somebody else does not replace it, whatever its path")
    func others() async throws {
        try await TestService.with { service in
            try await service.put("/profiles/p", Self.document("p/u")).expect(201)
            for (path, ids) in [("p", "/v"), ("u", "q/"), ("u", "q/v"), ("p", "q/p2")] {
                try await service.put("/profiles/\(path)", Self.document(ids)).expect(422)
            }
            #expect(try await service.get("/profiles/u").body == Self.document("p/u"))
        }
    }

    @Test(
        "an id that is one person's profile and another one's customer overwrites neither",
        arguments: [("k/c", "/k"), ("/k", "k/c")], Backend.allCases)
    func taken(ids: (first: String, second: String), backend: Backend) async throws {
        try await TestService.with(backend) { service in
            try await service.put("/profiles/k", Self.document(ids.first)).expect(201)
            try await service.put("/profiles/k", Self.document(ids.second)).expect(409)
            #expect(try await service.get("/profiles/k").body == Self.document(ids.first))
        }
    }

    @Test("what goes when two records turn out to be of one profile is named", arguments: Backend.allCases)
    func merged(backend: Backend) async throws {
        try await TestService.with(backend) { service in
            try await service.put("/profiles/u", Self.document("/u", #","x":{"y":1}"#)).expect(201)
            try await service.put("/profiles/p", Self.document("p/", #","z":1"#)).expect(201)
            let answer = try await service.put("/profiles/p", Self.document("p/u", #","z":2"#))
            #expect(try answer.json["lost"] as? [String] == ["/x"])
            #expect(try await service.get("/profiles/u").body == Self.document("p/u", #","z":2"#))
        }
    }

    @Test(
        "profiles of one customer stay apart; the customer's is the one that was written last",
        arguments: Backend.allCases)
    func several(backend: Backend) async throws {
        try await TestService.with(backend) { service in
            for (path, ids) in [("p", "p/u"), ("u", "r/u"), ("s", "s/v")] {
                try await service.put("/profiles/\(path)", Self.document(ids)).expect(201)
                // Times are in milliseconds.
                try await Task.sleep(for: .milliseconds(3))
            }
            for (id, profile) in [("p", "p"), ("r", "r"), ("u", "r"), ("v", "s")] {
                #expect(try await service.get("/profiles/\(id)").text("profile_id") == profile)
            }
            try await service.put("/profiles/p", Self.document("p/u", #","x":1"#)).expect(200)
            #expect(try await service.get("/profiles/u").text("profile_id") == "p")
            // The customer of a profile changes.
            try await service.put("/profiles/p", Self.document("p/v")).expect(200)
            for (id, profile) in [("u", "r"), ("v", "p"), ("s", "s")] {
                #expect(try await service.get("/profiles/\(id)").text("profile_id") == profile)
            }
        }
    }

    @Test("access is the person's under each id", arguments: ["p/u", "/u", "p/", nil], Backend.allCases)
    func access(ids: String?, backend: Backend) async throws {
        try await TestService.with(backend) { service in
            if let ids {
                try await service.put("/profiles/\(ids.hasPrefix("p") ? "p" : "u")", Self.document(ids)).expect(201)
            }
            let end = #","subscription_expires_at":"2030-01-01T00:00:00.000000+0000""#
            for (id, more) in [("1", ""), ("2", #","customer_user_id":"u""#)] {
                try await service.send(Samples.event("subscription_renewed", id: id, end + more)).expect(200)
            }
            for id in ["p", "u"] {
                let answer = try await service.get("/profiles/\(id)/access?at=2029-01-01T00:00:00Z")
                #expect(try answer.json["active"] as? Bool == true)
                #expect(try answer.number("events") == 2)
                #expect(try answer.text("profile_id") == "p")
                #expect(try answer.text("customer_user_id") == "u")
            }
        }
    }

    @Test(
        "of copies that an earlier version has stored, the one that was written last stays", arguments: Backend.allCases
    )
    func upgraded(backend: Backend) async throws {
        try await backend.withDatabase { address in
            let connection = try address.connect()
            try Schema.prepare(connection, upTo: 4)
            let rows = [
                ("p", "p/u", 2), ("u", "p/u", 3), ("v", "q/v", 5), ("q", "q/v", 4), ("w", "/w", 1), ("x", "/", 1),
                // A customer is called as a profile is.
                ("y", "z/y", 7), ("z", "y/z", 6),
                // The profile of a customer became known later, or was left out later.
                ("a", "a/b", 9), ("b", "/b", 8), ("c", "c/d", 8), ("d", "/d", 9),
            ]
            for (path, ids, time) in rows {
                let names = ids.split(separator: "/", omittingEmptySubsequences: false).map {
                    SQLValue.text(orNull: $0.isEmpty ? nil : String($0))
                }
                _ = try connection.run(
                    "INSERT INTO records (kind, id, dialect, record_kind, document, residues, written_at, after, profile, customer) VALUES ('profile', ?1, 'sdk2', 'profile', ?2, ?3, ?4, 0, ?5, ?6)",
                    [
                        .text(path), .blob(Array(Self.document(ids, #","x":\#(time)"#).utf8)), .blob(Array("[]".utf8)),
                        .integer(Int64(time)),
                    ] + names)
            }
            try await TestService.with(address) { service in
                for (id, time) in [
                    ("p", 3), ("u", 3), ("q", 5), ("v", 5), ("w", 1), ("x", 1), ("z", 7), ("y", 6), ("a", 9), ("b", 9),
                    ("c", 9), ("d", 9),
                ] {
                    let document = try await service.get("/profiles/\(id)").body
                    #expect(document.contains(#""x":\#(time)"#), "\(id)")
                }
            }
            #expect(try connection.rows("SELECT 1 FROM records").count == 8)
        }
    }
}
