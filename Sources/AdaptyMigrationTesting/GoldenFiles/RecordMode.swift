/// The golden files that a run writes. The modes are named as in snapshot-testing. A run that writes a file fails, so
/// that nothing passes because it was just recorded.
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

/// What was asked of a run, and what comes of it.
struct RecordChoice: Sendable {
    /// The mode requested in code.
    private let code: RecordMode?
    /// The environment variable that takes precedence; `nil` when the code alone decides.
    private let variable: String?
    /// The text of that variable; `nil` when it is not set.
    private let text: String?
    private let isCI: Bool

    init(code: RecordMode?, variable: String? = RecordMode.variable, environment: (String) -> String?) {
        self.code = code
        self.variable = variable
        text = variable.flatMap(environment)
        isCI = environment("CI").map { !["", "0", "false"].contains($0) } ?? false
    }

    private init(code: RecordMode, _ choice: RecordChoice) {
        (self.code, variable, text, isCI) = (code, choice.variable, choice.text, choice.isCI)
    }

    /// The choice when the code of one call asks for a mode; the same choice when it asks for none.
    func asking(_ mode: RecordMode?) -> RecordChoice { mode.map { RecordChoice(code: $0, self) } ?? self }

    private var asked: RecordMode { text.map { RecordMode(rawValue: $0) ?? .never } ?? code ?? .never }

    /// A machine that checks changes must not write the expectations.
    var mode: RecordMode { isCI ? .never : asked }

    /// The reason why the run must fail in any case; `nil` when there is none.
    var objection: String? {
        if let variable, let text {
            if RecordMode(rawValue: text) == nil {
                let modes = RecordMode.allCases.map(\.rawValue).joined(separator: ", ")
                return "\(variable)=\(text) is not a mode; use one of \(modes)"
            }
            if mode == asked { return nil }
            return
                "\(variable)=\(text) is refused where CI is set: record on your machine, review the files and commit them"
        }
        // Code that always asks runs where CI is set, too. A command that asks there is a mistake.
        if variable != nil || mode == asked { return nil }
        return "golden files are not recorded where CI is set: record them on your machine, review them and commit them"
    }

    /// Instructions for recording.
    func remedy(_ mode: RecordMode) -> String {
        variable.map { "run with \($0)=\(mode.rawValue)" } ?? "record with the mode \(mode.rawValue)"
    }
}
