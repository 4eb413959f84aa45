/// The golden files that a run writes. A run that writes a file fails, so that nothing passes because it was just
/// recorded.
public enum RecordMode: String, Sendable, CaseIterable {
    /// No files: the run only compares.
    case never
    /// Missing files.
    case missing
    /// Missing files and those that differ.
    case failed
    /// All files.
    case all

    /// The environment variable that chooses a mode. It takes precedence over the code.
    public static let variable = "RECORD_FIXTURES"

    func writes(expected: [UInt8]?, actual: [UInt8]) -> Bool {
        switch self {
        case .never: false
        case .missing: expected == nil
        case .failed: expected != actual
        case .all: true
        }
    }
}

/// The mode of one run, and any objection to the request.
struct RecordChoice: Sendable, Equatable {
    let mode: RecordMode
    /// The reason why the run must fail in any case; `nil` when there is none.
    let objection: String?
    private let variable: String?

    /// - Parameters:
    ///   - code: the mode requested in code.
    ///   - variable: the environment variable that takes precedence; `nil` when the code alone decides.
    init(code: RecordMode?, variable: String? = RecordMode.variable, environment: (String) -> String?) {
        self.variable = variable
        // A machine that checks changes must not write the expectations.
        let isCI = environment("CI").map { !["", "0", "false"].contains($0) } ?? false
        guard let variable, let text = environment(variable) else {
            mode = isCI ? .never : code ?? .never
            objection =
                variable == nil && mode != code ?? .never
                ? "golden files are not recorded where CI is set: record them on your machine, review them and commit them"
                : nil
            return
        }
        let asked = RecordMode(rawValue: text)
        mode = isCI ? .never : asked ?? .never
        if asked == nil {
            objection =
                "\(variable)=\(text) is not a mode; use one of \(RecordMode.allCases.map(\.rawValue).joined(separator: ", "))"
        } else if isCI, asked != .never {
            objection =
                "\(variable)=\(text) is refused where CI is set: record on your machine, review the files and commit them"
        } else {
            objection = nil
        }
    }

    /// Instructions for recording.
    func remedy(_ mode: RecordMode) -> String {
        variable.map { "run with \($0)=\(mode.rawValue)" } ?? "record with the mode \(mode.rawValue)"
    }
}
