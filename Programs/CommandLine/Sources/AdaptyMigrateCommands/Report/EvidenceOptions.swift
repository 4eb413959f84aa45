import ArgumentParser

/// What is told of a run beside its records.
struct EvidenceOptions: ParsableArguments {
    @OptionGroup var report: ReportOptions

    @Option(
        help: ArgumentHelp(
            "Write a certificate of the run to this file (JSON): both sides record by record as Merkle roots, the rules, the gates and every exception. adapty-migrate verify --certificate checks it later.",
            valueName: "file"), completion: .file(extensions: ["json"]))
    var certificate: String?

    func validate() throws {
        guard certificate != "-" else {
            throw ValidationError("--certificate takes a file: standard output carries records only.")
        }
    }

    var isWanted: Bool { report.path != nil || certificate != nil }

    /// - Returns: `nil` where nothing is asked for.
    func gathering(_ options: ConversionOptions) -> RunEvidence? {
        guard isWanted else { return nil }
        // A certificate says the same on every day.
        let instants =
            options.at.map { [$0] } ?? (certificate == nil ? EvidenceOptions.today : []) + EvidenceOptions.instants
        return RunEvidence(
            options, instants: instants, showsValues: report.showValues, report: report.path, certificate: certificate)
    }

    /// The first of January 2020, 2022 and 2024 (UTC).
    static let instants = ["2020-01-01", "2022-01-01", "2024-01-01"].compactMap(Instant.init(argument:))

    /// The beginning of today (UTC), so that parts of one day add up.
    static var today: [Instant] { [Instant(dayOf: System.now)] }
}
