/// What an upgrade would do.
public struct PlanReport: Sendable {
    public internal(set) var rows = 0
    public internal(set) var changed = 0
    public internal(set) var empty = 0
    /// Documents by dialect and kind, e.g. `sdk1-wire profile`.
    public internal(set) var kinds: [String: Int] = [:]
    /// What happens to their fields.
    public internal(set) var ledger: [String: Int] = [:]
    /// Rejected rows by reason.
    public internal(set) var rejects: [String: Int] = [:]
    /// The first rejected row of each reason.
    public internal(set) var examples: [String: String] = [:]
    /// Rows whose access would not be the same.
    public internal(set) var accessDifferences: [String] = []
    public internal(set) var bytesBefore = 0
    public internal(set) var bytesAfter = 0
    /// Seconds that converting took; writing comes on top.
    public internal(set) var seconds = 0.0
    /// What the column cannot keep.
    public internal(set) var warnings: [String] = []

    /// Whether the run may be carried out.
    public var isSafe: Bool { accessDifferences.isEmpty }
}
