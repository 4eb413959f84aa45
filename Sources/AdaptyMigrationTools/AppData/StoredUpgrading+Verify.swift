import AdaptyMigrationCore
import AdaptyStoredData

extension StoredUpgrading {
    /// Whether what the last upgrade wrote still stands there, and is what the originals in the backup give.
    ///
    /// What the SDK itself has written since differs as well: from outside, it looks like any other change.
    public static func verify(_ stored: [StoredKey: StoredValue]) -> StoredReport {
        var report = StoredReport()
        guard let value = stored[.backup] else { return report }
        guard let backup = StoredBackup(value), let sdk = SDKVersion(backup.sdk) else {
            report.items = [.init(.backup, .differs, StoredBackup.unreadable)]
            return report
        }
        let again = Self(for: sdk).plan(backup.before(stored)).applied(to: stored),
            entries = again[.backup].flatMap { StoredBackup($0) }?.entries
        for (key, entry) in backup.sorted {
            if stored[key] == nil {
                report.items.append(.init(key, .differs, "it is gone"))
            } else if !entry.wrote(stored[key]) {
                report.items.append(.init(key, .differs, "written since the upgrade"))
            } else {
                report.items.append(
                    again[key] == stored[key] && entries?[key] == entry
                        ? .init(key, .proven) : .init(key, .differs, "the original does not give it"))
            }
        }
        if report.isClean, entries != backup.entries {
            report.items.append(.init(.backup, .differs, "what stands there now would be upgraded otherwise"))
        }
        return report
    }
}
