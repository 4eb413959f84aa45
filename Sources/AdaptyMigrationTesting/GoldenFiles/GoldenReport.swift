/// What a run over golden files found. Thrown when there is anything to tell; its description is the report.
public struct GoldenReport: Error, Sendable, CustomStringConvertible {
    /// Something that makes the run fail.
    public struct Finding: Sendable, Hashable, CustomStringConvertible {
        /// What is wrong. Open: later versions may add reasons.
        public enum Reason: String, Sendable {
            /// A payload without a golden file.
            case missing
            /// A golden file without a payload.
            case orphan
            /// A conversion that gives other bytes than the file says.
            case differs
            /// A law that does not hold for a payload.
            case law
            /// A payload that cannot be converted, or is not what its folders say.
            case rejected
            /// A file or folder that cannot be read or written.
            case unusable
            /// Recording that was asked for and is not done.
            case refused
        }

        /// Why it was found.
        public let reason: Reason
        /// The payload, relative to its folder, or a path; empty for the run as a whole.
        public let path: String
        /// What is wrong and what to do about it; several lines when there is a diff.
        public let text: String

        /// One line: file and text.
        public var description: String { path.isEmpty ? text : "\(path): \(text)" }
    }

    /// Payload files looked at.
    public internal(set) var payloads = 0
    /// Records in them.
    public internal(set) var records = 0
    /// What does not hold, in the order of the files.
    public internal(set) var findings: [Finding] = []
    /// Golden files this run wrote, as paths.
    public internal(set) var recorded: [String] = []

    /// Whether the run passes: nothing found, and nothing recorded.
    public var holds: Bool { findings.isEmpty && recorded.isEmpty }

    /// The findings that are told in full; the rest is counted.
    static let told = 20

    /// Every finding on a line of its own, and a count.
    public var description: String {
        let outcome =
            !findings.isEmpty
            ? GoldenReport.count(findings.count, "finding")
            : "every law holds" + (recorded.isEmpty ? ", every golden file is the same both ways" : "")
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
            \(GoldenReport.count(recorded.count, "golden file")) recorded and not checked yet, so this run fails. Review as if somebody else had written it, and run again without recording:
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
