/// The result of a run over golden files. It is thrown when there is anything to report; its description is the report.
public struct GoldenReport: Error, Sendable, CustomStringConvertible {
    /// A reason why the run fails.
    public struct Finding: Sendable, Hashable, CustomStringConvertible {
        /// The kind of failure. Later versions may add reasons, so a `switch` needs an `@unknown default`.
        #if hasAttribute(nonexhaustive)
        @nonexhaustive
        #endif
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
    /// The folder of all golden files. One command shows what every test case of a run recorded.
    private let folder: String

    /// The folders that state nothing, and the number of payload files in each. The name of such a folder is neither a
    /// dialect nor, below one, a kind. So its records were recognised by their contents alone. This fails no run.
    public internal(set) var unstated: [String: Int] = [:]

    /// Whether the run passes: no findings, and nothing recorded.
    public var holds: Bool { findings.isEmpty && recorded.isEmpty }

    /// The maximum number of findings that are shown, and of files for one of them; the rest are counted.
    static let told = 20

    /// A summary, then the findings. Files with the same finding are listed below it.
    public var description: String {
        let outcome =
            !findings.isEmpty
            ? GoldenReport.count(findings.count, "finding")
            : "every law holds" + (recorded.isEmpty ? ", every golden file matches both ways" : "")
        let summary =
            "\(GoldenReport.count(payloads, "payload file")) with \(GoldenReport.count(records, "record")): \(outcome)"
        var parts = [summary] + GoldenReport.limited(groups.map(GoldenReport.text))
        parts += unstated.sorted { $0.key < $1.key }.map(GoldenReport.remark)
        if !recorded.isEmpty { parts.append(advice) }
        return parts.joined(separator: "\n")
    }

    /// The findings, those with the same text together, in the order of the first of each.
    private var groups: [[Finding]] {
        var groups: [[Finding]] = [], places: [String: Int] = [:]
        for finding in findings {
            if let place = places[finding.text] {
                groups[place].append(finding)
            } else {
                places[finding.text] = groups.count
                groups.append([finding])
            }
        }
        return groups
    }

    private static func text(_ group: [Finding]) -> String {
        guard group.count > 1 else { return group[0].description }
        let files = limited(group.map(\.path)).map { "  " + $0 }
        return (["\(group.count) files: \(group[0].text)"] + files).joined(separator: "\n")
    }

    private static func limited(_ lines: [String]) -> [String] {
        lines.prefix(told) + (lines.count > told ? ["… and \(lines.count - told) more"] : [])
    }

    private static func remark(_ folder: String, _ files: Int) -> String {
        let what = folder.contains("/") ? "kind" : "dialect"
        return "the folder \(folder) is no \(what), so its \(count(files, "file")) had to be recognised by the contents"
    }

    private static func count(_ number: Int, _ what: String) -> String { "\(number) \(what)\(number == 1 ? "" : "s")" }

    private var advice: String {
        let folder =
            "'" + self.folder.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "'\\''") + "'"
        return """
            \(GoldenReport.count(recorded.count, "golden file")) recorded but not checked yet, so this run fails. Review what was written, then run again without recording:
              git add --intent-to-add \(folder) && git diff -- \(folder)
            """
    }

    init(of folder: String) { self.folder = folder }

    init(of folder: String, _ reason: Finding.Reason, _ path: String, _ text: String) {
        self.folder = folder
        add(reason, path, text)
    }

    mutating func add(_ reason: Finding.Reason, _ path: String, _ text: String) {
        findings.append(Finding(reason: reason, path: path, text: text))
    }

    /// Counts a payload file, and says what its folders do not.
    mutating func count(_ payload: Payload) {
        payloads += 1
        if payload.misnamed == nil, let folder = payload.unstated { unstated[folder, default: 0] += 1 }
    }

    /// A payload that is not there: it was removed without its golden file, or never existed.
    mutating func addAbsence(of payload: String, golden: String?, _ legacy: String) {
        guard let golden else { return add(.unusable, payload, "there is no such file") }
        add(.orphan, golden, "this golden file has no payload: remove it, or restore its payload in \(legacy)")
    }

    /// Adds what a comparison for another target found and recorded. Its payload is counted already, and what is wrong
    /// with the payload is found for every target.
    mutating func addFindings(of other: GoldenReport) {
        findings += other.findings.filter { !findings.contains($0) }
        recorded += other.recorded
    }

    mutating func merge(_ other: GoldenReport) {
        payloads += other.payloads
        records += other.records
        findings += other.findings
        recorded += other.recorded
        unstated.merge(other.unstated, uniquingKeysWith: +)
    }
}
