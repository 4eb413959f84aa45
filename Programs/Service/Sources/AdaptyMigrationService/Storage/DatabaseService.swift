import ServiceLifecycle

/// Closes the connections after everything else has stopped.
struct DatabaseService: ServiceLifecycle.Service {
    let database: Database

    func run() async throws {
        try? await gracefulShutdown()
        await database.close()
    }
}
