/// An upgrade of what an SDK keeps on a device, as a plan: values in, changes out.
public protocol StoredUpgrading: Sendable {
    /// Every key that an upgrade reads or writes.
    static var keys: [StoredKey] { get }
    /// The first version whose stored shapes are written.
    static var oldestTarget: SDKVersion { get }

    /// - Parameter sdk: the version that the app is being built with.
    init(for sdk: SDKVersion)

    /// What is to be written. Never fails: what cannot be converted stays and is reported. Planned again on its own
    /// outcome, it changes nothing.
    func plan(_ stored: [StoredKey: StoredValue]) -> StoredPlan

    /// What is to be written when the app goes back to an older version: the last upgrade undone.
    static func undo(_ stored: [StoredKey: StoredValue]) -> StoredPlan
}

extension StoredUpgrading {
    /// The version that the last upgrade wrote for; `nil` when there is no upgrade to be undone.
    public static func upgraded(_ stored: [StoredKey: StoredValue]) -> SDKVersion? {
        stored[.backup].flatMap { StoredBackup($0) }.flatMap { SDKVersion($0.sdk) }
    }

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
