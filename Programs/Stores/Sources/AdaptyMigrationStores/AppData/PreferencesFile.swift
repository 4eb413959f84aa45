@_spi(Tools) import AdaptyMigrationTools

/// A file of Android's SharedPreferences (`shared_prefs/AdaptySDKPrefs.xml`).
struct PreferencesFile: AppDataFile {
    static let upgrade: any StoredUpgrading.Type = PreferencesUpgrade.self
    static let isExact = true
    private let xml: PreferencesXML
    var bytes: [UInt8] { xml.bytes }

    init(_ bytes: [UInt8], path: String) throws(StoreFailure) {
        // Android uses the .bak file instead, and deletes this one.
        guard !WholeFile.stands(path + ".bak") else {
            throw StoreFailure(
                .refused,
                "\(path).bak exists: the app was stopped while writing, and Android will read the .bak file instead",
                remedy: "rename \(path).bak to \(path), as Android does")
        }
        do throws(PreferencesXML.Malformed) {
            xml = try PreferencesXML(bytes)
        } catch {
            throw StoreFailure(
                .missing, "\(path):\(error)", remedy: "name an XML file of SharedPreferences, as copied with adb")
        }
    }

    var stored: [StoredKey: StoredValue] {
        PreferencesUpgrade.keys.reduce(into: [:]) { values, key in
            values[key] = xml.last(key.rawValue).flatMap { value($0) }
        }
    }

    var doubled: [StoredKey] { PreferencesUpgrade.keys.filter { xml.count($0.rawValue) > 1 } }

    /// - Returns: `nil` for `<null/>`, which Android treats as missing.
    private func value(_ entry: PreferencesXML.Entry) -> StoredValue? {
        switch entry.tag {
        case "string": xml.text(entry).map { .text($0) } ?? .other
        case "null": nil
        default: .other
        }
    }

    func bytes(after plan: StoredPlan) throws(StoreFailure) -> [UInt8] {
        xml.setting(
            plan.changes.map { change in
                guard case .text(let text)? = change.value else { return (change.key.rawValue, nil) }
                return (change.key.rawValue, text)
            })
    }

    func holdsTheSame(as other: any AppDataFile) -> Bool {
        (other as? PreferencesFile).map { xml.values == $0.xml.values } ?? false
    }
}
