import AdaptyMigrationCore
@_spi(Tools) public import AdaptyStoredData
public import Foundation

extension UserDefaults {
    /// Converts the data that older versions of Adapty's SDK stored to the form that the installed version reads. Call
    /// it before `Adapty.activate`:
    ///
    /// ```swift
    /// UserDefaults.standard.upgradeAdaptyData(for: Adapty.SDKVersion)
    /// ```
    ///
    /// The call never fails and never discards data that it cannot read. A second call changes nothing. The originals
    /// stay under `AdaptyMigration_Backup` until ``undoAdaptyUpgrade()`` or ``forgetAdaptyBackup()``. The report lists
    /// every key, every placeholder and every value that was left out. ``StoredReport/isClean`` says whether somebody has
    /// to look at it.
    ///
    /// - Parameter version: the version of Adapty's SDK that the app is built with, 2.4.3 or later: `Adapty.SDKVersion`
    ///   (`Sources/Versions.swift` of AdaptySDK-iOS 2.5.0 to 3.17.2), or a text such as `3.12.0`. For a text that is no
    ///   version nothing is written, and the report says so.
    @discardableResult
    public func upgradeAdaptyData(for version: String) -> StoredReport {
        let upgrade = StoredUpgrade(for: SDKVersion(version) ?? SDKVersion(0, 0))
        return alone { carryOut(upgrade.plan(adaptyValues)) }
    }

    /// Undoes the last upgrade, for an app that goes back to an older SDK. Unchanged values get their original bytes
    /// back. Newer data that the SDK has written since is converted back.
    @discardableResult
    public func undoAdaptyUpgrade() -> StoredReport { alone { carryOut(StoredUpgrade.undo(adaptyValues)) } }

    /// Removes the backup, once the app will not go back to the older version.
    public func forgetAdaptyBackup() { alone { removeObject(forKey: StoredKey.backup.rawValue) } }

    private static let lock = NSLock()

    /// Lets no other call in this process come between reading and writing. What two calls at once write could not be
    /// undone.
    private func alone<Result>(_ body: () -> Result) -> Result {
        UserDefaults.lock.lock()
        defer { UserDefaults.lock.unlock() }
        return body()
    }

    private func carryOut(_ plan: StoredPlan) -> StoredReport {
        for change in plan.changes {
            guard let value = change.value?.propertyList else {
                removeObject(forKey: change.key.rawValue)
                continue
            }
            set(value, forKey: change.key.rawValue)
        }
        return plan.report
    }

    /// The values under the keys that an upgrade reads.
    private var adaptyValues: [StoredKey: StoredValue] {
        StoredUpgrade.keys.reduce(into: [:]) { values, key in
            values[key] = object(forKey: key.rawValue).map { StoredValue(propertyList: $0) }
        }
    }
}

extension StoredValue {
    /// Creates a value from a property list.
    public init(propertyList value: Any) {
        switch value {
        case let data as Data: self = .data([UInt8](data))
        case let text as String: self = .text(text)
        case let members as [String: Any]: self = .dictionary(members.mapValues { StoredValue(propertyList: $0) })
        case let number as Int: self = .number(number)
        default: self = .other
        }
    }

    /// The property list value; `nil` for ``other``.
    public var propertyList: Any? {
        switch self {
        case .data(let bytes): Data(bytes)
        case .text(let text): text
        case .number(let number): number
        case .dictionary(let members): members.compactMapValues(\.propertyList)
        case .other: nil
        }
    }
}
