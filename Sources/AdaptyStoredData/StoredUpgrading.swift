import AdaptyMigrationCore

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
}
