import AdaptyMigrationTools

/// The reason why a file is not converted.
enum FileTrouble: Error {
    /// The run ends.
    case failure(StoreFailure)
    /// The file stays as it is, and the run continues.
    case rejected(MigrationError)
    /// A pause was requested.
    case paused

    /// The same as an error that ends a run.
    var failure: StoreFailure {
        switch self {
        case .failure(let failure): failure
        case .rejected(let error): StoreFailure(.refused, error.message, remedy: error.onCommandLine.remedy)
        case .paused: StoreFailure(.refused, "stopped", remedy: "run the same command to continue")
        }
    }

    /// Converts failures of the body to errors that end the run.
    static func failing<Result>(_ body: () throws(StoreFailure) -> Result) throws(FileTrouble) -> Result {
        do throws(StoreFailure) {
            return try body()
        } catch {
            throw .failure(error)
        }
    }

    /// Converts errors of the body to rejections of the file.
    static func rejecting<Result>(_ body: () throws(MigrationError) -> Result) throws(FileTrouble) -> Result {
        do throws(MigrationError) {
            return try body()
        } catch {
            throw .rejected(error)
        }
    }
}
