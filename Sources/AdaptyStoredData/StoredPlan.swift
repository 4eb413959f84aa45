import AdaptyMigrationCore

/// The values to write, in this order. The backup comes first: after an interruption, either the original or its backup
/// still exists, and the next run completes the upgrade.
@_spi(Tools) public struct StoredPlan: Sendable, Equatable {
    /// One value to write or remove.
    public struct Change: Sendable, Equatable {
        /// The key of the value.
        public let key: StoredKey
        /// The new value; `nil` removes the key.
        public let value: StoredValue?

        package init(key: StoredKey, value: StoredValue?) {
            self.key = key
            self.value = value
        }
    }

    /// The values to write, in this order.
    public package(set) var changes: [Change] = []
    /// The findings and decisions for each key.
    public package(set) var report = StoredReport()

    package init(changes: [Change] = []) { self.changes = changes }

    /// Removes the backup. After that, the upgrade cannot be undone.
    public static var withoutBackup: StoredPlan { StoredPlan(changes: [Change(key: .backup, value: nil)]) }

    /// The values after applying the plan.
    public func applied(to stored: [StoredKey: StoredValue]) -> [StoredKey: StoredValue] {
        changes.reduce(into: stored) { $0[$1.key] = $1.value }
    }
}
