#if PostgreSQL
import AdaptyMigrationSQL
import Foundation
import Hummingbird
import HummingbirdTesting
import Testing

@testable import AdaptyMigrationService

@Suite("A database that goes away") struct ReconnectTests {
    @Test func isConnectedToAgain() async throws {
        try await Backend.postgres.withDatabase { address in
            guard case .postgres(let url) = address else { return }
            let name = "app" + UUID().uuidString.replacingOccurrences(of: "-", with: ""),
                database = Database(.postgres(url + "&application_name=" + name))
            try await database.open()
            var settings = Settings()
            settings.webhookSecrets = [TestService.secret]
            settings.adminSecrets = [TestService.adminSecret]
            let service = Service(settings, database: database)
            try await Application(router: service.router()).test(.router) { client in
                let service = TestService(client: client, service: service)
                try await service.send(Samples.event("trial_started", id: "1")).expect(200)
                try await service.ask(.get, "/ready").expect(200)
                let ended = try PostgresConnection(url).rows(
                    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = ?1", .text(name)
                ).count
                #expect(ended >= 3)
                // Nobody notices it who reads.
                for _ in 1...4 { try await service.get("/events").expect(200) }
                // What could not be confirmed is not confirmed, and can be sent again.
                let statuses = try await [
                    service.send(Samples.event("trial_started", id: "2")).status,
                    service.send(Samples.event("trial_started", id: "2")).status,
                ]
                #expect(statuses == [503, 200])
                try await service.ask(.get, "/ready").expect(200)
                #expect(try await service.get("/events").list("events").count == 2)
            }
            await database.close()
        }
    }
}
#endif
