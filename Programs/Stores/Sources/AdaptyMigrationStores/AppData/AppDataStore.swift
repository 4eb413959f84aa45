public import AdaptyMigrationTools

/// What an app keeps on a device, in a file out of a backup, a simulator or an emulator: upgraded to what a version of
/// Adapty's SDK reads.
///
/// The file is written whole or not at all, in the format it had, and not at all where nothing changes. The first
/// upgrade keeps the file beside itself under `.adapty-original`; undone, the values are what they were, and so are the
/// bytes where the app has written nothing since.
public struct AppDataStore {
    private static let originalSuffix = ".adapty-original"
    private let file: WholeFile
    private let original: WholeFile
    private let format: any AppDataFile.Type
    private let sdk: SDKVersion

    /// - Parameter sdk: the version of the SDK that will read it.
    init(_ format: any AppDataFile.Type, path: String, sdk: SDKVersion) throws(StoreFailure) {
        guard sdk >= format.upgrade.oldestTarget else {
            throw StoreFailure(
                .usage, "SDK \(sdk) is no version to upgrade for",
                remedy: "name one from \(format.upgrade.oldestTarget) on, e.g. sdk=3.12.0")
        }
        file = try WholeFile(path)
        original = file.beside(AppDataStore.originalSuffix)
        self.format = format
        self.sdk = sdk
    }

    /// What an upgrade would do; nothing is written.
    public func plan() throws(StoreFailure) -> StoredReport { upgrade.plan(try read().stored).report }

    /// The upgrade, its check and its undoing, of which nothing is written.
    ///
    /// - Throws: a failure when the file would not come back.
    public func rehearse() throws(StoreFailure) -> StoredReport {
        let before = try read(), plan = upgrade.plan(before.stored)
        guard !plan.changes.isEmpty else { return plan.report }
        let after = try parsed(try before.bytes(after: plan))
        let back = try parsed(try after.bytes(after: format.upgrade.undo(after.stored)))
        guard format.upgrade.verify(after.stored).isClean, back.stored == before.stored else {
            throw StoreFailure(
                .refused, "what would be written to \(file.path) would not come back",
                remedy: "leave the file as it is, and report this")
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

    /// Whether what was written still stands there, and the backup and the original give it.
    public func verify() throws(StoreFailure) -> StoredReport {
        let found = try read()
        guard found.stored[.backup] != nil else { return notUpgraded(found) }
        var report = format.upgrade.verify(found.stored)
        report.items += found.doubled.map { .init($0, .differs, "it stands there twice") }
        if report.isClean, let finding = try findingInOriginal(found) {
            report.items.append(.init(.backup, .differs, "\(original.path) \(finding)"))
        }
        return report
    }

    /// What is still to be done where no backup stands; it may as well have been lost.
    private func notUpgraded(_ found: any AppDataFile) -> StoredReport {
        var report = upgrade.plan(found.stored).report
        report.items = report.items.map {
            [.upgraded, .recovered].contains($0.outcome) ? .init($0.key, .differs, "it is not upgraded") : $0
        }
        if hasLostBackup(found) {
            report.items.append(.init(.backup, .differs, "it is gone, but not \(original.path)"))
        }
        return report
    }

    /// Whether everything is as the upgrade left it, but for the backup.
    private func hasLostBackup(_ found: any AppDataFile) -> Bool {
        guard found.stored[.backup] == nil, let first = (try? original.read()).flatMap({ try? parsed($0) }) else {
            return false
        }
        let plan = upgrade.plan(first.stored)
        return !plan.changes.isEmpty && plan.applied(to: first.stored).filter { $0.key != .backup } == found.stored
    }

    private func findingInOriginal(_ found: any AppDataFile) throws(StoreFailure) -> String? {
        guard let kept = try? original.read() else { return "is gone" }
        guard let first = try? parsed(kept) else { return "is damaged" }
        var undone = found
        // One upgrade over another keeps the first original.
        while undone.stored[.backup] != nil {
            let plan = format.upgrade.undo(undone.stored)
            guard !plan.changes.isEmpty else { return nil }
            undone = try parsed(try undone.bytes(after: plan))
        }
        guard first.stored == undone.stored else { return "is not what was upgraded" }
        // What the app has written for itself since is no fault.
        return first.holdsTheSame(as: undone) && !isOriginal(first, of: found, undone) ? "is damaged" : nil
    }

    /// Whether these are the bytes that an undone file had before.
    private func isOriginal(_ first: any AppDataFile, of found: any AppDataFile, _ undone: any AppDataFile) -> Bool {
        guard first.holdsTheSame(as: undone) else { return false }
        guard format.isExact, first.bytes != undone.bytes else { return true }
        return (try? first.bytes(after: upgrade.plan(first.stored))) == found.bytes
    }

    public func rollback() throws(StoreFailure) -> StoredReport {
        try exclusively { () throws(StoreFailure) in
            let found = try read(), plan = format.upgrade.undo(found.stored), kept = try? original.read()
            guard !plan.changes.isEmpty else {
                // A run that was cut off after its last write.
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

    /// Ends an upgrade that holds: its backup and the original go, and nothing can be taken back any more.
    ///
    /// - Parameter isConfirmed: `false` only looks.
    /// - Returns: what the check found, and whether they are gone.
    public func finish(isConfirmed: Bool) throws(StoreFailure) -> (check: StoredReport, isDone: Bool) {
        try exclusively { () throws(StoreFailure) in
            let found = try read(), isBegun = hasLostBackup(found), report = isBegun ? StoredReport() : try verify()
            guard isBegun || found.stored[.backup] != nil else {
                throw StoreFailure(.refused, "nothing was upgraded in \(file.path)", remedy: "run store apply first")
            }
            guard isConfirmed, report.isClean else { return (report, false) }
            if !isBegun { try file.write(try found.bytes(after: .withoutBackup), over: found.bytes) }
            try original.remove()
            return (report, true)
        }
    }

    /// The version that the file was upgraded for; `nil` when there is no upgrade to be undone.
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
