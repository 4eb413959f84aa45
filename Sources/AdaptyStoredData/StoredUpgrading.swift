import AdaptyMigrationCore

/// An upgrade of the data that an SDK keeps on a device, as a plan: values in, changes out.
@_spi(Tools) public protocol StoredUpgrading: Sendable {
    /// All keys that an upgrade reads or writes.
    static var keys: [StoredKey] { get }
    /// The oldest SDK version that can be the target.
    static var oldestTarget: SDKVersion { get }

    /// - Parameter sdk: the SDK version with which the app is built.
    init(for sdk: SDKVersion)

    /// The changes to write. Planning never fails: data that cannot be converted stays and is reported. Planned again
    /// on its own result, it changes nothing.
    func plan(_ stored: [StoredKey: StoredValue]) -> StoredPlan

    /// The changes that undo the last upgrade, for an app that goes back to an older version.
    static func undo(_ stored: [StoredKey: StoredValue]) -> StoredPlan
}

extension StoredUpgrading {
    /// Whether the backup leads back to the values before the first upgrade. The oldest of four upgrades is removed.
    public static func isWhole(_ stored: [StoredKey: StoredValue]) -> Bool {
        stored[.backup].flatMap { StoredBackup($0) }?.isWhole ?? true
    }

    /// The target version of the last upgrade; `nil` when there is no upgrade to undo.
    public static func upgraded(_ stored: [StoredKey: StoredValue]) -> SDKVersion? {
        stored[.backup].flatMap { StoredBackup($0) }.flatMap { SDKVersion($0.sdk) }
    }
}
