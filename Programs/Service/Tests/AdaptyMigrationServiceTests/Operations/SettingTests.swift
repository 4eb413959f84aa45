import Logging
import Testing

@testable import AdaptyMigrationService

@Suite("Settings") struct SettingTests {
    @Test func areRead() throws {
        let settings = try Settings([
            "WEBHOOK_SECRET": "new", "WEBHOOK_SECRET_PREVIOUS": "old", "ADMIN_SECRET": "a",
            "ADMIN_SECRET_PREVIOUS": "b", "READ_SECRET": "r", "PORT": "", "HEAD_TIMEOUT": "7",
            "REQUIRE_IF_MATCH": "TRUE",
            "DELIVERY_WIDTH": "3", "RETENTION_DAYS": "90", "LOG_LEVEL": "Debug",
        ])
        #expect(settings.webhookSecrets == ["new", "old"])
        #expect(settings.adminSecrets == ["a", "b"] && settings.readSecrets == ["r"])
        #expect(settings.port == 8080 && settings.headTimeout == 7 && settings.requiresMatch)
        #expect(settings.deliveryWidth == 3 && settings.retentionDays == 90 && settings.logLevel == .debug)
    }

    @Test(
        "an address of another kind is no file",
        arguments: [
            ("service.sqlite", "service.sqlite"), ("postgres", "postgres"), ("/data/a:b", "/data/a:b"),
            ("sqlite:a:b", "a:b"), ("mysql://x", nil), ("file:x", nil), (":memory:", nil),
        ])
    func addresses(text: String, path: String?) {
        if case .sqlite(let found) = DatabaseAddress(text) { #expect(found == path) } else { #expect(path == nil) }
    }

    @Test func areListed() async throws {
        for setting in Setting.all { #expect(AdaptyMigrationServiceMain.help.contains("  \(setting.name) ")) }
        #expect(await AdaptyMigrationServiceMain.run(["--help"]) == 0)
        #expect(await AdaptyMigrationServiceMain.run(["--version"]) == 0)
        #expect(await AdaptyMigrationServiceMain.run(["start"]) == 64)
    }
}
