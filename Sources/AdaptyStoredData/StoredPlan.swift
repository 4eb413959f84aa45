import AdaptyMigrationCore

/// What to write where, in this order: the backup comes first, so that a run that was cut off leaves either the
/// original under a key or its backup, and the next run finishes.
public struct StoredPlan: Sendable, Equatable {
    /// One value to be written or removed.
    public struct Change: Sendable, Equatable {
        /// Under which key.
        public let key: StoredKey
        /// `nil`: the key is removed.
        public let value: StoredValue?

        package init(key: StoredKey, value: StoredValue?) {
            self.key = key
            self.value = value
        }
    }

    /// What is to be written, in this order.
    public package(set) var changes: [Change] = []
    /// What was found and decided, per key.
    public package(set) var report = StoredReport()

    package init(changes: [Change] = []) { self.changes = changes }

    /// Removes the backup: what was upgraded cannot be undone after it.
    public static var withoutBackup: StoredPlan { StoredPlan(changes: [Change(key: .backup, value: nil)]) }

    /// The values after the plan.
    public func applied(to stored: [StoredKey: StoredValue]) -> [StoredKey: StoredValue] {
        changes.reduce(into: stored) { $0[$1.key] = $1.value }
    }
}
