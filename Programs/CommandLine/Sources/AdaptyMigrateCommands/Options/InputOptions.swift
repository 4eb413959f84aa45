@_spi(Tools) import AdaptyMigrationTools
import ArgumentParser

/// The inputs and how to read them.
struct InputOptions: ParsableArguments {
    @Argument(
        help: ArgumentHelp(
            "Files, folders, or - for standard input.",
            discussion: """
                The default is standard input. In a folder, all .json, .ndjson and .jsonl files are read, except \
                hidden ones. CSV exports are read only if you name them.
                """
        ),
        completion: .file(extensions: ["json", "ndjson", "jsonl", "csv"]))
    var paths: [String] = []

    @Option(
        help: ArgumentHelp(
            """
            Treat every record as this dialect (one version of the data's shape, or a version of Adapty's SDK). By \
            default, each record's dialect is detected.
            """, valueName: "dialect"))
    var from: Dialect?

    @Option(
        help: ArgumentHelp(
            "Read every input in this format, whatever its name.",
            discussion: """
                json is one JSON document, and ndjson has one record per line. rejects is the rejects file of an \
                earlier run, whose original records are read. csv is a CSV export of events. By default, the name \
                decides: .json, .ndjson, .jsonl, .rejects.ndjson or .csv. For other names, the first lines decide.
                """,
            valueName: "format"))
    var format: InputFormat?

    @Option(help: ArgumentHelp("Reject records that are nested deeper than this.", valueName: "n"))
    var maxDepth = InputOptions.usualDepth

    @Option(
        help: ArgumentHelp(
            "Use this many threads. The default is one per core. The result is the same for any number.",
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

    /// The options for the engine, as far as they are given here.
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
