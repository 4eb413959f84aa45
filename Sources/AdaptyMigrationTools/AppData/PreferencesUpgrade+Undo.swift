import AdaptyMigrationAccess
import AdaptyMigrationCore
@_spi(Tools) import AdaptyStoredData

extension PreferencesUpgrade {
    /// The changes that undo the last upgrade, for an app that goes back to an older version.
    ///
    /// A profile that was not changed since is removed, because there was none before. A profile that the SDK has
    /// changed since is converted back to the purchaser info that SDK 1.x reads, so that the older app has the newer
    /// data. Then it is removed as well; otherwise it would always count as the newer one.
    public static func undo(_ stored: [StoredKey: StoredValue]) -> StoredPlan {
        StoredBackup.undo(stored) { undo($0, $1, stored) }
    }

    private static func undo(_ key: StoredKey, _ entry: StoredBackup.Entry, _ stored: [StoredKey: StoredValue])
        -> StoredBackup.Undone
    {
        if entry.wrote(stored[key]) { return (.init(key, .restored), [.init(key: key, value: entry.before)]) }
        guard key == .androidProfile else { return (.init(key, .kept, "another id was stored since"), []) }
        guard let text = stored[key]?.text else { return (.init(key, .kept, "signed out since"), []) }
        guard entry.before == nil else {
            return (.init(key, .takenBack, "the SDK has written it since; every SDK from 2.0 on reads it"), [])
        }
        let info = stored[.purchaserInfo]
        guard let old = takenBack(Array(text.utf8), entry, info) else {
            return (.init(key, .refused, "written since; it cannot be converted back"), [])
        }
        return (
            .init(key, .takenBack, "the SDK has written it since; \(StoredKey.purchaserInfo) says the same"),
            [
                .init(key: .purchaserInfo, value: .text(String(decoding: old, as: UTF8.self))),
                .init(key: key, value: nil),
            ]
        )
    }

    /// A profile of the newer SDK as SDK 1.x reads it; `nil` when both were written since, so that nobody knows which
    /// is newer.
    private static func takenBack(_ record: [UInt8], _ entry: StoredBackup.Entry, _ info: StoredValue?) -> [UInt8]? {
        let isSource = info.map { StoredBackup.digest($0) } == entry.source
        let isReadable =
            info?.text.map {
                (try? StoredRecord(Array($0.utf8), kind: .profile, from: .sdk1Bridge, oldestTarget)) != nil
            } ?? false
        guard isSource || !isReadable else { return nil }
        return entry.takenBack(record, to: .sdk1Bridge, residue: entry.residue)
    }
}
