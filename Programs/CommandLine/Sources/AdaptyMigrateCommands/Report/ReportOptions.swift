import ArgumentParser

/// The report of a run.
struct ReportOptions: ParsableArguments {
    @Option(
        name: .customLong("report"),
        help: ArgumentHelp(
            """
            Write a report of the run to this .html, .md or .json file. adapty-migrate report adds up JSON reports and \
            converts them to HTML or Markdown.
            """,
            discussion:
                "The run takes longer, because the report examines every field of every record.",
            valueName: "file"),
        completion: .file(extensions: ["html", "json", "md"]))
    var path: String?

    @Flag(
        help: """
            Show values from your records in the report. By default, examples show only the structure of records.
            """)
    var showValues = false

    func validate() throws {
        guard let path else { return }
        guard path != "-" else { throw ValidationError("--report needs a file: standard output carries only records.") }
        guard ReportFormat.named(path) != nil else {
            throw ValidationError("--report needs a file name that ends in .html, .json or .md.")
        }
    }

    /// The report of a run; `nil` when none is requested.
    func report(_ options: ConversionOptions) -> RunReport? {
        guard let path else { return nil }
        return RunReport(
            options, instants: options.at.map { [$0] } ?? ReportOptions.instants, showsValues: showValues, path: path)
    }

    /// The beginning of today (UTC), so that parts of one day add up, and the first of January 2020, 2022 and 2024.
    static var instants: [Instant] {
        [Instant(dayOf: System.now)]
            + ["2020-01-01", "2022-01-01", "2024-01-01"].compactMap(Instant.init(argument:))
    }
}
