import AdaptyMigrationTools
import AdaptyMigrationFiles
import ArgumentParser

struct ReportCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "report",
        abstract: "Tells what an upgrade makes of data: one page for people, or JSON, or Markdown.",
        discussion: """
            Reads records, upgrades and proves each, writes none, and tells what came in, what happened to each field, what is rejected and why, event names over \
            time, whether access stays the same, and the proof. Given reports (JSON) of the parts of a run, it adds them up: the sum is the report of the whole.

            Rejected records are shown as they are built, without what they say; --show-values shows it. Exits 65 where a record is rejected or not proven.

            EXAMPLES:
              adapty-migrate report dump.ndjson -o report.html
              adapty-migrate upgrade dump.ndjson -o new.ndjson --report report.html
              adapty-migrate report part-*.json -o report.html
              adapty-migrate report part-*.json --format markdown
            """
    )

    @Argument(
        help: ArgumentHelp(
            "Data (files, folders, or - for standard input), or reports of parts (JSON).", valueName: "path"),
        completion: .file(extensions: ["json", "ndjson", "jsonl", "csv"]))
    var paths: [String] = []

    @Option(
        name: [.customShort("o"), .customLong("output")],
        help: ArgumentHelp("The file to write; standard output without it.", valueName: "file"),
        completion: .file(extensions: ["html", "json", "md"]))
    var output: String?

    @Option(
        help: ArgumentHelp(
            "How to write it; without it the output's name decides, and standard output gets Markdown.",
            valueName: "html|json|markdown"))
    var format: ReportFormat?

    @Option(
        help: ArgumentHelp(
            "The dialect of the records; without it each is recognised by what it holds.", valueName: "dialect"))
    var from: Dialect?

    @Option(help: ArgumentHelp("The dialect to upgrade to.", valueName: "dialect"))
    var to: DialectArgument = .current

    @Option(
        help: ArgumentHelp(
            "How the data is laid out (json, ndjson, rejects or csv), whatever its name.", valueName: "format"))
    var inputFormat: InputFormat?

    @Option(
        help: ArgumentHelp(
            "An instant at which access is compared (ISO 8601, or a date); may be given several times. Without it today and the first of January 2020, 2022 and 2024.",
            valueName: "instant"))
    var at: [Instant] = []

    @Flag(help: "Show what rejected records say.")
    var showValues = false

    @Option(help: ArgumentHelp("The deepest nesting to accept.", valueName: "n"))
    var maxDepth = InputOptions.usualDepth

    @Option(
        help: ArgumentHelp(
            "How many threads to work with; one for each core if not given. The result is the same whatever the number.",
            valueName: "n"))
    var jobs: Int?

    func validate() throws {
        if let output, format == nil, ReportFormat.named(output) == nil {
            throw ValidationError(
                "\(output) does not say how to write it; name it .html, .json or .md, or give --format.")
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

    /// The report is neither data nor a part, and does not lie among them.
    private func requireApart(_ output: String) throws(CommandFailure) {
        try Destinations.requireFolder(of: output, "the report")
        let list = try InputList(paths.filter { $0 != "-" }, format: inputFormat)
        try Destinations.requireNoInput(
            "the report \(output)", FileStatus.of(output), Destinations.known(list.inputs.compactMap(\.path)))
        try Destinations.requireOutside(output, list.folders)
    }

    /// Runs an upgrade that writes nothing.
    private func look(at data: [String], _ report: inout MigrationReport) throws(CommandFailure) -> ExitStatus {
        var arguments = ["--to", to.text, "--max-depth", String(maxDepth)]
        if let from { arguments += ["--from", from.rawValue] }
        if let inputFormat { arguments += ["--format", inputFormat.rawValue] }
        if let jobs { arguments += ["--jobs", String(jobs)] }
        let options = try ConversionOptions.from(arguments + ["--"] + data)
        let evidence = RunEvidence(
            options, instants: at.isEmpty ? EvidenceOptions.today + EvidenceOptions.instants : at,
            showsValues: showValues)
        let status = try ConversionRun(options, .upgrade, evidence: evidence, isQuiet: true).run()
        report += evidence.report
        return status
    }
}

extension MigrationReport {
    /// Whether every record was converted and proven, and nothing is lost.
    var isClean: Bool {
        self[.rejects].isEmpty && self[.findings].isEmpty && self[.losses].isEmpty && count(.proof, "differs") == 0
    }
}
