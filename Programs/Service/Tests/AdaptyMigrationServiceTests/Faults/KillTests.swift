@_spi(Tools) import AdaptyMigrationTools
@_spi(Tools) import AdaptyMigrationTesting
import Foundation
import Synchronization
import Testing

@testable import AdaptyMigrationService

extension ProcessTests {
    /// The program, killed again and again while clients send to it. `LOAD_EVENTS=100000 LOAD_KILLS=100` makes it long.
    @Suite("Kills") struct KillTests {
        private static let environment = ProcessInfo.processInfo.environment
        private static let count = environment["LOAD_EVENTS"].flatMap { Int($0) } ?? 3000
        private static let kills = environment["LOAD_KILLS"].flatMap { Int($0) } ?? 10
        private static let seed = environment["LOAD_SEED"].flatMap { UInt64($0) } ?? 2026

        @Test(
            "what was confirmed is stored once, delivered in order, and counts as it would without the kills",
            .timeLimit(.minutes(10 + count / 500)), arguments: Backend.allCases)
        func kills(backend: Backend) async throws {
            let plan = LoadPlan(count: KillTests.count, seed: KillTests.seed)
            try await Receiver.with { receiver in
                try await backend.withDatabase { address in
                    try await ServiceProcess.withFolder { folder in
                        let killed = try await KilledService(in: folder, address.environment)
                        for (path, dialect) in [("old", "webhook-legacy"), ("new", "webhook")] {
                            try await killed.client.admin(
                                "POST", "/subscribers", #"{"url":"\#(receiver.url(path))","dialect":"\#(dialect)"}"#
                            ).expect(201)
                        }
                        try await KillTests.send(plan, to: killed)
                        try await receiver.wait(seconds: 60 + KillTests.count / 100) { _ in
                            receiver.count == 2 * plan.events.count
                        }
                        let stored = try await killed.client.events()
                        try KillTests.check(stored, plan)
                        try KillTests.check(receiver.messages, stored, plan)
                        try await KillTests.compare(killed.client, stored, plan)
                        #expect(killed.process.stop() == 0)
                    }
                }
            }
        }

        /// Sends all there is to send, each until it is confirmed, and kills the program now and then.
        private static func send(_ plan: LoadPlan, to killed: KilledService) async throws {
            let queue = Queue(plan.deliveries), workers = 16
            try await withThrowingTaskGroup { group in
                for _ in 0..<workers {
                    group.addTask {
                        while let id = queue.next() { try await killed.confirm(plan.events[id].body) }
                    }
                }
                group.addTask {
                    var random = SeededGenerator(seed: seed)
                    // At random moments of the run: after some number of deliveries, and then a moment later.
                    for moment in (0..<kills).map({ _ in Int.random(in: 0..<plan.deliveries.count, using: &random) })
                        .sorted()
                    {
                        while queue.taken < moment { try await Task.sleep(for: .milliseconds(1)) }
                        try await Task.sleep(for: .microseconds(Int.random(in: 0..<5000, using: &random)))
                        try await killed.again()
                    }
                }
                try await group.waitForAll()
            }
        }

        /// What is still to be sent.
        private final class Queue: Sendable {
            private let ids: [Int]
            private let place = Mutex(0)

            init(_ ids: [Int]) { self.ids = ids }

            var taken: Int { place.withLock { $0 } }

            func next() -> Int? {
                place.withLock { place in
                    guard place < ids.count else { return nil }
                    defer { place += 1 }
                    return ids[place]
                }
            }
        }

        /// Every event is there, once.
        private static func check(_ stored: [(sequence: Int, event: [String: Any])], _ plan: LoadPlan) throws {
            #expect(stored.map(\.sequence) == Array(1...plan.events.count))
            #expect(stored.compactMap { id($0.event) }.sorted() == plan.events.map(\.id))
        }

        private static func id(_ event: [String: Any]) -> Int? {
            (event["event_properties"] as? [String: Any])?["profile_event_id"].flatMap { Int("\($0)") }
        }

        /// Both subscribers got every event, in their own names, and of each profile in order.
        private static func check(
            _ messages: [Receiver.Message], _ stored: [(sequence: Int, event: [String: Any])], _ plan: LoadPlan
        ) throws {
            for path in ["old", "new"] {
                let received = messages.filter { $0.path == path }
                #expect(Set(received.map(\.sequence)) == Set(stored.map(\.sequence)))
                var last: [String: Int] = [:], isInOrder = true, isInNames = true
                for message in received {
                    let event = try #require(
                        try JSONSerialization.jsonObject(with: Data(message.body.utf8)) as? [String: Any])
                    let profile = try #require(event["profile_id"] as? String),
                        name = EventName(rawValue: try #require(event["event_type"] as? String))
                    if message.sequence < last[profile] ?? 0 { isInOrder = false }
                    last[profile] = max(message.sequence, last[profile] ?? 0)
                    if path == "new", name != name.canonical { isInNames = false }
                    if path == "old", EventAlias.all.contains(where: { $0.current == name.rawValue }) {
                        isInNames = false
                    }
                }
                #expect(isInOrder && isInNames, "\(path): in order \(isInOrder), in its names \(isInNames)")
            }
        }

        /// The access views are those of a service that was never killed and got the same events in the same order.
        private static func compare(
            _ client: WebClient, _ stored: [(sequence: Int, event: [String: Any])], _ plan: LoadPlan
        ) async throws {
            let ids = stored.compactMap { id($0.event) }
            try await TestService.with { replay in
                for id in ids { try await replay.send(plan.events[id].body).expect(200) }
                for profile in Set(plan.events.map(\.profile)).sorted().prefix(500) {
                    let path = "/profiles/\(profile)/access?at=2026-04-15T00:00:00Z"
                    let view = try await client.admin("GET", path).body, clean = try await replay.get(path).body
                    #expect(view == clean)
                }
            }
        }
    }
}

/// A program that is started again on the same database whenever it was killed.
private final class KilledService: Sendable {
    private let folder: URL
    private let environment: [String: String?]
    private let current: Mutex<ServiceProcess>

    init(in folder: URL, _ environment: [String: String?]) async throws {
        (self.folder, self.environment) = (folder, environment)
        current = Mutex(try await ServiceProcess(in: folder, environment))
    }

    var process: ServiceProcess { current.withLock { $0 } }
    var client: WebClient { WebClient(process) }

    /// Kills it and starts another one.
    func again() async throws {
        process.kill()
        let new = try await ServiceProcess(in: folder, environment)
        current.withLock { $0 = new }
    }

    /// Sends until it is confirmed, as Adapty does.
    func confirm(_ event: String) async throws {
        while true {
            if let answer = try? await client.send(event) {
                if answer.status == 200 { return }
                // Whoever confirms nothing must have been too busy.
                #expect(answer.status == 503)
            }
            try await Task.sleep(for: .milliseconds(10))
        }
    }
}
