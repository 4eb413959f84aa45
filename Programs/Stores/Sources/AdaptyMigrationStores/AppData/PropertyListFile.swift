@_spi(Tools) import AdaptyMigrationTools

/// A property list of `UserDefaults` (`Library/Preferences/<bundle id>.plist`, binary or XML).
struct PropertyListFile: AppDataFile {
    static let upgrade: any StoredUpgrading.Type = StoredUpgrade.self
    static let isExact = false
    let bytes: [UInt8]
    let doubled: [StoredKey] = []
    private let form: Form
    private let members: [String: PropertyListValue]

    private enum Form {
        case binary(BinaryPropertyList)
        case xml(XMLPropertyList)
    }

    init(_ bytes: [UInt8], path: String) throws(StoreFailure) {
        self.bytes = bytes
        if BinaryPropertyList.isOne(bytes) {
            let root: PropertyListValue
            do throws(BinaryPropertyList.Damaged) {
                let list = try BinaryPropertyList(bytes)
                (form, root) = (.binary(list), try list.value)
            } catch {
                throw StoreFailure(
                    .missing, "\(path) is a damaged property list: \(error.reason)", remedy: "restore it from a backup")
            }
            guard case .dictionary(let members) = root else {
                throw StoreFailure(
                    .missing, "\(path) is a property list, but not a dictionary", remedy: "name a file of UserDefaults")
            }
            self.members = members
            return
        }
        do throws(XMLPropertyList.Malformed) {
            let list = try XMLPropertyList(bytes)
            (form, members) = (.xml(list), list.values)
        } catch {
            throw StoreFailure(
                .missing, "\(path) is not a property list: \(error.reason)",
                remedy: "name a .plist file of UserDefaults, binary or XML")
        }
    }

    var stored: [StoredKey: StoredValue] {
        StoredUpgrade.keys.reduce(into: [:]) { values, key in values[key] = members[key.rawValue]?.stored }
    }

    func bytes(after plan: StoredPlan) throws(StoreFailure) -> [UInt8] {
        var changes: [String: PropertyListValue?] = [:]
        for change in plan.changes {
            changes.updateValue(change.value.flatMap(PropertyListValue.init), forKey: change.key.rawValue)
        }
        return try bytes(setting: changes)
    }

    /// The file with other values under some keys.
    ///
    /// - Parameter changes: `nil` removes a key.
    func bytes(setting changes: [String: PropertyListValue?]) throws(StoreFailure) -> [UInt8] {
        switch form {
        case .xml(let list): return list.setting(changes)
        case .binary(let list):
            do throws(BinaryPropertyList.Damaged) {
                return try BinaryPropertyListWriter.bytes(list, setting: changes)
            } catch {
                throw StoreFailure(.failed, error.reason, remedy: "nothing was written")
            }
        }
    }

    func holdsTheSame(as other: any AppDataFile) -> Bool {
        (other as? PropertyListFile).map { members == $0.members } ?? false
    }
}
