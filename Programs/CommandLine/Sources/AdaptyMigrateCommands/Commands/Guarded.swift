import ArgumentParser

/// Converts failures to a message on standard error and an exit status.
enum Guarded {
    static func run(_ body: () throws(CommandFailure) -> ExitStatus) throws {
        let status: ExitStatus
        do throws(CommandFailure) {
            status = try body()
        } catch {
            if error.status != .closedPipe { Terminal.error(error.message) }
            status = error.status
        }
        if status != .success { throw ExitCode(status.rawValue) }
    }
}
