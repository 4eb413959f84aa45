import Foundation

/// Which expected files a run writes: the environment variable `RECORD_FIXTURES`.
enum RecordMode: String {
    case never, missing, failed, all

    static let variable = "RECORD_FIXTURES"

    /// What the environment asks for; `nil` when it is no such word.
    static let asked: RecordMode? = {
        guard let text = ProcessInfo.processInfo.environment[variable] else { return .never }
        return RecordMode(rawValue: text)
    }()

    /// A machine that judges changes must not make the expectations it judges by.
    static let isRefused = asked != .never && ProcessInfo.processInfo.environment["CI"] == "true"

    /// What this run does.
    static let inForce: RecordMode = isRefused ? .never : asked ?? .never

    func writes(expected: [UInt8]?, actual: [UInt8]) -> Bool {
        switch self {
        case .never: false
        case .missing: expected == nil
        case .failed: expected != actual
        case .all: true
        }
    }
}
