import Foundation
import NIOCore
import NIOPosix
import Testing

@testable import AdaptyMigrationService

extension ProcessTests {
    /// Clients that mean no good, against the program itself.
    @Suite("Hostile clients") struct HostileTests {
        /// Bytes to the program, over a connection of their own.
        private static func connect(_ service: ServiceProcess) async throws -> NIOAsyncChannel<ByteBuffer, ByteBuffer> {
            try await ClientBootstrap(group: MultiThreadedEventLoopGroup.singleton).connect(
                host: "127.0.0.1", port: service.port
            ) { channel in
                channel.eventLoop.makeCompletedFuture { try NIOAsyncChannel(wrappingChannelSynchronously: channel) }
            }
        }

        /// Sends parts one after the other, and reads until the program ends the connection.
        ///
        /// - Returns: what it answered, and how long that took.
        private static func talk(_ service: ServiceProcess, _ parts: [String], pause: Duration = .zero) async throws
            -> (
                answer: String, took: Duration
            )
        {
            let start = ContinuousClock.now
            let answer = try await connect(service).executeThenClose { inbound, outbound in
                try await withThrowingTaskGroup { group in
                    group.addTask {
                        var answer = ""
                        // A connection that is reset is over, too.
                        do { for try await part in inbound { answer += String(buffer: part) } } catch {}
                        return answer
                    }
                    for part in parts {
                        guard (try? await outbound.write(ByteBuffer(string: part))) != nil else { break }
                        if pause > .zero { try await Task.sleep(for: pause) }
                    }
                    return try await group.next() ?? ""
                }
            }
            return (answer, ContinuousClock.now - start)
        }

        private static let timeouts = ["HEAD_TIMEOUT": "2", "BODY_TIMEOUT": "2"]

        private static func head(_ more: String) -> String {
            "POST /webhooks/adapty HTTP/1.1\r\nHost: x\r\nAuthorization: \(TestService.secret)\r\nContent-Type: application/json\r\n\(more)\r\n"
        }

        @Test(
            "who takes its time is cut off, in the head, in the body, and between requests",
            arguments: [
                ["GET /he"] + Array(repeating: "a", count: 40),
                ["GET /health HTTP/1.1\r\n"] + (0..<40).map { "X-\($0): y\r\n" },
                [head("Content-Length: 1000\r\n"), "{"] + Array(repeating: " ", count: 40),
                ["GET /health HTTP/1.1\r\nHost: x\r\n\r\nGET /"] + Array(repeating: "a", count: 40),
            ])
        func slow(parts: [String]) async throws {
            try await ServiceProcess.withFolder { folder in
                let service = try await ServiceProcess(in: folder, HostileTests.timeouts),
                    (_, took) = try await HostileTests.talk(service, parts, pause: .milliseconds(200))
                #expect(took < .seconds(9))
                #expect(took > .seconds(1))
                try await WebClient(service).send("{}").expect(200)
                service.kill()
            }
        }

        @Test("a body that is late, or ends early, is the client's error, and counted as that")
        func incomplete() async throws {
            try await ServiceProcess.withFolder { folder in
                let service = try await ServiceProcess(in: folder, HostileTests.timeouts)
                let path = "PUT /profiles/p HTTP/1.1\r\nHost: x\r\nAuthorization: \(TestService.adminSecret)\r\n"
                for head in [HostileTests.head("Content-Length: 10\r\n"), path + "Content-Length: 10\r\n\r\n"] {
                    let (answer, took) = try await HostileTests.talk(service, [head, "{"])
                    #expect(answer.hasPrefix("HTTP/1.1 408 "), "\(answer)")
                    #expect(answer.lowercased().contains("connection: close"))
                    #expect(answer.contains("the body did not arrive in time"))
                    #expect(took > .seconds(1) && took < .seconds(9))
                }
                try await HostileTests.connect(service).executeThenClose { _, outbound in
                    try await outbound.write(ByteBuffer(string: HostileTests.head("Content-Length: 10\r\n") + "{"))
                }
                var errors: Set<String> = []
                for _ in 0..<100 where errors.count < 3 {
                    let text = try await WebClient(service).admin("GET", "/metrics").body
                    errors = Set(
                        text.matches(of: /hb_request_errors_total\{http_route="([^"]*)".*error_type="(.*)"\} 1\n/).map {
                            "\($0.1) \($0.2)"
                        })
                    #expect(!text.contains(#"error_type="200""#) && !text.contains(#""500""#))
                    try await Task.sleep(for: .milliseconds(20))
                }
                #expect(errors == ["/webhooks/adapty 408", "/profiles/{id} 408", "/webhooks/adapty 400"])
                #expect(service.stop() == 0)
                #expect(!service.log.contains(#""level":"error""#))
            }
        }

        @Test("slow heads on every connection there is keep nobody out for long")
        func everyConnection() async throws {
            try await ServiceProcess.withFolder { folder in
                let service = try await ServiceProcess(in: folder, ["MAXIMUM_CONNECTIONS": "40", "HEAD_TIMEOUT": "60"])
                try await withThrowingTaskGroup { group in
                    for _ in 0..<40 {
                        group.addTask {
                            _ = try? await HostileTests.talk(
                                service, ["GET /"] + Array(repeating: "a", count: 60), pause: .seconds(1))
                        }
                    }
                    try await Task.sleep(for: .milliseconds(500))
                    let start = ContinuousClock.now
                    try await WebClient(service).send("{}").expect(200)
                    #expect(ContinuousClock.now - start < .seconds(20))
                    service.kill()
                }
            }
        }

        @Test("a request without a host is refused")
        func host() async throws {
            try await ServiceProcess.withFolder { folder in
                let service = try await ServiceProcess(in: folder)
                let (answer, _) = try await HostileTests.talk(
                    service, ["GET /health HTTP/1.1\r\nConnection: close\r\n\r\n"])
                #expect(answer.hasPrefix("HTTP/1.1 400"))
                service.kill()
            }
        }

        @Test("three hundred slow clients at once keep nobody else waiting")
        func loris() async throws {
            try await ServiceProcess.withFolder { folder in
                let service = try await ServiceProcess(in: folder, HostileTests.timeouts), before = try service.memory
                try await withThrowingTaskGroup { group in
                    for _ in 0..<300 {
                        group.addTask {
                            _ = try await HostileTests.talk(
                                service,
                                [HostileTests.head("Content-Length: 1000000\r\n")] + Array(repeating: " ", count: 20),
                                pause: .milliseconds(200))
                        }
                    }
                    try await Task.sleep(for: .seconds(1))
                    for _ in 0..<20 { try await WebClient(service).send("{}").expect(200) }
                    try await group.waitForAll()
                }
                #expect(try service.memory - before < 60_000)
                service.kill()
            }
        }

        @Test("what is too long is refused before it is read, and is not read to its end")
        func oversized() async throws {
            try await ServiceProcess.withFolder { folder in
                let service = try await ServiceProcess(in: folder, HostileTests.timeouts), before = try service.memory,
                    part = String(repeating: "x", count: 1 << 20)
                let (announced, _) = try await HostileTests.talk(
                    service, [HostileTests.head("Content-Length: 4000000000\r\n")])
                #expect(announced.hasPrefix("HTTP/1.1 413 "))
                let chunks = Array(repeating: String(part.utf8.count, radix: 16) + "\r\n" + part + "\r\n", count: 400)
                let (chunked, took) = try await HostileTests.talk(
                    service, [HostileTests.head("Transfer-Encoding: chunked\r\n")] + chunks)
                #expect(chunked.isEmpty || chunked.hasPrefix("HTTP/1.1 413 "))
                #expect(took < .seconds(9))
                #expect(try service.memory - before < 60_000)
                try await WebClient(service).send("{}").expect(200)
                service.kill()
            }
        }

        @Test("what is malformed is refused cheaply")
        func malformed() async throws {
            try await ServiceProcess.withFolder { folder in
                let service = try await ServiceProcess(in: folder), client = WebClient(service)
                for body in [
                    String(repeating: "[", count: 1_000_000), String(repeating: #"{"a":"#, count: 150_000), "{\"a\":",
                    "{\"a\":1e}", "{\"a\":\"\\ud800\"}", "nul", "{\"event_type\":\"x\",}",
                ] {
                    try await client.send(body).expect(400)
                }
                let before = try service.memory
                for _ in 0..<50 { try await client.send(String(repeating: "[", count: 1_000_000)).expect(400) }
                #expect(try service.memory - before < 60_000)
                for part in [
                    "\0\0\0\0\r\n\r\n", "POST / HTTP/9.9\r\n\r\n",
                    "GET / HTTP/1.1\r\n"
                        + String(repeating: "X: " + String(repeating: "y", count: 8000) + "\r\n", count: 50) + "\r\n",
                ] {
                    let (answer, _) = try await HostileTests.talk(service, [part])
                    #expect(answer.hasPrefix("HTTP/1.1 4") || answer.isEmpty, "\(answer.prefix(100))")
                }
                #expect(try await client.sequences().isEmpty)
                service.kill()
            }
        }

        @Test("bytes that are no UTF-8 are refused, and nothing of them is kept")
        func notText() async throws {
            try await ServiceProcess.withFolder { folder in
                let service = try await ServiceProcess(in: folder, HostileTests.timeouts)
                let answer = try await HostileTests.connect(service).executeThenClose { inbound, outbound in
                    try await outbound.write(
                        ByteBuffer(string: HostileTests.head("Content-Length: 9\r\nConnection: close\r\n")))
                    try await outbound.write(ByteBuffer(bytes: [0x7B, 0x22, 0x61, 0x22, 0x3A, 0x22, 0xFF, 0x22, 0x7D]))
                    var answer = ""
                    for try await part in inbound { answer += String(buffer: part) }
                    return answer
                }
                #expect(answer.hasPrefix("HTTP/1.1 400 "))
                #expect(answer.contains("invalid-utf8"))
                service.kill()
            }
        }
    }
}
