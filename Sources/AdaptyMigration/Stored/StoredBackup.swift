/// What upgrades replaced: one run on top of the one before it.
///
/// ```
/// {"version": 1, "sdk": "3.12.0", "keys": {"AdaptySDK_Purchaser_Info": {"before": <data>, "after": "9f…", "residue": <data>}}, "previous": {…}}
/// ```
struct StoredBackup {
    static let version = 1

    struct Entry {
        /// `nil`: there was nothing under the key.
        let before: StoredValue?
        /// The digest of what was written.
        let after: String
        /// The way back of a profile that the SDK has written to since.
        let residue: [UInt8]?
    }

    let sdk: String
    private(set) var entries: [StoredKey: Entry] = [:]
    let previous: StoredValue?

    init(_ sdk: SDKVersion, previous: StoredValue?) {
        self.sdk = sdk.description
        self.previous = previous
    }

    mutating func add(_ key: StoredKey, before: StoredValue?, after: StoredValue, residue: [UInt8]?) {
        entries[key] = Entry(before: before, after: StoredBackup.digest(after), residue: residue)
    }

    /// - Returns: `nil` when it is no backup of this version; such a one is never written over.
    init?(_ value: StoredValue) {
        guard let members = value.dictionary, members["version"]?.number == StoredBackup.version, let sdk = members["sdk"]?.text, let keys = members["keys"]?.dictionary
        else { return nil }
        self.sdk = sdk
        previous = members["previous"]
        for (key, entry) in keys {
            guard let entry = entry.dictionary, let after = entry["after"]?.text else { return nil }
            entries[StoredKey(rawValue: key)] = Entry(before: entry["before"], after: after, residue: entry["residue"]?.bytes)
        }
    }

    var value: StoredValue {
        var members: [String: StoredValue] = ["version": .number(StoredBackup.version), "sdk": .text(sdk)]
        members["keys"] = .dictionary(Dictionary(uniqueKeysWithValues: entries.map { key, entry in
            var parts: [String: StoredValue] = ["after": .text(entry.after)]
            parts["before"] = entry.before
            parts["residue"] = entry.residue.map { .data($0) }
            return (key.rawValue, .dictionary(parts))
        }))
        members["previous"] = previous
        return .dictionary(members)
    }

    /// Tells whether a value is still the one that was written.
    static func digest(_ value: StoredValue) -> String {
        switch value {
        case .data(let bytes): Fingerprint.of(bytes)
        case .text(let text): "text " + text
        case .number(let number): "number \(number)"
        case .dictionary, .other: "no value of an SDK"
        }
    }
}
