import AdaptyMigrationCore

extension StoredUpgrade {
    /// The changes that undo the last upgrade, for an app that goes back to an older version.
    ///
    /// Unchanged values get their original bytes back. A profile that the SDK has changed since is converted back, so
    /// that the older app has the newer data. Caches are restored, because every SDK fetches them again.
    public static func undo(_ stored: [StoredKey: StoredValue]) -> StoredPlan {
        StoredBackup.undo(stored) { undo($0, $1, stored[$0]) }
    }

    private static func undo(_ key: StoredKey, _ entry: StoredBackup.Entry, _ current: StoredValue?)
        -> StoredBackup.Undone
    {
        let restored = [StoredPlan.Change(key: key, value: entry.before)]
        if entry.wrote(current) { return (.init(key, .restored), restored) }
        switch key {
        case .profile:
            guard let current else { return (.init(key, .kept, "signed out since"), []) }
            guard let old = current.bytes.flatMap({ takenBack($0, entry) }) else {
                return (.init(key, .refused, "written since; it cannot be converted back"), [])
            }
            return (.init(key, .takenBack, "the SDK has written it since"), [.init(key: key, value: .data(old))])
        case .profileID: return (.init(key, .kept, "another id was stored since"), [])
        default:
            // The SDK clears its caches when the user signs out.
            guard current != nil else { return (.init(key, .kept, "removed since"), []) }
            return (.init(key, .restored, "the newer cache is dropped; the SDK fetches it again"), restored)
        }
    }

    /// A profile of the newer SDK as the older SDK reads it, with the maps that newer SDKs leave out when they are
    /// empty.
    private static func takenBack(_ bytes: [UInt8], _ entry: StoredBackup.Entry) -> [UInt8]? {
        guard let record = unwrapped(bytes), let before = entry.before?.bytes else { return nil }
        let isWrapped = unwrapped(before) != nil
        let original = try? StoredRecord(before, kind: .profile, from: .sdk1Stored, oldestTarget)
        let residue = entry.residue ?? original?.residue
        return entry.takenBack(record, to: isWrapped ? .sdk2 : .sdk1Stored, residue: residue).map {
            isWrapped ? StoredRecord.wrapped($0) : withMaps($0)
        }
    }

    /// The record in `{"v": record}`; `nil` when it has no wrapper.
    private static func unwrapped(_ bytes: [UInt8]) -> [UInt8]? {
        guard let index = try? JSONScanner.index(bytes), let record = index.member(0, "v"),
            index.kind(record) == .object
        else { return nil }
        return Array(index.raw(record))
    }

    /// SDK 1.x refuses a profile without its three maps.
    private static func withMaps(_ profile: [UInt8]) -> [UInt8] {
        guard let index = try? JSONScanner.index(profile), index.kind(0) == .object else { return profile }
        let spellings = [["accessLevels", "paidAccessLevels"], ["subscriptions"], ["nonSubscriptions"]]
        let missing = spellings.filter { names in names.allSatisfy { index.member(0, $0) == nil } }.map {
            JSONText.member($0[0], Array("{}".utf8))
        }
        if missing.isEmpty { return profile }
        let end = index.range(0).upperBound - 1, comma: [UInt8] = index.nodes.count > 1 ? [.comma] : []
        return profile[..<end] + comma + missing.joined(separator: [.comma]) + profile[end...]
    }
}
