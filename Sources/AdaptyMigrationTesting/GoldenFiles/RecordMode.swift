/// Which golden files a run writes. A run that writes one fails, so that nothing passes by being recorded.
public enum RecordMode: String, Sendable, CaseIterable {
    /// None: the run only compares.
    case never
    /// Those that are not there.
    case missing
    /// Those that are not there, and those that differ.
    case failed
    /// Every one.
    case all

    /// The environment variable that chooses a mode; it counts for more than what the code says.
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

/// The mode of one run, and what is wrong with what was asked for.
struct RecordChoice: Sendable, Equatable {
    let mode: RecordMode
    /// Why the run must fail whatever it finds; `nil` when nothing is wrong.
    let objection: String?
    private let variable: String?

    /// - Parameters:
    ///   - code: what the code asks for.
    ///   - variable: the environment variable that counts for more; `nil` when none does, and the code speaks for its
    ///     user.
    init(code: RecordMode?, variable: String? = RecordMode.variable, environment: (String) -> String?) {
        self.variable = variable
        // A machine that judges changes must not make the expectations it judges by.
        let isCI = environment("CI").map { !["", "0", "false"].contains($0) } ?? false
        guard let variable, let text = environment(variable) else {
            mode = isCI ? .never : code ?? .never
            objection =
                variable == nil && mode != code ?? .never
                ? "golden files are not recorded where CI is set: record on your machine, review, commit" : nil
            return
        }
        let asked = RecordMode(rawValue: text)
        mode = isCI ? .never : asked ?? .never
        if asked == nil {
            objection =
                "\(variable)=\(text) is no mode; it is \(RecordMode.allCases.map(\.rawValue).joined(separator: ", "))"
        } else if isCI, asked != .never {
            objection = "\(variable)=\(text) is refused where CI is set: record on your machine, review, commit"
        } else {
            objection = nil
        }
    }

    /// How to record, in words.
    func remedy(_ mode: RecordMode) -> String {
        variable.map { "run with \($0)=\(mode.rawValue)" } ?? "record with the mode \(mode.rawValue)"
    }
}
