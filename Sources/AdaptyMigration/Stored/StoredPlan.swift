/// What to write where, in this order: the backup comes first, so that a run that was cut off leaves either the
/// original under a key or its backup, and the next run finishes.
public struct StoredPlan: Sendable, Hashable {
    public struct Change: Sendable, Hashable {
        public let key: StoredKey
        /// `nil`: the key is removed.
        public let value: StoredValue?
    }

    public internal(set) var changes: [Change] = []
    public internal(set) var report = StoredReport()

    /// Removes the backup: what was upgraded cannot be undone after it.
    public static var withoutBackup: StoredPlan { StoredPlan(changes: [Change(key: .backup, value: nil)]) }

    /// The values after the plan.
    public func applied(to stored: [StoredKey: StoredValue]) -> [StoredKey: StoredValue] {
        changes.reduce(into: stored) { $0[$1.key] = $1.value }
    }
}
