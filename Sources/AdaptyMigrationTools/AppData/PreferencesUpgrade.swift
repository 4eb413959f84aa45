import AdaptyMigrationAccess
import AdaptyMigrationCore
@_spi(Tools) import AdaptyStoredData

/// Upgrades the data that older versions of Adapty's Android SDK left in the SharedPreferences `AdaptySDKPrefs` to the
/// form that the installed version reads. SDK 2.0 and later neither read nor remove the purchaser info of 1.x, so a
/// subscriber who is offline after an app update loses access.
///
/// This type only makes the plan: values in, changes out. `adapty-migrate store apply
/// 'sharedprefs:FILE.xml?sdk=3.12.0'` applies it to a file.
///
/// Worked example, an app that goes from SDK 1.12 to 2.8. The value of `PURCHASER_INFO` is
/// `{"profileId":"p","accessLevels":{"premium":{"id":"premium","isActive":true,…}}}`.
/// The plan writes
/// `{"profile_id":"p","paid_access_levels":{"premium":{"id":"premium","is_active":true,…}}}`
/// to `PROFILE` and keeps `PURCHASER_INFO`. If there already is a `PROFILE`, it is newer and stays.
@_spi(Tools) public struct PreferencesUpgrade: StoredUpgrading {
    public static let keys: [StoredKey] = [
        .androidProfile, .purchaserInfo, .androidProfileID, .customerUserID, .profileAnswer, .backup,
    ]
    /// Earlier versions used the name `is_one_time`.
    public static let oldestTarget = SDKVersion(2, 4)

    /// The SDK version with which the app is built.
    public let sdk: SDKVersion

    /// Creates an upgrade for a version of the SDK that will read the file.
    public init(for sdk: SDKVersion) { self.sdk = sdk }

    private var dialect: Dialect { sdk.dialect(of: .profile) }

    /// The changes to write. Planning never fails: data that cannot be converted stays and is reported. Planned again
    /// on its own result, it changes nothing.
    public func plan(_ stored: [StoredKey: StoredValue]) -> StoredPlan {
        var draft = StoredDraft(stored, sdk)
        guard draft.isPossible(from: PreferencesUpgrade.oldestTarget, [.androidProfile, .purchaserInfo]) else {
            return draft.finished()
        }
        let known = PreferencesUpgrade.text(.androidProfileID, stored), isNew = draft.stored[.androidProfile] != nil
        guard let id = isNew ? newer(known, &draft) : older(known, &draft) else {
            return draft.finished()
        }
        if known == nil, draft.stored[.androidProfileID] == nil {
            draft.report(.androidProfileID, .recovered, "it was missing")
            draft.write(.androidProfileID, .text(id))
        }
        return draft.finished()
    }

    /// The profile that SDK 2.0 or later wrote. It is newer than all other data, so it stays, but for members of former
    /// names. It is recreated only if it is not a profile.
    ///
    /// - Returns: the profile's id.
    private func newer(_ known: String?, _ draft: inout StoredDraft) -> String? {
        guard let text = profile(.androidProfile, &draft) else { return nil }
        guard let index = try? JSONScanner.index(text), index.kind(0) == .object else {
            return recover(.androidProfile, known, "it is not a JSON object", &draft)
        }
        let id = StoredRecord.member("profile_id", text)
        if let id, known ?? id == id {
            if !mend(text, &draft) { draft.report(.androidProfile, .readable) }
        } else {
            draft.refuse(
                .androidProfile,
                id == nil
                    ? "it has no profile id" : "it belongs to another profile than \(StoredKey.androidProfileID) says")
        }
        return id
    }

    /// Upgrades a profile with members of former names, such as `is_one_time` of SDK 2.0–2.6. The decoder takes what it
    /// does not find for false.
    ///
    /// - Returns: whether there was anything to upgrade.
    private func mend(_ text: [UInt8], _ draft: inout StoredDraft) -> Bool {
        // Older versions read the former names.
        guard sdk >= "2.4.3", let upgraded = try? Migrator().upgrade(text, from: .sdk2, to: dialect),
            upgraded.ledger.counts[.renamed] != nil,
            let record = try? StoredRecord(text, kind: .profile, from: .sdk2, sdk)
        else { return false }
        write(record, .upgraded, "it has members of former names", from: draft.stored[.androidProfile], &draft)
        return true
    }

    private func write(
        _ record: StoredRecord, _ outcome: StoredReport.Outcome, _ note: String, from source: StoredValue?,
        _ draft: inout StoredDraft
    ) {
        draft.report(.androidProfile, outcome, note, changes: record.changes)
        draft.write(
            .androidProfile, .text(String(decoding: record.text, as: UTF8.self)), residue: record.residue,
            source: source)
    }

    /// The purchaser info of SDK 1.x.
    ///
    /// - Returns: the profile's id.
    private func older(_ known: String?, _ draft: inout StoredDraft) -> String? {
        guard draft.stored[.purchaserInfo] != nil, let text = profile(.purchaserInfo, &draft) else { return nil }
        do throws(StoredRecord.Refusal) {
            let record = try StoredRecord(
                try identified(text, known, draft.stored), kind: .profile, from: .sdk1Bridge, sdk)
            let id = try record.ownID(known, .androidProfileID)
            write(record, .upgraded, "from \(StoredKey.purchaserInfo)", from: draft.stored[.purchaserInfo], &draft)
            return id
        } catch {
            return recover(.purchaserInfo, known, error.reason, &draft)
        }
    }

    /// The text under a key. A text without a profile is reported.
    private func profile(_ key: StoredKey, _ draft: inout StoredDraft) -> [UInt8]? {
        guard let text = draft.stored[key]?.text.map({ Array($0.utf8) }) else {
            draft.refuse(key, "it is not text")
            return nil
        }
        guard !text.isEmpty, !StoredRecord.isNull(text) else {
            draft.keep(key, "signed out: there is no profile")
            return nil
        }
        return text
    }

    /// Up to 0.9.3 the profile had no id, so the customer's id identifies its owner.
    private func identified(_ text: [UInt8], _ known: String?, _ stored: [StoredKey: StoredValue]) throws(StoredRecord
        .Refusal) -> [UInt8]
    {
        if StoredRecord.member("profileId", text) == nil,
            StoredRecord.member("customerUserId", text) != PreferencesUpgrade.text(.customerUserID, stored)
        {
            throw StoredRecord.Refusal(reason: "it belongs to another customer than \(StoredKey.customerUserID) says")
        }
        return StoredRecord.identified(text, known)
    }

    /// Recovers the profile from the raw server answer, which every version keeps under the same key.
    ///
    /// - Returns: the profile's id.
    private func recover(_ key: StoredKey, _ known: String?, _ reason: String, _ draft: inout StoredDraft) -> String? {
        let answer = draft.stored[.profileAnswer]
        guard let body = answer?.text,
            let record = try? StoredRecord(Array(body.utf8), kind: .profile, from: .sdk1Wire, sdk),
            let id = try? record.ownID(known, .androidProfileID)
        else {
            draft.refuse(key, reason)
            return nil
        }
        write(record, .replaced, "\(key): \(reason)", from: answer, &draft)
        return id
    }

    /// The text under a key; `nil` when it is missing or empty.
    private static func text(_ key: StoredKey, _ stored: [StoredKey: StoredValue]) -> String? {
        stored[key]?.text.flatMap { $0.isEmpty ? nil : $0 }
    }
}
