@_spi(Tools) public import AdaptyMigrationTools

/// The data of an app in a file from a backup, a simulator or an emulator. It is upgraded to the form that a version of
/// Adapty's SDK reads.
///
/// The file is replaced atomically and keeps its format. It is not written if nothing changes. The first upgrade keeps
/// the original beside it as `.adapty-original`. An undo restores the values, and also the bytes if the app has written
/// nothing since.
public struct AppDataStore {
    private static let originalSuffix = ".adapty-original"
    private let file: WholeFile
    private let original: WholeFile
    private let format: any AppDataFile.Type
    private let sdk: SDKVersion

    /// - Parameter sdk: the SDK version that will read the file.
    init(_ format: any AppDataFile.Type, path: String, sdk: SDKVersion) throws(StoreFailure) {
        guard sdk >= format.upgrade.oldestTarget else {
            throw StoreFailure(
                .usage, "SDK \(sdk) is not a version that data can be upgraded for",
                remedy: "use version \(format.upgrade.oldestTarget) or later, e.g. sdk=3.12.0")
        }
        file = try WholeFile(path)
        original = file.beside(AppDataStore.originalSuffix)
        self.format = format
        self.sdk = sdk
    }

    /// The effects of an upgrade; nothing is written.
    public func plan() throws(StoreFailure) -> StoredReport { upgrade.plan(try read().stored).report }

    /// Runs the upgrade, its check and its undo without writing anything.
    ///
    /// - Throws: a failure when the file could not be restored.
    public func rehearse() throws(StoreFailure) -> StoredReport {
        let before = try read(), plan = upgrade.plan(before.stored)
        guard !plan.changes.isEmpty else { return plan.report }
        let after = try parsed(try before.bytes(after: plan))
        let back = try parsed(try after.bytes(after: format.upgrade.undo(after.stored)))
        guard format.upgrade.verify(after.stored).isClean, back.stored == before.stored else {
            throw StoreFailure(
                .refused, "\(file.path) could not be restored after the upgrade",
                remedy: "leave the file as it is, and please report this")
        }
        return plan.report
    }

    public func apply() throws(StoreFailure) -> StoredReport {
        try exclusively { () throws(StoreFailure) in
            let found = try read(), plan = upgrade.plan(found.stored)
            guard !plan.changes.isEmpty else { return plan.report }
            let after = try found.bytes(after: plan)
            if found.stored[.backup] == nil { try original.write(found.bytes, like: file) }
            try file.write(after, over: found.bytes)
            return plan.report
        }
    }

    /// Whether the written values are still there, and the backup and the original convert to them.
    public func verify() throws(StoreFailure) -> StoredReport {
        let found = try read()
        guard found.stored[.backup] != nil else { return notUpgraded(found) }
        let proof = format.upgrade.verify(found.stored)
        let report = proof.with(proof.items + found.doubled.map { .init($0, .differs, "it occurs twice") })
        guard report.isClean, let finding = try findingInOriginal(found) else { return report }
        return report.with(report.items + [.init(.backup, .differs, "\(original.path) \(finding)")])
    }

    /// The work that remains when there is no backup. The backup may also have been lost.
    private func notUpgraded(_ found: any AppDataFile) -> StoredReport {
        let report = upgrade.plan(found.stored).report
        var items = report.items.map {
            [.upgraded, .recovered, .replaced].contains($0.outcome) ? .init($0.key, .differs, "it is not upgraded") : $0
        }
        if hasLostBackup(found) {
            items.append(.init(.backup, .differs, "it is missing, but \(original.path) exists"))
        }
        return report.with(items)
    }

    /// Whether everything except the backup is as the upgrade left it.
    private func hasLostBackup(_ found: any AppDataFile) -> Bool {
        guard found.stored[.backup] == nil, let first = (try? original.read()).flatMap({ try? parsed($0) }) else {
            return false
        }
        let plan = upgrade.plan(first.stored)
        return !plan.changes.isEmpty && plan.applied(to: first.stored).filter { $0.key != .backup } == found.stored
    }

    private func findingInOriginal(_ found: any AppDataFile) throws(StoreFailure) -> String? {
        guard let kept = try? original.read() else { return "is missing" }
        guard let first = try? parsed(kept) else { return "is damaged" }
        guard format.upgrade.isWhole(found.stored) else { return nil }
        var undone = found
        // A second upgrade keeps the first original.
        while undone.stored[.backup] != nil {
            let plan = format.upgrade.undo(undone.stored)
            guard !plan.changes.isEmpty else { return nil }
            undone = try parsed(try undone.bytes(after: plan))
        }
        guard first.stored == undone.stored else { return "is not the file that was upgraded" }
        // Later changes by the app are not errors.
        return first.holdsTheSame(as: undone) && !isOriginal(first, of: found, undone) ? "is damaged" : nil
    }

    /// Whether these are the original bytes of an undone file.
    private func isOriginal(_ first: any AppDataFile, of found: any AppDataFile, _ undone: any AppDataFile) -> Bool {
        guard first.holdsTheSame(as: undone) else { return false }
        guard format.isExact, first.bytes != undone.bytes else { return true }
        return (try? first.bytes(after: upgrade.plan(first.stored))) == found.bytes
    }

    public func rollback() throws(StoreFailure) -> StoredReport {
        try exclusively { () throws(StoreFailure) in
            let found = try read(), plan = format.upgrade.undo(found.stored), kept = try? original.read()
            guard !plan.changes.isEmpty else {
                // The run was interrupted after its last write.
                if found.stored[.backup] == nil, kept == found.bytes { try original.remove() }
                return plan.report
            }
            let undone = try parsed(try found.bytes(after: plan))
            let first = kept.flatMap { try? parsed($0) }.flatMap { isOriginal($0, of: found, undone) ? $0 : nil }
            try file.write((first ?? undone).bytes, over: found.bytes)
            if first != nil { try original.remove() }
            return plan.report
        }
    }

    /// Ends a verified upgrade: removes its backup and the original. After that, it cannot be rolled back.
    ///
    /// - Parameter isConfirmed: `false` only checks.
    /// - Returns: the result of the check, `nil` when there was nothing to end, and whether the files are removed.
    public func finish(isConfirmed: Bool) throws(StoreFailure) -> (check: StoredReport?, isDone: Bool) {
        try exclusively { () throws(StoreFailure) in
            let found = try read(), isBegun = hasLostBackup(found), report = isBegun ? StoredReport() : try verify()
            guard isBegun || found.stored[.backup] != nil else { return (nil, true) }
            guard isConfirmed, report.isClean else { return (report, false) }
            if !isBegun { try file.write(try found.bytes(after: .withoutBackup), over: found.bytes) }
            try original.remove()
            return (report, true)
        }
    }

    /// The target version of the last upgrade; `nil` when there is no upgrade to undo.
    public func status() throws(StoreFailure) -> SDKVersion? { format.upgrade.upgraded(try read().stored) }

    private func exclusively<Result>(_ body: () throws(StoreFailure) -> Result) throws(StoreFailure) -> Result {
        try file.exclusively { () throws(StoreFailure) in
            file.removePart()
            original.removePart()
            return try body()
        }
    }

    private var upgrade: any StoredUpgrading { format.upgrade.init(for: sdk) }
    private func read() throws(StoreFailure) -> any AppDataFile { try parsed(try file.read()) }
    private func parsed(_ bytes: [UInt8]) throws(StoreFailure) -> any AppDataFile {
        try format.init(bytes, path: file.path)
    }
}
