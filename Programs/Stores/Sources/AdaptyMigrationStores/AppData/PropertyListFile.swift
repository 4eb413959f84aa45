#if AppData
@_spi(Tools) import AdaptyMigrationTools
@_spi(Tools) import AdaptyStoredUpgrade
import Foundation

/// A property list of `UserDefaults` (`Library/Preferences/<bundle id>.plist`, binary or XML).
struct PropertyListFile: AppDataFile {
    static let upgrade: any StoredUpgrading.Type = StoredUpgrade.self
    static let isExact = false
    let bytes: [UInt8]
    let doubled: [StoredKey] = []
    private let members: [String: Any]
    private let format: PropertyListSerialization.PropertyListFormat

    init(_ bytes: [UInt8], path: String) throws(StoreFailure) {
        if BinaryPropertyList.isOne(bytes) {
            do throws(BinaryPropertyList.Damaged) {
                try BinaryPropertyList.check(bytes)
            } catch {
                throw StoreFailure(
                    .missing, "\(path) is a damaged property list: \(error.reason)", remedy: "restore it from a backup")
            }
        }
        var format = PropertyListSerialization.PropertyListFormat.binary
        let value: Any
        do {
            value = try PropertyListSerialization.propertyList(from: Data(bytes), options: [], format: &format)
        } catch {
            throw StoreFailure(
                .missing, "\(path) is not a property list", remedy: "name a .plist file of UserDefaults, binary or XML")
        }
        guard let members = value as? [String: Any] else {
            throw StoreFailure(
                .missing, "\(path) is a property list, but not a dictionary", remedy: "name a file of UserDefaults")
        }
        self.bytes = bytes
        self.members = members
        self.format = format
    }

    var stored: [StoredKey: StoredValue] {
        StoredUpgrade.keys.reduce(into: [:]) { values, key in
            values[key] = members[key.rawValue].map { StoredValue(propertyList: $0) }
        }
    }

    func bytes(after plan: StoredPlan) throws(StoreFailure) -> [UInt8] {
        var changed = members
        for change in plan.changes { changed[change.key.rawValue] = change.value?.propertyList }
        do {
            return [UInt8](try PropertyListSerialization.data(fromPropertyList: changed, format: format, options: 0))
        } catch {
            throw StoreFailure(.failed, "\(error)", remedy: "nothing was written")
        }
    }

    func holdsTheSame(as other: any AppDataFile) -> Bool {
        (other as? PropertyListFile).map { NSDictionary(dictionary: members).isEqual(to: $0.members) } ?? false
    }
}
#endif
