import AdaptyMigrationSQL
import AsyncHTTPClient
import Foundation
import Hummingbird
import Logging
import Metrics

/// Starts the service and runs it until it is stopped.
public enum AdaptyMigrationServiceMain {
    /// - Parameter arguments: what follows the program's name.
    /// - Returns: the exit status.
    public static func run(_ arguments: [String]) async -> Int32 {
        switch arguments {
        case []: return await start()
        case ["--help"]: print(help)
        case ["--version"]: print(version)
        default:
            complain("it takes no arguments except --help and --version; its settings are environment variables")
            return 64
        }
        return 0
    }

    private static func complain(_ message: String) {
        FileHandle.standardError.write(Data("adapty-migrate-service: \(message)\n".utf8))
    }

    private static func start() async -> Int32 {
        do {
            let settings = try Settings(ProcessInfo.processInfo.environment)
            LoggingSystem.bootstrap { label in JSONLogHandler(label, level: settings.logLevel) }
            try await serve(settings)
            return 0
        } catch {
            // Before the first request there is no logger of a request.
            complain("\(error)")
            return (error as? StoreFailure)?.kind == .usage ? 64 : 74
        }
    }

    private static func serve(_ settings: Settings) async throws {
        let logger = Logger(label: "adapty-migrate-service"), metrics = PrometheusMetrics()
        MetricsSystem.bootstrap(metrics)
        let database = Database(settings.database, waiting: settings.maximumWaiting, logger: logger)
        try await database.open()
        if settings.adminSecrets.isEmpty {
            logger.warning(
                "ADMIN_SECRET is not set: nobody can read events, profiles, paywalls or subscribers")
        }
        let client = Sender.client()
        do {
            try await Service(settings, database: database, metrics: metrics).application(client, logger).runService()
            try await client.shutdown()
            logger.info("stopped; every confirmed event is stored")
        } catch {
            try await client.shutdown()
            throw error
        }
    }
}
