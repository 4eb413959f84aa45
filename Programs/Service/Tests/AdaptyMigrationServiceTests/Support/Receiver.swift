import Hummingbird
import HTTPTypes
import NIOCore
import Synchronization
import Testing

@testable import AdaptyMigrationService

/// A subscriber's server: notes what it is sent, in the order in which it comes in.
final class Receiver: Sendable {
    struct Message: Sendable {
        let path: String
        let sequence: Int
        let headers: HTTPFields
        let body: String
    }

    private struct Log {
        var messages: [Message] = []
        /// How often each came in.
        var counts: [String: Int] = [:]

        /// - Returns: how often it came in before.
        mutating func append(_ message: Message) -> Int {
            messages.append(message)
            let key = "\(message.path) \(message.sequence)", count = counts[key] ?? 0
            counts[key] = count + 1
            return count
        }
    }

    private let log = Mutex(Log())
    private let answer: @Sendable (Message, Int) async -> HTTPResponse.Status
    private let address = Mutex(0)

    private init(_ answer: @escaping @Sendable (Message, Int) async -> HTTPResponse.Status) { self.answer = answer }

    var messages: [Message] { log.withLock { $0.messages } }
    /// How many different ones came in.
    var count: Int { log.withLock { $0.counts.count } }
    var port: Int { address.withLock { $0 } }
    func url(_ path: String = "hook") -> String { "http://127.0.0.1:\(port)/\(path)" }

    /// - Parameter answer: to a message, by how often its event came in before.
    static func with(
        _ answer: @escaping @Sendable (Message, Int) async -> HTTPResponse.Status = { _, _ in .ok },
        _ body: @escaping @Sendable (Receiver) async throws -> Void
    ) async throws {
        let receiver = Receiver(answer), router = Router(), (ready, started) = AsyncStream<Int>.makeStream()
        router.post("/:path") { request, context in
            try await receiver.take(request, try context.parameters.require("path"))
        }
        let application = Application(
            router: router, configuration: .init(address: .hostname("127.0.0.1", port: 0)),
            onServerRunning: { started.yield($0.localAddress?.port ?? 0) })
        try await withThrowingTaskGroup { group in
            group.addTask { try await application.run() }
            for await port in ready {
                receiver.address.withLock { $0 = port }
                break
            }
            try await body(receiver)
            group.cancelAll()
        }
    }

    private func take(_ request: Request, _ path: String) async throws -> HTTPResponse.Status {
        let body = String(buffer: try await request.body.collect(upTo: 1 << 24)),
            name = try #require(HTTPField.Name("Adapty-Migration-Sequence"))
        let message = Message(
            path: path, sequence: Int(request.headers[name] ?? "") ?? 0, headers: request.headers, body: body)
        let before = log.withLock { $0.append(message) }
        return await answer(message, before)
    }

    /// Waits until it got what it should.
    ///
    /// - Parameter seconds: at most so many.
    func wait(seconds: Int = 30, sourceLocation: SourceLocation = #_sourceLocation, until isDone: ([Message]) -> Bool)
        async throws
    {
        for _ in 0..<seconds * 50 where !isDone(messages) { try await Task.sleep(for: .milliseconds(20)) }
        #expect(isDone(messages), "\(messages.count) messages", sourceLocation: sourceLocation)
    }
}
