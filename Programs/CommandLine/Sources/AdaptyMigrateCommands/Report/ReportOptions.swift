import ArgumentParser

/// The report of a run.
struct ReportOptions: ParsableArguments {
    @Option(
        name: .customLong("report"),
        help: ArgumentHelp(
            "Write what was done to this file: FILE.html, one page for people, FILE.md, or FILE.json, which adapty-migrate report adds up and renders.",
            discussion:
                "It looks at every field of every record on the general path, so the run takes longer; without it, it costs nothing.",
            valueName: "file"),
        completion: .file(extensions: ["html", "json", "md"]))
    var path: String?

    @Flag(help: "In reports: show what rejected records say. Without it examples show only how they are built.")
    var showValues = false

    func validate() throws {
        guard let path else { return }
        guard path != "-" else { throw ValidationError("--report takes a file: standard output carries records only.") }
        guard ReportFormat.named(path) != nil else {
            throw ValidationError("--report FILE ends in .html, .json or .md.")
        }
    }
}
