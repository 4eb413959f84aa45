/// The result of a run over golden files. It is thrown when there is anything to report; its description is the report.
public struct GoldenReport: Error, Sendable, CustomStringConvertible {
    /// A reason why the run fails.
    public struct Finding: Sendable, Hashable, CustomStringConvertible {
        /// The kind of failure. Open: later versions may add reasons.
        public enum Reason: String, Sendable {
            /// A payload without a golden file.
            case missing
            /// A golden file without a payload.
            case orphan
            /// A conversion that differs from the golden file.
            case differs
            /// A law that does not hold for a payload.
            case law
            /// A payload that cannot be converted, or that does not match its folders.
            case rejected
            /// A file or folder that cannot be read or written.
            case unusable
            /// Recording was requested but not done.
            case refused
        }

        /// The kind of failure.
        public let reason: Reason
        /// The payload, relative to its folder, or a path; empty for the run as a whole.
        public let path: String
        /// The message and what to do; several lines when there is a diff.
        public let text: String

        /// One line: file and text.
        public var description: String { path.isEmpty ? text : "\(path): \(text)" }
    }

    /// The number of payload files checked.
    public internal(set) var payloads = 0
    /// The number of records in them.
    public internal(set) var records = 0
    /// The failures, in the order of the files.
    public internal(set) var findings: [Finding] = []
    /// The paths of the golden files that this run wrote.
    public internal(set) var recorded: [String] = []

    /// Whether the run passes: no findings, and nothing recorded.
    public var holds: Bool { findings.isEmpty && recorded.isEmpty }

    /// The maximum number of findings that are shown; the rest are counted.
    static let told = 20

    /// All findings, one per line, and a count.
    public var description: String {
        let outcome =
            !findings.isEmpty
            ? GoldenReport.count(findings.count, "finding")
            : "every law holds" + (recorded.isEmpty ? ", every golden file matches both ways" : "")
        let summary =
            "\(GoldenReport.count(payloads, "payload file")) with \(GoldenReport.count(records, "record")): \(outcome)"
        var parts = [summary] + findings.prefix(GoldenReport.told).map(\.description)
        if findings.count > GoldenReport.told { parts.append("… and \(findings.count - GoldenReport.told) more") }
        if !recorded.isEmpty { parts.append(advice) }
        return parts.joined(separator: "\n")
    }

    private static func count(_ number: Int, _ what: String) -> String { "\(number) \(what)\(number == 1 ? "" : "s")" }

    private var advice: String {
        let paths = recorded.count <= 8 ? recorded : [GoldenReport.commonFolder(recorded)]
        let words = paths.map {
            "'" + $0.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "'\\''") + "'"
        }.joined(separator: " ")
        return """
            \(GoldenReport.count(recorded.count, "golden file")) recorded but not checked yet, so this run fails. Review what was written, then run again without recording:
              git add --intent-to-add \(words) && git diff -- \(words)
            """
    }

    private static func commonFolder(_ paths: [String]) -> String {
        var common = paths.first.map { Files.folder(of: $0) } ?? ""
        while !common.isEmpty, common != "/", !paths.allSatisfy({ $0.hasPrefix(common + "/") }) {
            common = Files.folder(of: common)
        }
        return common.isEmpty ? "." : common
    }

    mutating func add(_ reason: Finding.Reason, _ path: String, _ text: String) {
        findings.append(Finding(reason: reason, path: path, text: text))
    }

    mutating func merge(_ other: GoldenReport) {
        payloads += other.payloads
        records += other.records
        findings += other.findings
        recorded += other.recorded
    }
}
