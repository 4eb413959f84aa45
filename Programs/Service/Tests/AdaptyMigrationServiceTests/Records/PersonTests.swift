import AdaptyMigrationSQL
import Foundation
import HTTPTypes
import Testing

@testable import AdaptyMigrationService

@Suite("A person is removed under each id") struct PersonTests {
    /// What is stored, what is removed, and what is left, as ``Item`` reads it.
    struct Case: Sendable, CustomTestStringConvertible {
        let stored: [String]
        let id: String
        let left: [String]

        var testDescription: String { "\(id) of \(stored)" }
    }

    private static let others = ["q:q/v", "w:/w", "q/v", "q/", "/w", "/", "other/other"]

    @Test(
        "of everything that names the person nothing is left, and of others all",
        arguments: [
            Case(stored: ["p:p/u"], id: "u", left: []), Case(stored: ["p:p/u"], id: "p", left: []),
            Case(stored: ["u:p/u"], id: "p", left: []), Case(stored: ["u:/u"], id: "u", left: []),
            Case(stored: ["u:/"], id: "u", left: []),
            Case(stored: ["p/u"], id: "u", left: []), Case(stored: ["p/u"], id: "p", left: []),
            Case(stored: ["/u"], id: "u", left: []), Case(stored: ["p/"], id: "p", left: []),
            Case(stored: ["p:p/", "p/u", "p/"], id: "u", left: []),
            Case(stored: ["p:p/u", "p/", "/u"], id: "u", left: []),
            Case(stored: ["p:p/u", "p/", "/u"], id: "p", left: []),
            Case(stored: ["p:p/u", "r:r/u", "r/", "s/u", "s/"], id: "p", left: []),
            Case(stored: ["p:p/u", "r:r/u", "r/", "s/u", "s/"], id: "u", left: []),
            Case(stored: ["p:/", "u:/", "p/u"], id: "u", left: []),
            Case(stored: ["p:/", "u:/", "p/u"], id: "p", left: []),
            Case(stored: ["p/", "~p/u"], id: "u", left: []),
            Case(stored: ["p/", "~p/u"], id: "p", left: []),
            // The other bytes of an event name somebody else than the event.
            Case(stored: ["q/", "~/u"], id: "u", left: ["q/"]),
            // Two customers share a profile.
            Case(stored: ["p:p/u", "p/u", "p/v", "p/"], id: "u", left: ["p/v", "p/"]),
            Case(stored: ["p/u", "p/v", "r/u", "s:s/v"], id: "p", left: ["r/u", "s:s/v"]),
            // A customer is called as a profile is.
            Case(stored: ["p:p/u", "x:x/p", "x/p", "x/"], id: "u", left: ["x:x/p", "x/p", "x/"]),
            // The sandbox connects nothing of production, and goes with the person.
            Case(stored: ["p:p/u", "p/", "!p/y"], id: "u", left: []),
            Case(stored: ["p:p/u", "p/", "!p/y"], id: "p", left: []),
            Case(stored: ["p:p/u", "p/", "!p/y"], id: "y", left: ["p:p/u", "p/"]),
            Case(stored: ["p:p/", "p/", "!p/y"], id: "y", left: ["p:p/", "p/"]),
            Case(stored: ["/u", "!p/u", "!p/"], id: "u", left: []),
            Case(stored: ["/u", "!p/u", "!p/"], id: "p", left: ["/u"]),
            Case(stored: ["p:p/u", "!p/y", "!r/u", "!r/"], id: "p", left: []),
            Case(stored: ["p:p/u", "u2:u2/x", "x/p"], id: "nobody", left: ["p:p/u", "u2:u2/x", "x/p"]),
        ], Backend.allCases)
    func removed(the data: Case, backend: Backend) async throws {
        try await TestService.with(backend) { service in
            for item in data.stored + Self.others { try await service.store(Item(item)) }
            let found = data.left.count < data.stored.count
            try await service.ask(.delete, "/profiles/\(data.id)", TestService.admin()).expect(found ? 204 : 404)
            let items = (data.stored + Self.others).filter { Item($0).path != nil }
            #expect(try await service.items(items) == (data.left + Self.others).sorted())
            try await service.ask(.delete, "/profiles/\(data.id)", TestService.admin()).expect(404)
        }
    }

    @Test(
        "an event names a person in one of several places",
        arguments: [
            #""customer_user_id":"u","event_properties":{}"#, #""event_properties":{"customer_user_id":"u"}"#,
            #""customer_user_id":null,"event_properties":{"customer_user_id":"u"}"#,
            #""customer_user_id":"\u0075","event_properties":{"customer_user_id":"v"}"#,
            #""event_properties":{"profile_id":"u"}"#, #""profile_id":"u","event_properties":null"#,
        ])
    func places(members: String) async throws {
        try await TestService.with { service in
            try await service.send(#"{"event_type":"trial_started",\#(members)}"#).expect(200)
            try await service.send(#"{"no event":1,\#(members)}"#).expect(200)
            try await service.ask(.delete, "/profiles/v", TestService.admin()).expect(404)
            try await service.ask(.delete, "/profiles/u", TestService.admin()).expect(204)
            #expect(try await service.get("/events").list("events").isEmpty)
        }
    }

    @Test("numbers are ids, and texts that no database stores are none", arguments: Backend.allCases)
    func texts(backend: Backend) async throws {
        try await TestService.with(backend) { service in
            try await service.send(#"{"event_type":"trial_started","customer_user_id":17}"#).expect(200)
            for text in [#""a\u0000b""#, #""""#, "{}", "true"] {
                try await service.send(#"{"event_type":"trial_started","customer_user_id":\#(text)}"#).expect(200)
            }
            try await service.put(
                "/profiles/p", #"{"profile_id":"p","customer_user_id":"a\u0000b","paid_access_levels":{}}"#
            ).expect(201)
            try await service.ask(.delete, "/profiles/17", TestService.admin()).expect(204)
            #expect(try await service.get("/events").list("events").map { $0["sequence"] as? Int } == [2, 3, 4, 5])
        }
    }

    @Test("what an earlier version has stored is removed, too", arguments: ["p", "u"], Backend.allCases)
    func upgraded(id: String, backend: Backend) async throws {
        try await backend.withDatabase { address in
            let mine = ["p:p/u", "r:r/u", "p/u", "/u", "q/", "~p/u"], others = ["q:q/v", "/v", "/"]
            try await TestService.with(address) { service in
                for item in mine + others { try await service.store(Item(item)) }
                for _ in 0..<70 { try await service.store(Item("p/u")) }
            }
            try Self.downgrade(address.connect())
            try await TestService.with(address) { service in
                try await service.ask(.delete, "/profiles/\(id)", TestService.admin()).expect(204)
                let paths = ["p:p/u", "r:r/u", "q:q/v"]
                #expect(try await service.items(paths) == ["/", "/v", "q/", "q:q/v"])
            }
        }
    }

    /// Makes the tables of version 2, with the rows of version 1.
    private static func downgrade(_ connection: any SQLConnection) throws {
        _ = try connection.run("UPDATE records SET id = customer WHERE id = 'p'", [])
        for table in ["events", "conflicts", "subscribers"] {
            _ = try connection.run("ALTER TABLE \(table) DROP COLUMN is_sandbox", [])
        }
        for name in ["records_customer", "events_customer", "conflicts_customer", "conflicts_profile"] {
            _ = try connection.run("DROP INDEX \(name)", [])
        }
        for table in ["records", "events", "conflicts"] {
            _ = try connection.run("ALTER TABLE \(table) DROP COLUMN customer", [])
        }
        _ = try connection.run("ALTER TABLE conflicts DROP COLUMN profile", [])
        _ = try connection.run("UPDATE records SET profile = NULL", [])
        _ = try connection.run("UPDATE adapty_service_schema SET version = 2", [])
    }

    @Test("no table is read as a whole")
    func indexes() async throws {
        try await Backend.sqlite.withDatabase { address in
            try await TestService.with(address) { service in
                for item in ["p:p/u", "r:r/u", "p/u", "~p/u"] { try await service.store(Item(item)) }
            }
            let connection = RecordingConnection(try address.connect())
            let removal = try Person("p", connection).remove(connection)
            _ = try RecordStore.read(RecordRoutes.profiles, "u", connection)
            #expect((removal.profiles, removal.events, removal.conflicts) == (2, 1, 1))
            for statement in connection.statements {
                for step in try connection.rows("EXPLAIN QUERY PLAN " + statement).compactMap(\.last?.text) {
                    let isWhole = step.hasPrefix("SCAN") && step != "SCAN removed_events"
                    #expect(!isWhole, "\(step): \(statement)")
                }
            }
        }
    }
}

/// A profile `path:profile/customer`, an event `profile/customer`, one of the sandbox, `!…`, or other bytes of the
/// event before, `~…`.
private struct Item {
    let path: String?
    let isConflict: Bool
    let isSandbox: Bool
    let members: String

    init(_ text: String) {
        let parts = text.split(separator: ":")
        path = parts.count > 1 ? String(parts[0]) : nil
        (isConflict, isSandbox) = (text.hasPrefix("~"), text.hasPrefix("!"))
        let ids = parts[parts.count - 1].trimmingPrefix(/[~!]/).split(separator: "/", omittingEmptySubsequences: false)
        members = zip(["profile_id", "customer_user_id"], ids).filter { !$1.isEmpty }.map { "\"\($0)\":\"\($1)\"," }
            .joined()
    }

    /// - Parameter document: with `profile_id` and `customer_user_id`.
    static func text(_ document: [String: Any]) -> String {
        ["profile_id", "customer_user_id"].map { document[$0] as? String ?? "" }.joined(separator: "/")
    }
}

extension TestService {
    /// An event that is no conflict gets an id of its own.
    fileprivate func store(_ item: Item) async throws {
        if let path = item.path {
            try await put("/profiles/\(path)", #"{\#(item.members)"subscriptions":{},"paid_access_levels":{}}"#)
                .expect(201)
        } else {
            let count = try await get("/events?limit=1000").list("events").count + (item.isConflict ? 0 : 1)
            let more = item.isConflict ? #","more":1"# : ""
            let environment = item.isSandbox ? #","environment":"Sandbox""# : ""
            try await send(
                #"{\#(item.members)"event_type":"trial_started","event_properties":{"profile_event_id":\#(count)\#(more)\#(environment)}}"#,
                as: item.isSandbox ? TestService.sandboxSecret : TestService.secret
            ).expect(200)
        }
    }

    /// Everything that is stored, sorted.
    ///
    /// - Parameter profiles: those that may be stored.
    fileprivate func items(_ profiles: [String]) async throws -> [String] {
        var items: [String] = []
        for item in profiles {
            let answer = try await get("/profiles/\(Item(item).path ?? "")")
            // An id may be another person's, too.
            if answer.status == 200, item.hasSuffix(":" + Item.text(try answer.json)) { items.append(item) }
        }
        for event in try await get("/events?limit=1000").list("events") {
            let mark = event["environment"] as? String == "sandbox" ? "!" : ""
            items.append(mark + Item.text(event["event"] as? [String: Any] ?? [:]))
            items += (event["conflicts"] as? [[String: Any]] ?? []).map { "~" + Item.text($0) }
        }
        return items.sorted()
    }
}

/// Notes what it is asked.
private final class RecordingConnection: SQLConnection {
    private let connection: any SQLConnection
    private(set) var statements: [String] = []

    init(_ connection: any SQLConnection) { self.connection = connection }

    var dialect: SQLDialect { connection.dialect }

    func run(_ statement: String, _ parameters: [SQLValue], upTo limit: Int) throws(StoreFailure) -> (
        rows: [[SQLValue]], changed: Int
    ) {
        if !statement.hasPrefix("EXPLAIN") { statements.append(statement) }
        return try connection.run(statement, parameters, upTo: limit)
    }

    func lock(_ table: String) throws(StoreFailure) { try connection.lock(table) }
    func unlock(_ table: String) { connection.unlock(table) }
}
