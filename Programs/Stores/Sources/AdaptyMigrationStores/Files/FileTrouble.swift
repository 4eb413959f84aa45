import AdaptyMigrationTools

/// Why a file is not converted.
enum FileTrouble: Error {
    /// The run ends.
    case failure(StoreFailure)
    /// The file stays as it is, and the run goes on.
    case rejected(MigrationError)
    /// Somebody asked for a pause.
    case paused

    /// As what ends a run.
    var failure: StoreFailure {
        switch self {
        case .failure(let failure): failure
        case .rejected(let error): StoreFailure(.refused, error.message, remedy: error.onCommandLine.remedy)
        case .paused: StoreFailure(.refused, "stopped", remedy: "the same command goes on")
        }
    }

    /// Ends the run where the body fails.
    static func failing<Result>(_ body: () throws(StoreFailure) -> Result) throws(FileTrouble) -> Result {
        do throws(StoreFailure) {
            return try body()
        } catch {
            throw .failure(error)
        }
    }

    /// Leaves the file as it is where the body fails.
    static func rejecting<Result>(_ body: () throws(MigrationError) -> Result) throws(FileTrouble) -> Result {
        do throws(MigrationError) {
            return try body()
        } catch {
            throw .rejected(error)
        }
    }
}
