#if AppData
public import AdaptyMigration
import AdaptyMigrationFoundation
import Foundation

/// A property list of `UserDefaults` (`Library/Preferences/<bundle id>.plist`, binary or XML), upgraded to what a version of Adapty's iOS SDK reads:
/// out of a device's backup, or of a simulator.
///
/// The file is written whole or not at all, in the format it had, and not at all where nothing changes. The first upgrade keeps the file beside itself under
/// `.adapty-original`; undone, the values are what they were, and so are the bytes where the app has written nothing since.
public struct PropertyListStore: AppData {
    private static let originalSuffix = ".adapty-original"
    private let url: URL
    private let sdk: SDKVersion

    /// - Parameter sdk: the version of the SDK that will read it.
    public init(path: String, sdk: SDKVersion) throws(StoreFailure) {
        guard sdk >= StoredUpgrade.oldestTarget else {
            throw StoreFailure(.usage, "SDK \(sdk) is no version to upgrade for", remedy: "name one from \(StoredUpgrade.oldestTarget) on, e.g. sdk=3.12.0")
        }
        url = URL(fileURLWithPath: path)
        self.sdk = sdk
    }

    /// What an upgrade would do; nothing is written.
    public func plan() throws(StoreFailure) -> StoredReport { StoredUpgrade(for: sdk).plan(try read().stored).report }

    public func apply() throws(StoreFailure) -> StoredReport {
        let file = try read(), plan = StoredUpgrade(for: sdk).plan(file.stored)
        guard !plan.changes.isEmpty else { return plan.report }
        if !FileManager.default.fileExists(atPath: original.path) { try write(file.data, to: original) }
        try write(try file.data(after: plan), to: url)
        return plan.report
    }

    public func rollback() throws(StoreFailure) -> StoredReport {
        let file = try read(), plan = StoredUpgrade.undo(file.stored)
        guard !plan.changes.isEmpty else { return plan.report }
        let after = try file.data(after: plan), kept = try? Data(contentsOf: original)
        let isOriginal = kept.flatMap { try? NSDictionary(dictionary: File($0).members).isEqual(to: File(after).members) } ?? false
        try write(isOriginal ? kept ?? after : after, to: url)
        if isOriginal { try? FileManager.default.removeItem(at: original) }
        return plan.report
    }

    // MARK: The file

    private var original: URL { url.appendingPathExtension(String(PropertyListStore.originalSuffix.dropFirst())) }

    private struct File {
        let data: Data
        let members: [String: Any]
        let format: PropertyListSerialization.PropertyListFormat

        init(_ data: Data) throws {
            var format = PropertyListSerialization.PropertyListFormat.binary
            guard let members = try PropertyListSerialization.propertyList(from: data, options: [], format: &format) as? [String: Any] else {
                throw StoreFailure(.missing, "it is a property list, but no dictionary", remedy: "name a file of UserDefaults")
            }
            self.data = data
            self.members = members
            self.format = format
        }

        var stored: [StoredKey: StoredValue] {
            StoredUpgrade.keys.reduce(into: [:]) { values, key in values[key] = members[key.rawValue].map { StoredValue(propertyList: $0) } }
        }

        func data(after plan: StoredPlan) throws(StoreFailure) -> Data {
            var changed = members
            for change in plan.changes { changed[change.key.rawValue] = change.value?.propertyList }
            do {
                return try PropertyListSerialization.data(fromPropertyList: changed, format: format, options: 0)
            } catch {
                throw StoreFailure(.failed, "\(error)", remedy: "nothing was written")
            }
        }
    }

    private func read() throws(StoreFailure) -> File {
        guard let data = try? Data(contentsOf: url) else { throw StoreFailure(.missing, "\(url.path) cannot be read", remedy: "check the path and the rights") }
        do {
            return try File(data)
        } catch let failure as StoreFailure {
            throw failure
        } catch {
            throw StoreFailure(.missing, "\(url.path) is no property list", remedy: "name a .plist file of UserDefaults, binary or XML")
        }
    }

    private func write(_ data: Data, to url: URL) throws(StoreFailure) {
        do {
            try data.write(to: url, options: .atomic)
        } catch {
            throw StoreFailure(.failed, "\(url.path): \(error.localizedDescription)", remedy: "make room, or give this user the right to write to the folder; the file is as it was")
        }
    }
}
#endif
