import HTTPTypes
import Testing

@testable import AdaptyMigrationService

@Suite("A subscriber's window") struct DeliveryWindowTests {
    private static let count = 1500

    @Test(
        "two in a hundred deliveries without an answer leave the others half of their rate", arguments: Backend.allCases
    )
    func hanging(backend: Backend) async throws {
        try await FanOutTests.with(
            backend,
            { message, _ in
                if message.path == "hanging", message.sequence % 50 == 0 { try? await Task.sleep(for: .seconds(15)) }
                return .ok
            }
        ) { service, receiver in
            try await DeliveryWindowTests.fill(service)
            for path in ["prompt", "hanging"] {
                try await service.subscribe(receiver.url(path), #","after":0"#).expect(201)
            }
            try await receiver.wait(seconds: 60) { messages in
                messages.count { $0.path == "prompt" } == DeliveryWindowTests.count
            }
            // In the same time, on the same machine.
            let answered = receiver.messages.count { $0.path == "hanging" && $0.sequence % 50 != 0 }
            #expect(answered * 2 >= DeliveryWindowTests.count, "\(answered)")
        }
    }

    @Test("what has waited for a second is outside the window, where four times its width have room")
    func room() async throws {
        let window = DeliveryWindow(width: 2)
        for number in 1...Int64(5) {
            #expect(window.room == 2)
            for event in [2 * number, 2 * number + 1] { window.begin(event) }
            #expect(window.room == 0)
            try await Task.sleep(for: .seconds(1))
        }
        #expect(window.room == 0)
    }

    /// Events of as many profiles.
    private static func fill(_ service: TestService) async throws {
        try await withThrowingTaskGroup { group in
            for worker in 0..<16 {
                group.addTask {
                    for number in stride(from: worker, to: count, by: 16) {
                        try await service.send(
                            Samples.event("trial_started", id: "\(number)", profile: "\(number)")
                        ).expect(200)
                    }
                }
            }
            try await group.waitForAll()
        }
    }
}
