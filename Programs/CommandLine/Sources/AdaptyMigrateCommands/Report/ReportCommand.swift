@_spi(Tools) import AdaptyMigrationTools
import AdaptyMigrationFiles
import ArgumentParser

struct ReportCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "report",
        abstract: "Reports what an upgrade does to your data, as an HTML page, JSON or Markdown.",
        discussion: """
            Upgrades every record, checks that it can be restored, and writes no records. The report shows the input, \
            what happens to each field, the rejected records with reasons, and event names over time. It also shows \
            whether access stays the same, and the results of the checks. If you pass JSON reports of the parts of a \
            run, they are added up to one report.

            For rejected records, the report shows only the structure, unless you pass --show-values. The exit status \
            is 65 if a record is rejected, a check fails, or data is lost.

            EXAMPLES:
              adapty-migrate report dump.ndjson -o report.html
              adapty-migrate upgrade dump.ndjson -o new.ndjson --report report.html
              adapty-migrate report part-*.json -o report.html
              adapty-migrate report part-*.json --format markdown
            """
    )

    @Argument(
        help: ArgumentHelp(
            "Data (files, folders, or - for standard input), or JSON reports of parts of a run.", valueName: "path"),
        completion: .file(extensions: ["json", "ndjson", "jsonl", "csv"]))
    var paths: [String] = []

    @Option(
        name: [.customShort("o"), .customLong("output")],
        help: ArgumentHelp("Write the report to this file. The default is standard output.", valueName: "file"),
        completion: .file(extensions: ["html", "json", "md"]))
    var output: String?

    @Option(
        help: ArgumentHelp(
            """
            Write the report in this format. By default, the name of the output file decides. On standard output, the \
            default is Markdown.
            """,
            valueName: "html|json|markdown"))
    var format: ReportFormat?

    @Option(
        help: ArgumentHelp(
            """
            Treat every record as this dialect (one version of the data's shape, or a version of Adapty's SDK). By \
            default, each record's dialect is detected.
            """, valueName: "dialect"))
    var from: Dialect?

    @Option(help: ArgumentHelp("Upgrade to this dialect.", valueName: "dialect"))
    var to: DialectArgument = .current

    @Option(
        help: ArgumentHelp(
            "Read the data in this format, whatever its name.", valueName: "format"))
    var inputFormat: InputFormat?

    @Option(
        help: ArgumentHelp(
            """
            Compare access at this instant (ISO 8601, or a date). May be repeated. The default is today and the first \
            of January 2020, 2022 and 2024.
            """,
            valueName: "instant"))
    var at: [Instant] = []

    @Flag(
        help: """
            Show values from your records in the report. By default, examples show only the structure of records.
            """)
    var showValues = false

    @Option(help: ArgumentHelp("Reject records that are nested deeper than this.", valueName: "n"))
    var maxDepth = InputOptions.usualDepth

    @Option(
        help: ArgumentHelp(
            "Use this many threads. The default is one per core. The result is the same for any number.",
            valueName: "n"))
    var jobs: Int?

    @OptionGroup var log: LogOptions

    func validate() throws {
        if let output, format == nil, ReportFormat.named(output) == nil {
            throw ValidationError(
                "The format of \(output) is unknown; use a name that ends in .html, .json or .md, or add --format.")
        }
    }

    func run() throws {
        try Guarded.run { () throws(CommandFailure) in
            if let output { try requireApart(output) }
            var report = MigrationReport(), data: [String] = []
            for path in paths {
                if let part = try ReportFile.read(path) { report += part } else { data.append(path) }
            }
            var status = ExitStatus.success
            if !data.isEmpty || paths.isEmpty { status = try look(at: data, &report) }
            let format = format ?? output.flatMap(ReportFormat.named) ?? .markdown
            let file = try output.map { path throws(CommandFailure) in try Output(path: path) } ?? Output()
            try file.write(format.text(report))
            try file.commit()
            return report.isClean ? status : .rejects
        }
    }

    /// The report must be neither an input nor among the inputs.
    private func requireApart(_ output: String) throws(CommandFailure) {
        try Destinations.requireFolder(of: output, "the report")
        let list = try InputList(paths.filter { $0 != "-" }, format: inputFormat)
        try Destinations.requireNoInput(
            "the report \(output)", FileStatus.of(output), Destinations.known(list.inputs.compactMap(\.path)))
        try Destinations.requireOutside(output, list.folders)
    }

    /// Runs an upgrade without writing records.
    private func look(at data: [String], _ report: inout MigrationReport) throws(CommandFailure) -> ExitStatus {
        var arguments = ["--to", to.text, "--max-depth", String(maxDepth), "--log", log.format.rawValue]
        if let from { arguments += ["--from", from.rawValue] }
        if let inputFormat { arguments += ["--format", inputFormat.rawValue] }
        if let jobs { arguments += ["--jobs", String(jobs)] }
        let options = try ConversionOptions.from(arguments + ["--"] + data)
        let run = RunReport(options, instants: at.isEmpty ? ReportOptions.instants : at, showsValues: showValues)
        let status = try ConversionRun(options, .upgrade, report: run).run()
        report += run.report
        return status
    }
}

extension MigrationReport {
    /// Whether every record was converted and proven, without losses.
    var isClean: Bool {
        self[.rejects].isEmpty && self[.findings].isEmpty && self[.losses].isEmpty && count(.proof, "differs") == 0
    }
}
