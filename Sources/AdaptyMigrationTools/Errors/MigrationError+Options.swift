import AdaptyMigrationCore

extension MigrationError {
    /// The same error for the user of a program: the options of the library that its remedy names between backticks have
    /// the names that the program gives them.
    ///
    /// - Parameter options: by the library's name; one that is not there is left as it is.
    public func naming(_ options: [String: String]) -> MigrationError {
        // Every second part stands between backticks.
        let parts = remedy.split(separator: "`", omittingEmptySubsequences: false).enumerated().map { number, part in
            number % 2 == 0 ? String(part) : options[String(part)] ?? "`\(part)`"
        }
        return MigrationError(code, message, remedy: parts.joined(), path: path, place: place)
    }

    /// The same error for the user of `adapty-migrate`.
    public var onCommandLine: MigrationError { naming(MigrationError.commandLineOptions) }

    private static let commandLineOptions = [
        "from": "--from", "maximumDepth": "--max-depth", "instant": "--at", "strict": "--strict",
        "fillRequired": "--fill-required", "ndjson": "NDJSON (--format ndjson)",
    ]
}
