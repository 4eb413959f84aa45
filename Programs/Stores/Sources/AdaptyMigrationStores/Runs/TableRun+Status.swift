/// The state of an upgrade.
public struct StatusReport: Sendable, Encodable {
    /// `none`, `running`, `complete`, `rolling-back`, `expanding` or `expanded`.
    public let state: String
    public let rows: Int
    public let changed: Int
    public let unchanged: Int
    public let rejected: Int
    /// The last key that was committed; `nil` when no run is in progress.
    public let cursor: String?
    /// The reason why this program cannot continue the run; `nil` when it can.
    public let refusal: String?
    /// What to do next; `nil` when no run is in progress.
    public internal(set) var next: String?
    /// The state of the two columns, while there are two.
    public var twoColumns: TwoColumnStatus?
}

extension TableRun {
    /// The state of the upgrade, for this program.
    public func status() throws(StoreFailure) -> StatusReport {
        let rows = try table.count()
        guard let run = try journal.current() else {
            return StatusReport(
                state: "none", rows: rows, changed: 0, unchanged: 0, rejected: 0, cursor: nil, refusal: nil)
        }
        if run.state.hasTwoColumns, try twoVersions.refusal(run) == nil { return try twoVersions.status(rows, run) }
        let counts = try journal.counts(run),
            refusal = run.state.hasTwoColumns ? try twoVersions.refusal(run) : run.binding.refusal(binding)
        return StatusReport(
            state: run.state.rawValue, rows: rows, changed: counts.changed, unchanged: counts.unchanged,
            rejected: counts.rejected, cursor: run.cursor?.description,
            refusal: refusal?.description, next: run.state.wayOn)
    }
}
