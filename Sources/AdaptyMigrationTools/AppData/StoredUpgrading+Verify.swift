import AdaptyMigrationCore
@_spi(Tools) import AdaptyStoredData

extension StoredUpgrading {
    /// Checks that the values of the last upgrade are still there, and that the originals in the backup convert to
    /// them.
    ///
    /// A value that the SDK itself has written since is also reported as different, because it looks like any other
    /// change.
    @_spi(Tools) public static func verify(_ stored: [StoredKey: StoredValue]) -> StoredReport {
        var report = StoredReport()
        guard let value = stored[.backup] else { return StoredReport(note: "nothing was upgraded") }
        guard let backup = StoredBackup(value), let sdk = SDKVersion(backup.sdk) else {
            report.items = [.init(.backup, .differs, StoredBackup.unreadable)]
            return report
        }
        report.sdk = sdk
        let again = Self(for: sdk).plan(backup.before(stored)).applied(to: stored),
            entries = again[.backup].flatMap { StoredBackup($0) }?.entries
        for (key, entry) in backup.sorted {
            if stored[key] == nil {
                report.items.append(.init(key, .differs, "it is missing"))
            } else if !entry.wrote(stored[key]) {
                report.items.append(.init(key, .differs, "written since the upgrade"))
            } else {
                report.items.append(
                    again[key] == stored[key] && entries?[key] == entry
                        ? .init(key, .proven) : .init(key, .differs, "the original does not convert to it"))
            }
        }
        if report.isClean, entries != backup.entries {
            report.items.append(.init(.backup, .differs, "its present value would be upgraded to something else"))
        }
        return report
    }
}
