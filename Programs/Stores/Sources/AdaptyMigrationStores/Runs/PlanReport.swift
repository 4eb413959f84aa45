/// The preview of an upgrade.
public struct PlanReport: Sendable, Encodable {
    public internal(set) var rows = 0
    public internal(set) var changed = 0
    public internal(set) var empty = 0
    /// Rows that are as an earlier `apply` left them.
    public internal(set) var upgraded = 0
    /// Documents by dialect and kind, e.g. `sdk1-wire profile`.
    public internal(set) var kinds: [String: Int] = [:]
    /// Actions on their fields.
    public internal(set) var ledger: [String: Int] = [:]
    /// Fields that only originals have, with the number of rows: after `finish` they are nowhere.
    public internal(set) var losses: [String: Int] = [:]
    /// Rejected rows by reason.
    public internal(set) var rejects: [String: Int] = [:]
    /// The first rejected row of each reason.
    public internal(set) var examples: [String: String] = [:]
    /// Rows whose access would change.
    public internal(set) var accessDifferences: [String] = []
    public internal(set) var bytesBefore = 0
    public internal(set) var bytesAfter = 0
    /// The seconds for converting, without writing.
    public internal(set) var seconds = 0.0
    /// Properties of the documents that the column cannot keep.
    public internal(set) var warnings: [String] = []

    /// Whether everything was read; `false` after an interruption.
    public internal(set) var isComplete = false

    /// Whether the run can be applied.
    public var isSafe: Bool { accessDifferences.isEmpty }
}
