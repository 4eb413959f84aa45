import AdaptyMigrationCore

extension StoredBackup {
    /// What becomes of one key when an upgrade is undone.
    package typealias Undone = (item: StoredReport.Item, changes: [StoredPlan.Change])

    /// The last upgrade undone, key by key; nothing where there was none.
    package static func undo(_ stored: [StoredKey: StoredValue], _ undo: (StoredKey, Entry) -> Undone) -> StoredPlan {
        var plan = StoredPlan()
        guard let value = stored[.backup] else { return plan }
        guard let backup = StoredBackup(value) else {
            plan.report.items = [.init(.backup, .kept, "\(unreadable); nothing is undone")]
            return plan
        }
        for (key, entry) in backup.sorted {
            let outcome = undo(key, entry)
            plan.report.items.append(outcome.item)
            plan.changes += outcome.changes
        }
        // Last, so that a run that was cut off is done again.
        plan.changes.append(.init(key: .backup, value: backup.previous))
        return plan
    }
}

extension StoredBackup.Entry {
    /// Whether a value is still the one that was written.
    package func wrote(_ value: StoredValue?) -> Bool { value.map { StoredBackup.digest($0) == after } ?? false }

    /// A profile that the SDK has written since, as an older dialect has it: law 3 where the residue is of this profile
    /// and of that dialect.
    ///
    /// - Parameter isSame: whether it is the profile that was upgraded: another user's leftovers are nobody else's.
    package func takenBack(_ record: [UInt8], to target: Dialect, isSame: Bool) -> [UInt8]? {
        let found = isSame ? residue.flatMap { try? Residue(json: $0) } : nil
        let fitting = found?.source == target ? found : nil
        return try? Migrator().downgrade(record, to: fitting == nil ? target : nil, residue: fitting).document
    }
}
