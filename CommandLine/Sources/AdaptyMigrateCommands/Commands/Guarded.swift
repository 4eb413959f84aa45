import ArgumentParser

/// Turns trouble into a message on standard error and an exit status.
enum Guarded {
    static func run(_ body: () async throws(CommandFailure) -> ExitStatus) async throws {
        let status: ExitStatus
        do throws(CommandFailure) {
            status = try await body()
        } catch {
            Terminal.error(error.message)
            status = error.status
        }
        if status != .success { throw ExitCode(status.rawValue) }
    }
}
