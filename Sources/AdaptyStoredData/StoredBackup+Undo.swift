import AdaptyMigrationCore

extension StoredBackup {
    /// The result for one key when an upgrade is undone.
    package typealias Undone = (item: StoredReport.Item, changes: [StoredPlan.Change])

    /// Undoes the last upgrade, key by key; empty when there was none.
    package static func undo(_ stored: [StoredKey: StoredValue], _ undo: (StoredKey, Entry) -> Undone) -> StoredPlan {
        var plan = StoredPlan()
        guard let value = stored[.backup] else {
            plan.report.note = "nothing to undo"
            return plan
        }
        guard let backup = StoredBackup(value) else {
            plan.report.items = [.init(.backup, .refused, "\(unreadable); nothing is undone")]
            return plan
        }
        plan.report.sdk = SDKVersion(backup.sdk)
        for (key, entry) in backup.sorted {
            let outcome = undo(key, entry)
            plan.report.items.append(outcome.item)
            plan.changes += outcome.changes
        }
        // This comes last, so that an interrupted run is repeated.
        plan.changes.append(.init(key: .backup, value: backup.valueBefore))
        return plan
    }
}

extension StoredBackup.Entry {
    /// Whether a value is still the one that was written.
    package func wrote(_ value: StoredValue?) -> Bool { value.map { StoredBackup.digest($0) == after } ?? false }

    /// A profile that the SDK has changed since, in an older dialect. Law 3 applies if the residue belongs to this
    /// profile; that of another user is not used.
    package func takenBack(_ record: [UInt8], to target: Dialect, residue: [UInt8]?) -> [UInt8]? {
        let found = residue.flatMap { try? Residue(json: $0) }
        return try? Migrator().downgrade(record, to: target, residue: found?.source == target ? found : nil)
            .documentWithoutResidue
    }
}
