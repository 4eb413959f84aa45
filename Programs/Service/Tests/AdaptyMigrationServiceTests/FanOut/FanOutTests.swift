@_spi(Tools) import AdaptyMigrationTools
import AsyncHTTPClient
import Foundation
import HTTPTypes
import Logging
import Testing

@testable import AdaptyMigrationService

@Suite("Fan-out") struct FanOutTests {
    /// Runs what brings events to subscribers beside a service.
    static func with(
        _ backend: Backend, attempts: Int64 = 24,
        _ answer: @escaping @Sendable (Receiver.Message, Int) async -> HTTPResponse.Status = { _, _ in .ok },
        _ body: @escaping @Sendable (TestService, Receiver) async throws -> Void
    ) async throws {
        try await Receiver.with(answer) { receiver in
            try await TestService.with(
                backend,
                change: { settings in
                    settings.backoff.first = 20
                    settings.backoff.attempts = attempts
                }
            ) { service in
                let client = Sender.client(),
                    fanOut = service.service.fanOut(client, Logger(label: "test"))
                do {
                    try await withThrowingTaskGroup { group in
                        group.addTask { try await fanOut.run() }
                        try await body(service, receiver)
                        group.cancelAll()
                    }
                    try await client.shutdown()
                } catch {
                    try await client.shutdown()
                    throw error
                }
            }
        }
    }

    /// The code was made by Python's `hmac`.
    @Test("a signature is what any other implementation makes of the same body and secret")
    func signature() {
        #expect(
            Signature.text(of: Array(#"{"a":1}"#.utf8), secret: "shared", seconds: 1_700_000_000)
                == "t=1700000000,v1=e8a57bb8048d18391d3eb8464b2c3398b36bce5c7b179e65e3ef49430731b313")
    }

    @Test(
        "a subscriber gets the events of its environment, which is production by default", arguments: Backend.allCases)
    func environments(backend: Backend) async throws {
        try await FanOutTests.with(backend) { service, receiver in
            for (path, more) in [("standard", ""), ("tests", #","environment":"Sandbox""#)] {
                let answer = try await service.subscribe(receiver.url(path), more)
                #expect(try answer.text("environment") == (more.isEmpty ? "production" : "sandbox"))
            }
            try await service.subscribe(receiver.url(), #","environment":"xcode""#).expect(400)
            for (id, environment, secret) in [
                ("1", "Sandbox", TestService.sandboxSecret), ("2", "Production", TestService.secret),
                ("3", "SANDBOX", TestService.sandboxSecret), ("4", "", TestService.secret),
            ] {
                try await service.send(Samples.event("trial_started", id: id, environment: environment), as: secret)
                    .expect(200)
            }
            try await receiver.wait { $0.count >= 4 }
            func sequences(_ path: String) -> [Int] {
                receiver.messages.filter { $0.path == path }.map(\.sequence)
            }
            #expect(sequences("standard") == [2, 4])
            #expect(sequences("tests") == [1, 3])
        }
    }

    @Test("each subscriber gets each event in its own generation of names, signed", arguments: Backend.allCases)
    func names(backend: Backend) async throws {
        try await FanOutTests.with(backend) { service, receiver in
            try await service.send(Samples.event("trial_started", id: "0")).expect(200)
            for (path, dialect) in [("old", "webhook-legacy"), ("new", "webhook")] {
                try await service.subscribe(receiver.url(path), #","dialect":"\#(dialect)","secret":"shared""#).expect(
                    201)
            }
            let old = Samples.event("subscription_cancelled", id: "1"),
                new = Samples.event("subscription_expired", id: "2"), other = #"{"no event": 1.0}"#
            for event in [old, new, other] { try await service.send(event).expect(200) }
            try await receiver.wait { $0.count >= 6 }
            func bodies(_ path: String) -> [String] {
                receiver.messages.filter { $0.path == path }.sorted { $0.sequence < $1.sequence }.map(\.body)
            }
            #expect(
                bodies("old") == [
                    old, new.replacingOccurrences(of: "subscription_expired", with: "subscription_cancelled"), other,
                ])
            #expect(
                bodies("new") == [
                    old.replacingOccurrences(of: "subscription_cancelled", with: "subscription_expired"), new, other,
                ])
            let name = try #require(HTTPField.Name(Signature.header))
            for message in receiver.messages {
                let header = try #require(message.headers[name]),
                    seconds = try #require(header.firstMatch(of: /^t=(\d+),v1=([0-9a-f]{64})$/))
                #expect(
                    header
                        == Signature.text(
                            of: Array(message.body.utf8), secret: "shared", seconds: try #require(Int64(seconds.1))))
                #expect(abs((Double(seconds.1) ?? 0) - Date().timeIntervalSince1970) < 60)
            }
        }
    }

    @Test("what fails is tried again, in order, and holds no other profile back", arguments: Backend.allCases)
    func order(backend: Backend) async throws {
        try await FanOutTests.with(
            backend,
            { message, before in
                message.body.contains("\"profile_id\":\"a\"") && before < 3 ? .internalServerError : .ok
            }
        ) { service, receiver in
            try await service.subscribe(receiver.url()).expect(201)
            for number in 1...6 {
                try await service.send(
                    Samples.event("subscription_renewed", id: "\(number)", profile: number % 3 == 0 ? "b" : "a")
                ).expect(200)
            }
            try await receiver.wait { messages in messages.count == 4 * 4 + 2 }
            let sequences = receiver.messages.filter { $0.body.contains("\"profile_id\":\"a\"") }.map(\.sequence)
            #expect(sequences == [1, 2, 4, 5].flatMap { Array(repeating: $0, count: 4) })
            // The other profile's were through before the failing one's second.
            let first = try #require(receiver.messages.firstIndex { $0.sequence == 2 })
            #expect(receiver.messages[..<first].contains { $0.sequence == 3 })
            try await service.settled {
                $0["delivered"] as? Int == 6 && $0["pending"] as? Int == 0 && $0["parked"] as? Int == 0
            }
        }
    }

    @Test("what fails too often is parked, in sight, and the next one goes on", arguments: Backend.allCases)
    func parked(backend: Backend) async throws {
        try await FanOutTests.with(
            backend, attempts: 3, { message, _ in message.sequence == 1 ? .badGateway : .noContent }
        ) { service, receiver in
            try await service.subscribe(receiver.url()).expect(201)
            for number in 1...2 {
                try await service.send(Samples.event("subscription_renewed", id: "\(number)")).expect(200)
            }
            try await receiver.wait { $0.contains { $0.sequence == 2 } }
            #expect(receiver.messages.map(\.sequence) == [1, 1, 1, 2])
            try await service.settled {
                $0["parked"] as? Int == 1 && $0["delivered"] as? Int == 1
                    && $0["failure"] as? String == "it answered 502"
            }
        }
    }

    @Test("each event is counted once: delivered, pending or parked", arguments: Backend.allCases)
    func counts(backend: Backend) async throws {
        try await FanOutTests.with(
            backend, attempts: 2,
            { message, _ in message.body.contains(#""profile_id":"a""#) ? .badGateway : .noContent }
        ) { service, receiver in
            for number in 1...3 {
                try await service.send(Samples.event("trial_started", id: "\(number)", profile: "b")).expect(200)
            }
            try await service.subscribe(receiver.url(), #","after":1"#).expect(201)
            for (number, profile) in zip(4...7, "abab") {
                try await service.send(Samples.event("trial_started", id: "\(number)", profile: "\(profile)"))
                    .expect(200)
                let status = try await service.get("/subscribers").list("subscribers")[0]
                let counts = ["delivered", "pending", "parked"].compactMap { status[$0] as? Int }
                #expect(counts.reduce(0, +) == number - 1)
            }
            try await service.settled {
                $0["delivered"] as? Int == 4 && $0["pending"] as? Int == 0 && $0["parked"] as? Int == 2
            }
        }
    }

    @Test("what was parked is tried again when somebody asks for it", arguments: Backend.allCases)
    func retried(backend: Backend) async throws {
        try await FanOutTests.with(
            backend, attempts: 2, { message, before in before < 2 && message.sequence == 1 ? .badGateway : .noContent }
        ) { service, receiver in
            let id = try #require(try await service.subscribe(receiver.url()).text("id"))
            try await service.send(Samples.event("subscription_renewed", id: "1")).expect(200)
            try await service.settled { $0["parked"] as? Int == 1 }
            let answer = try await service.ask(.post, "/subscribers/\(id)/retry", TestService.admin())
            #expect(try answer.number("retried") == 1)
            try await service.settled { $0["parked"] as? Int == 0 && $0["delivered"] as? Int == 1 }
            #expect(receiver.messages.map(\.sequence) == [1, 1, 1])
            try await service.ask(.post, "/subscribers/nobody/retry", TestService.admin()).expect(404)
        }
    }

    @Test(
        "a subscriber that is not there costs the others nothing; one that is removed gets nothing more",
        arguments: Backend.allCases)
    func subscribers(backend: Backend) async throws {
        try await FanOutTests.with(backend) { service, receiver in
            try await service.send(Samples.event("trial_started", id: "1")).expect(200)
            try await service.subscribe("http://127.0.0.1:1/nobody").expect(201)
            let all = try await service.subscribe(receiver.url("all"), #","after":0"#),
                later = try await service.subscribe(receiver.url("later"))
            #expect(try all.number("after") == 0)
            #expect(try later.number("after") == 1)
            try await service.send(Samples.event("trial_started", id: "2")).expect(200)
            try await receiver.wait { $0.count == 3 }
            #expect(Set(receiver.messages.map { $0.path + "\($0.sequence)" }) == ["all1", "all2", "later2"])
            let id = try #require(try all.text("id"))
            try await service.ask(.delete, "/subscribers/\(id)", TestService.admin()).expect(204)
            try await service.ask(.delete, "/subscribers/\(id)", TestService.admin()).expect(404)
            try await service.send(Samples.event("trial_started", id: "3")).expect(200)
            try await receiver.wait { $0.count == 4 }
            #expect(receiver.messages.last?.path == "later")
            #expect(try await service.get("/subscribers").list("subscribers").count == 2)
        }
    }

    @Test(
        "services with tables of their own deliver at the same time, also in one database", arguments: Backend.allCases)
    func twoServices(backend: Backend) async throws {
        try await FanOutTests.with(backend) { first, firstReceiver in
            try await first.subscribe(firstReceiver.url()).expect(201)
            try await first.send(Samples.event("trial_started", id: "1")).expect(200)
            try await firstReceiver.wait { $0.count == 1 }
            try await FanOutTests.with(backend) { second, receiver in
                try await second.subscribe(receiver.url()).expect(201)
                try await second.send(Samples.event("trial_started", id: "2")).expect(200)
                try await receiver.wait { $0.count == 1 }
            }
        }
    }

    @Test(
        "of two processes on one database one delivers; when it is gone, the other one does", .timeLimit(.minutes(2)),
        arguments: Backend.allCases)
    func twoProcesses(backend: Backend) async throws {
        try await Receiver.with { receiver in
            try await backend.withDatabase { address in
                try await ServiceProcess.withFolder { folder in
                    let first = try await ServiceProcess(in: folder, address.environment)
                    try await WebClient(first).admin("POST", "/subscribers", #"{"url":"\#(receiver.url())"}"#).expect(
                        201)
                    try await WebClient(first).send(Samples.event("trial_started", id: "0")).expect(200)
                    try await receiver.wait { $0.count == 1 }
                    let second = try await ServiceProcess(in: folder, address.environment)
                    for number in 1...40 {
                        try await WebClient(number % 2 == 0 ? first : second).send(
                            Samples.event("trial_started", id: "\(number)", profile: "\(number % 4)")
                        ).expect(200)
                    }
                    try await receiver.wait { $0.count >= 41 }
                    // What is sent but not noted when the first one dies would come twice.
                    while try await WebClient(first).admin("GET", "/subscribers").list("subscribers")[0]["delivered"]
                        as? Int != 41
                    { try await Task.sleep(for: .milliseconds(20)) }
                    first.kill()
                    for number in 41...60 {
                        try await WebClient(second).send(
                            Samples.event("trial_started", id: "\(number)", profile: "\(number % 4)")
                        ).expect(200)
                    }
                    try await receiver.wait { _ in receiver.count == 61 }
                    #expect(receiver.messages.count == 61)
                    #expect(second.stop() == 0)
                }
            }
        }
    }

    @Test(
        "a registration that makes no sense is refused",
        arguments: [
            ("{}", 400), ("[]", 400), (#"{"url":""}"#, 422), (#"{"url":"ftp://example.com"}"#, 422),
            (#"{"url":"http://user:pass@example.com"}"#, 422), (#"{"url":"http://127.0.0.1/","dialect":"sdk2"}"#, 406),
            (#"{"url":"http://127.0.0.1/","dialect":"x"}"#, 400), (#"{"url":"http://127.0.0.1/","after":-1}"#, 400),
            (#"{"url":"http://127.0.0.1/","secret":""}"#, 400),
        ])
    func refused(body: String, status: Int) async throws {
        try await TestService.with { service in
            try await service.ask(.post, "/subscribers", TestService.admin([.contentType: "application/json"]), body)
                .expect(status)
        }
    }

    @Test func secretsAreToldOnce() async throws {
        try await TestService.with { service in
            let secret = try #require(try await service.subscribe("http://127.0.0.1:9/").text("secret"))
            #expect(secret.utf8.count == 64)
            #expect(!(try await service.get("/subscribers").body.contains(secret)))
        }
    }

    @Test("waits grow to a limit, and end")
    func backoff() {
        var backoff = Backoff()
        backoff.longest = 5000
        for (attempts, range) in [
            (1, 500...1000), (2, 1000...2000), (3, 2000...4000), (4, 2500...5000), (23, 2500...5000),
        ] as [(Int64, ClosedRange<Int64>)] {
            for _ in 0..<50 { #expect(backoff.wait(after: attempts).map { range.contains($0) } == true) }
        }
        #expect(backoff.wait(after: 24) == nil)
    }
}

extension TestService {
    func subscribe(_ url: String, _ more: String = "") async throws -> Answer {
        try await ask(
            .post, "/subscribers", TestService.admin([.contentType: "application/json"]), #"{"url":"\#(url)"\#(more)}"#)
    }

    /// Waits until the one subscriber's status is as it should be, ten seconds at most.
    func settled(sourceLocation: SourceLocation = #_sourceLocation, _ isSo: ([String: Any]) -> Bool) async throws {
        var answer = try await get("/subscribers")
        for _ in 0..<3000 where !isSo(try answer.list("subscribers")[0]) {
            try await Task.sleep(for: .milliseconds(20))
            answer = try await get("/subscribers")
        }
        #expect(isSo(try answer.list("subscribers")[0]), "\(answer.body)", sourceLocation: sourceLocation)
    }
}
