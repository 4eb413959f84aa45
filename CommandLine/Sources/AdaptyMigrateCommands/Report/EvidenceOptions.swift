import ArgumentParser

/// What is told of a run beside its records.
struct EvidenceOptions: ParsableArguments {
    @Option(name: .customLong("report"),
            help: ArgumentHelp("Write what was done to this file: FILE.html, one page for people, FILE.md, or FILE.json, which adapty-migrate report adds up and renders.",
                               discussion: "It looks at every field of every record on the general path, so the run takes longer; without it, it costs nothing.", valueName: "file"),
            completion: .file(extensions: ["html", "json", "md"]))
    var report: String?

    @Flag(help: "In reports: show what rejected records say. Without it examples show only how they are built.")
    var showValues = false

    func validate() throws {
        guard let report else { return }
        guard report != "-" else { throw ValidationError("--report takes a file: standard output carries records only.") }
        guard ReportFormat.named(report) != nil else { throw ValidationError("--report FILE ends in .html, .json or .md.") }
    }

    var isWanted: Bool { report != nil }

    /// - Returns: `nil` where nothing is asked for.
    func gathering(_ options: ConversionOptions) -> RunEvidence? {
        guard isWanted else { return nil }
        let instants = options.at.map { [$0.microseconds] } ?? ReportCommand.instants
        return RunEvidence(options, instants: instants, showsValues: showValues, .current, report: report)
    }
}
