import HTTPTypes
import Hummingbird
import HummingbirdTesting
import Testing

@testable import AdaptyMigrationService

@Suite struct HealthTests {
    @Test func answers() async throws {
        try await Application(router: Service().router()).test(.router) { client in
            try await client.execute(uri: "/health", method: .get) { #expect($0.status == .ok) }
        }
    }
}
