import ArgumentParser

/// What is told of a run beside its records.
struct EvidenceOptions: ParsableArguments {
    @Option(name: .customLong("report"),
            help: ArgumentHelp("Write what was done to this file: FILE.html, one page for people, FILE.md, or FILE.json, which adapty-migrate report adds up and renders.",
                               discussion: "It looks at every field of every record on the general path, so the run takes longer; without it, it costs nothing.", valueName: "file"),
            completion: .file(extensions: ["html", "json", "md"]))
    var report: String?

    @Option(help: ArgumentHelp("Write a certificate of the run to this file (JSON): both sides record by record as Merkle roots, the rules, the gates and every exception. adapty-migrate verify --certificate checks it later.",
                               valueName: "file"), completion: .file(extensions: ["json"]))
    var certificate: String?

    @Flag(help: "In reports: show what rejected records say. Without it examples show only how they are built.")
    var showValues = false

    func validate() throws {
        guard certificate != "-" else { throw ValidationError("--certificate takes a file: standard output carries records only.") }
        guard let report else { return }
        guard report != "-" else { throw ValidationError("--report takes a file: standard output carries records only.") }
        guard ReportFormat.named(report) != nil else { throw ValidationError("--report FILE ends in .html, .json or .md.") }
    }

    var isWanted: Bool { report != nil || certificate != nil }

    /// - Returns: `nil` where nothing is asked for.
    func gathering(_ options: ConversionOptions) -> RunEvidence? {
        guard isWanted else { return nil }
        // A certificate says the same on every day.
        let instants = options.at.map { [$0] } ?? (certificate == nil ? EvidenceOptions.today : []) + EvidenceOptions.instants
        return RunEvidence(options, instants: instants, showsValues: showValues, report: report, certificate: certificate)
    }

    /// The first of January 2020, 2022 and 2024 (UTC).
    static let instants = ["2020-01-01", "2022-01-01", "2024-01-01"].compactMap(Instant.init(argument:))

    /// The beginning of today (UTC), so that parts of one day add up.
    static var today: [Instant] { [Instant(dayOf: System.now)] }
}
