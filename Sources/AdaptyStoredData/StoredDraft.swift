@_spi(Tools) import AdaptyMigrationCore

/// An upgrade in preparation: the findings, and the values to write.
package struct StoredDraft {
    package let stored: [StoredKey: StoredValue]
    package private(set) var plan = StoredPlan()
    private let sdk: SDKVersion
    private var backup: StoredBackup
    /// The backup of the upgrade before this one; `nil` when there is none, or when it is damaged.
    private let earlier: StoredBackup?

    package init(_ stored: [StoredKey: StoredValue], _ sdk: SDKVersion) {
        self.stored = stored
        self.sdk = sdk
        earlier = stored[.backup].flatMap { StoredBackup($0) }
        backup = StoredBackup(sdk)
        plan.report.sdk = sdk
    }

    /// Whether the version is supported and the backup can be extended. If not, this is reported.
    package mutating func isPossible(from oldest: SDKVersion, _ keys: [StoredKey]) -> Bool {
        guard sdk >= oldest else {
            // What is not a version is 0.0.0.
            let reason =
                sdk.major == 0 ? "this is no version; say one such as 3.12.0" : "SDK \(sdk) is older than \(oldest)"
            for key in keys where stored[key] != nil { refuse(key, reason) }
            return false
        }
        guard stored[.backup] != nil, earlier == nil else { return true }
        refuse(.backup, "\(StoredBackup.unreadable); nothing is upgraded over it")
        return false
    }

    /// A value that stays, because there is nothing to convert.
    package mutating func keep(_ key: StoredKey, _ reason: String) { report(key, .kept, reason) }

    /// A value that stays, because it cannot be converted.
    package mutating func refuse(_ key: StoredKey, _ reason: String) { report(key, .refused, reason) }

    package mutating func report(
        _ key: StoredKey, _ outcome: StoredReport.Outcome, _ note: String = "", changes: [StoredReport.Change] = []
    ) {
        plan.report.items.append(.init(key, outcome, note, changes: changes))
    }

    /// A value that is there already is not written: an upgrade before this one was interrupted.
    ///
    /// - Parameter source: the source value, if it is under another key.
    package mutating func write(
        _ key: StoredKey, _ value: StoredValue, residue: [UInt8]? = nil, source: StoredValue? = nil
    ) {
        guard stored[key] != value else { return }
        backup.add(key, before: stored[key], after: value, residue: residue, source: source)
        plan.changes.append(.init(key: key, value: value))
    }

    private var note: String {
        guard !plan.report.items.isEmpty else { return "nothing to upgrade" }
        guard sdk.isNewerThanKnown else { return "" }
        let newest = "\(SDKVersion.newestReader.major).\(SDKVersion.newestReader.minor)"
        return "SDK \(sdk) is newer than \(newest), the newest known: upgraded as for \(newest)"
    }

    package func finished() -> StoredPlan {
        var plan = plan
        plan.report.note = note
        guard !plan.changes.isEmpty else { return plan }
        let whole = backup.on(earlier), former = earlier?.levels ?? []
        plan.changes.insert(.init(key: .backup, value: whole.value), at: 0)
        if let oldest = former.last, former.count == StoredBackup.most, whole.levels.count == former.count {
            let note = "it has the last \(StoredBackup.most) upgrades; that for SDK \(oldest.sdk) is no longer in it"
            plan.report.items.append(.init(.backup, .kept, note))
        }
        return plan
    }
}
