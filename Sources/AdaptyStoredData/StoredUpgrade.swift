import AdaptyMigrationCore

/// Upgrades the data that older versions of Adapty's iOS SDK stored to the form that the installed version reads. The
/// SDKs themselves log a warning and discard it, so a subscriber who is offline after an app update loses access.
///
/// This type only makes the plan: values in, changes out. `UserDefaults.upgradeAdaptyData(for:)` of
/// `AdaptyStoredUpgrade` applies it.
///
/// Worked example, an app that goes from SDK 1.17 to 3.12. The value of `AdaptySDK_Purchaser_Info` is
/// `{"profileId":"p","accessLevels":{"premium":{"id":"premium","expiresAt":648073710.5,…}},…}`.
/// The plan replaces it by
/// `{"v":{"paid_access_levels":{"premium":{"id":"premium","expires_at":"2021-07-15T20:28:30.500+0000",…}},…}}`
/// and keeps the old bytes in the backup.
@_spi(Tools) public struct StoredUpgrade: StoredUpgrading {
    /// All keys that Adapty's SDKs write and an upgrade reads.
    public static let keys: [StoredKey] = [
        .profile, .profileID, .oldestProfile, .paywalls, .paywallsVersion, .products, .responses, .backup,
    ]
    /// Earlier versions used the name `is_one_time` (2.4.3, commit 4aa443e4).
    public static let oldestTarget = SDKVersion(2, 4, 3)

    /// The SDK version with which the app is built.
    public let sdk: SDKVersion

    /// Creates an upgrade for one version of the SDK.
    public init(for sdk: SDKVersion) { self.sdk = sdk }

    /// The number with which the version stores its paywalls; `nil` if it uses none.
    private var paywallsVersion: Int? { sdk < "2.11.0" ? nil : sdk < "3.8.0" ? 2 : 3 }

    /// The changes to write. Planning never fails: data that cannot be converted stays and is reported. Planned again
    /// on its own result, it changes nothing.
    public func plan(_ stored: [StoredKey: StoredValue]) -> StoredPlan {
        var draft = StoredDraft(stored, sdk)
        guard draft.isPossible(from: StoredUpgrade.oldestTarget, [.profile, .paywalls, .products]) else {
            return draft.finished()
        }
        profile(&draft)
        paywalls(&draft)
        products(&draft)
        return draft.finished()
    }

    // MARK: Profile

    private func profile(_ draft: inout StoredDraft) {
        let known =
            draft.stored[.profileID]?.text
            ?? draft.stored[.oldestProfile]?.bytes.flatMap { StoredRecord.member("profileId", $0) }
        var found: String?
        switch draft.stored[.profile] {
        case nil:
            // SDK 3.2 and later remove the profile at a sign-out, SDK 2.0 to 3.1 its id as well. Neither removes the
            // answers of SDK 1.
            if draft.stored[.responses] != nil { draft.keep(.profile, "signed out: the answers of SDK 1 are not used") }
        case .data(let bytes)? where StoredRecord.isNull(bytes): draft.keep(.profile, "signed out: there is no profile")
        case .data(let bytes)?:
            do throws(StoredRecord.Refusal) {
                found = try profile(bytes, known, &draft)
            } catch {
                found = replaced(known, error.reason, &draft)
            }
        default: draft.refuse(.profile, "it is not data")
        }
        guard draft.stored[.profileID] == nil, let id = known ?? found else { return }
        draft.report(.profileID, .recovered, "it was missing")
        draft.write(.profileID, .text(id))
    }

    /// - Returns: the profile's id.
    private func profile(_ bytes: [UInt8], _ known: String?, _ draft: inout StoredDraft) throws(StoredRecord.Refusal)
        -> String?
    {
        guard StoredUpgrade.hasLevels(bytes) else {
            throw StoredRecord.Refusal(reason: "it has no access levels; SDK 1.x would have refused it")
        }
        let identified = StoredRecord.identified(bytes, known)
        let record = try StoredRecord(identified, kind: .profile, from: .sdk1Stored, sdk)
        let id = try record.ownID(known, StoredKey.profileID)
        if record.isUnchanged, record.isWrapped {
            draft.report(.profile, .readable)
        } else {
            draft.report(.profile, .upgraded, changes: record.changes.map { $0.below("/v") })
            let residue = identified == bytes ? nil : record.residue
            draft.write(.profile, .data(StoredRecord.wrapped(record.text)), residue: residue)
        }
        return id
    }

    /// SDK 1.x refused a profile without its maps; SDK 2.0 and later leave empty ones out.
    private static func hasLevels(_ bytes: [UInt8]) -> Bool {
        guard let index = try? JSONScanner.index(bytes), index.kind(0) == .object else { return true }
        return ["v", "accessLevels", "paidAccessLevels"].contains { index.member(0, $0) != nil }
    }

    /// Replaces a profile that cannot be read by the newest server answer that SDK 1 kept for the same user.
    ///
    /// - Returns: the id of the profile that was found.
    private func replaced(_ known: String?, _ reason: String, _ draft: inout StoredDraft) -> String? {
        var best: (record: StoredRecord, id: String, date: Int64)?
        for body in StoredUpgrade.responses("getPurchaserInfo", draft.stored) {
            guard let record = try? StoredRecord(body, kind: .profile, from: .sdk1Wire, sdk),
                let id = try? record.ownID(known, StoredKey.profileID)
            else { continue }
            let date = StoredUpgrade.latest(body)
            if best.map({ date > $0.date }) ?? true { best = (record, id, date) }
        }
        guard let best else {
            draft.refuse(.profile, reason)
            return nil
        }
        draft.report(.profile, .replaced, reason, changes: best.record.changes.map { $0.below("/v") })
        draft.write(.profile, .data(StoredRecord.wrapped(best.record.text)))
        return best.id
    }

    /// The server's answers to one kind of request, in a stable order.
    private static func responses(_ request: String, _ stored: [StoredKey: StoredValue]) -> [[UInt8]] {
        let bodies = stored[.responses]?.dictionary?[request]?.dictionary ?? [:]
        return bodies.keys.sorted().compactMap { bodies[$0]?.bytes }
    }

    /// The time of the last change to a profile, if it contains one. The expiry lies in the future and is ignored.
    private static func latest(_ body: [UInt8]) -> Int64 {
        guard let index = try? JSONScanner.index(body) else { return .min }
        let names: Set = ["activated_at", "renewed_at", "purchased_at", "unsubscribed_at", "billing_issue_detected_at"]
        return index.nodes.indices.filter { index.kind($0).isContainer }.flatMap {
            index.members($0).filter { names.contains(index.name($0.name)) }
        }
        .compactMap { DateText.microseconds(index.raw($0.value)) }.max() ?? .min
    }

    // MARK: Caches

    private func paywalls(_ draft: inout StoredDraft) {
        guard let value = draft.stored[.paywalls] else { return }
        guard let bytes = value.bytes else { return draft.refuse(.paywalls, "it is not data") }
        guard sdk < SDKVersion.flows else {
            return draft.keep(.paywalls, "SDK \(sdk) caches flows and reads no paywalls")
        }
        if let version = draft.stored[.paywallsVersion]?.number, version > paywallsVersion ?? 0 {
            return draft.refuse(.paywalls, "they are newer than SDK \(sdk)")
        }
        if case .other? = draft.stored[.paywallsVersion] {
            return draft.refuse(.paywalls, "\(StoredKey.paywallsVersion) is not a number")
        }
        var list = StoredList(bytes, .paywall, sdk)
        var outcome = StoredReport.Outcome.upgraded
        if list.records.isEmpty, !list.isEmpty {
            for body in StoredUpgrade.responses("getPaywalls", draft.stored) where list.records.isEmpty {
                list.records = StoredUpgrade.entries(body).compactMap {
                    try? StoredRecord($0, kind: .paywall, from: .sdk1Wire, sdk)
                }
                outcome = .replaced
            }
        }
        if list.isEmpty { return draft.keep(.paywalls, "there are none") }
        if list.records.isEmpty { return draft.refuse(.paywalls, list.refusal ?? "nothing in it is a paywall") }
        if list.isReadable, outcome == .upgraded,
            paywallsVersion == nil || draft.stored[.paywallsVersion]?.number == paywallsVersion
        {
            return draft.report(.paywalls, .readable)
        }
        draft.report(.paywalls, outcome, changes: list.changes { "/\($0)/v" })
        draft.write(.paywalls, .data(list.text { StoredRecord.wrapped($0) }))
        if let paywallsVersion, draft.stored[.paywallsVersion] != .number(paywallsVersion) {
            draft.write(.paywallsVersion, .number(paywallsVersion))
        }
    }

    private func products(_ draft: inout StoredDraft) {
        guard let value = draft.stored[.products] else { return }
        guard let bytes = value.bytes else { return draft.refuse(.products, "it is not data") }
        guard sdk < "3.3.0" else { return draft.keep(.products, "SDK \(sdk) reads no products from the store") }
        let list = StoredList(bytes, .product, sdk)
        if list.isEmpty { return draft.keep(.products, "there are none") }
        if list.records.isEmpty { return draft.refuse(.products, list.refusal ?? "nothing in it is a product") }
        if list.isReadable { return draft.report(.products, .readable) }
        draft.report(.products, .upgraded, changes: list.changes { "/v/\($0)" })
        draft.write(.products, .data(StoredRecord.wrapped(list.text { $0 })))
    }

    /// The paywalls of a server answer.
    private static func entries(_ body: [UInt8]) -> [[UInt8]] {
        guard let index = try? JSONScanner.index(body), let entries = Envelope(index).entries else { return [] }
        return entries.filter { !$0.isMetaProduct }.map { Array(index.raw($0.node)) }
    }
}
