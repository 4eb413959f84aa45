import AdaptyMigrationCore

extension MigrationError {
    /// The same error for the users of a program. Library options in backticks in the remedy are replaced by the names
    /// that the program has for them.
    ///
    /// - Parameter options: the program's names by the library's names. Other names stay as they are.
    @_spi(Tools) public func naming(_ options: [String: String]) -> MigrationError {
        // Every second part is inside backticks.
        let parts = remedy.split(separator: "`", omittingEmptySubsequences: false).enumerated().map { number, part in
            number % 2 == 0 ? String(part) : options[String(part)] ?? "`\(part)`"
        }
        return MigrationError(code, message, remedy: parts.joined(), path: path, place: place)
    }

    /// The same error for users of `adapty-migrate`.
    @_spi(Tools) public var onCommandLine: MigrationError { naming(MigrationError.commandLineOptions) }

    private static let commandLineOptions = [
        "from": "--from", "inside": "--inside", "maximumDepth": "--max-depth", "instant": "--at", "strict": "--strict",
        "fillRequired": "--fill-required", "readableBy": "--readable-by", "ndjson": "NDJSON (--format ndjson)",
    ]
}
