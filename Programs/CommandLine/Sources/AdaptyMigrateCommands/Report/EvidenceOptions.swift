import ArgumentParser

/// The additional outputs of a run that describe it.
struct EvidenceOptions: ParsableArguments {
    @OptionGroup var report: ReportOptions

    @Option(
        help: ArgumentHelp(
            """
            Write a certificate of the run to this JSON file. It has hashes (Merkle roots) of all input and output \
            records, and a hash of the conversion rules. It also has the results of the checks, and every exception. \
            Check it later with adapty-migrate verify --certificate.
            """,
            valueName: "file"), completion: .file(extensions: ["json"]))
    var certificate: String?

    func validate() throws {
        guard certificate != "-" else {
            throw ValidationError("--certificate needs a file: standard output carries only records.")
        }
    }

    var isWanted: Bool { report.path != nil || certificate != nil }

    /// - Returns: `nil` when none is requested.
    func gathering(_ options: ConversionOptions) -> RunEvidence? {
        guard isWanted else { return nil }
        // A certificate must not depend on the day.
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
