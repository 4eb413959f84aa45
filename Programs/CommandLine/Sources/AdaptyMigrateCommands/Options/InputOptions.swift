import AdaptyMigrationTools
import ArgumentParser

/// What to read, and how.
struct InputOptions: ParsableArguments {
    @Argument(
        help: ArgumentHelp(
            "Files, folders, or - for standard input.",
            discussion:
                "Without a path, standard input is read. Of a folder all .json, .ndjson and .jsonl files are taken, hidden ones excepted; of CSV exports those that are named."
        ),
        completion: .file(extensions: ["json", "ndjson", "jsonl", "csv"]))
    var paths: [String] = []

    @Option(
        help: ArgumentHelp(
            "The dialect of the records; without it each is recognised by what it holds.", valueName: "dialect"))
    var from: Dialect?

    @Option(
        help: ArgumentHelp(
            "Read every input as one JSON document (json), one record a line (ndjson), the rejects of an earlier run (rejects), or a CSV export of events (csv), whatever its name.",
            discussion:
                "Without it .json, .ndjson, .jsonl, .rejects.ndjson and .csv speak for themselves, and the first lines of anything else decide. Of a reject its record is read.",
            valueName: "format"))
    var format: InputFormat?

    @Option(help: ArgumentHelp("The deepest nesting to accept.", valueName: "n"))
    var maxDepth = InputOptions.usualDepth

    @Option(
        help: ArgumentHelp(
            "How many threads to work with; one for each core if not given. The result is the same whatever the number.",
            valueName: "n"))
    var jobs: Int?

    static let usualDepth = 512

    func validate() throws {
        guard (1...1024).contains(jobs ?? 1) else { throw ValidationError("--jobs must be between 1 and 1024.") }
        guard (1...100_000).contains(maxDepth) else {
            throw ValidationError("--max-depth must be between 1 and 100000.")
        }
    }

    var threads: Int { jobs ?? System.cores }

    /// The engine's options, as far as they are given here.
    var migration: MigrationOptions {
        var options = MigrationOptions()
        options.maximumDepth = maxDepth
        return options
    }

    func list() throws(CommandFailure) -> InputList {
        let list = try InputList(paths, format: format)
        list.warn()
        return list
    }
}
