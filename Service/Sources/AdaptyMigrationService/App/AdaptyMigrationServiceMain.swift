import Hummingbird

/// Starts the service and runs it until it is told to stop.
public enum AdaptyMigrationServiceMain {
    public static func run() async throws {
        let application = Application(router: Service().router(), configuration: .init(address: .hostname("127.0.0.1", port: 8080)))
        try await application.runService()
    }
}
