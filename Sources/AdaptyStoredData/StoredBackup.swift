import AdaptyMigrationCore

/// The values that upgrades replaced. Each upgrade is stored on top of the one before it; the last three are kept.
///
/// It is one text of JSON. Foundation on Linux takes longer for nested property lists, and for data, than for a text.
///
/// ```
/// {"version": 1, "sdk": "3.12.0",
///  "keys": {"AdaptySDK_Purchaser_Info": {"before": {"utf8": "{…}"}, "after": "9f…"}},
///  "previous": {…}, "digest": "#1c…"}
/// ```
package struct StoredBackup {
    static let version = 1
    /// How many upgrades can be undone. Each one costs about as many bytes as it replaced.
    static let most = 3
    /// The reason why a backup cannot be used.
    package static let unreadable = "it is damaged, or not of this version"

    package struct Entry: Equatable {
        /// The former value; `nil` when there was none.
        package let before: StoredValue?
        /// The digest of the value that was written.
        let after: String
        /// The residue for converting back a profile that the SDK has changed since; `nil` where ``before`` gives it.
        package let residue: [UInt8]?
        /// The digest of the source value, if it is under another key.
        package let source: String?
    }

    package let sdk: String
    package private(set) var entries: [StoredKey: Entry] = [:]
    /// The backup of the run before it, as a dictionary.
    private var previous: StoredValue?
    /// Whether it stood on an older one, which was removed.
    private var isCut = false

    init(_ sdk: SDKVersion) { self.sdk = sdk.description }

    /// This backup and those below it, the newest first.
    var levels: [StoredBackup] { [self] + (previous.flatMap { StoredBackup($0) }?.levels ?? []) }

    /// Stores it on top of an earlier one, of which the oldest level may go. It continues the earlier one where that is
    /// of the same upgrade, which was interrupted.
    func on(_ earlier: StoredBackup?) -> StoredBackup {
        var backup = self
        if let earlier, earlier.isContinued(by: self) {
            backup.entries.merge(earlier.entries) { new, _ in new }
            backup.previous = earlier.previous
            return backup
        }
        let below = earlier?.levels ?? [], kept = below.prefix(StoredBackup.most - 1)
        backup.previous = kept.reversed().reduce(nil) { older, level in
            var level = level
            level.isCut = level.isCut || older == nil && kept.count < below.count
            level.previous = older
            return level.dictionary
        }
        return backup
    }

    /// Whether undoing all of it gives the values before the first upgrade.
    var isWhole: Bool { levels.allSatisfy { !$0.isCut } }

    private func isContinued(by later: StoredBackup) -> Bool {
        sdk == later.sdk
            && later.entries.allSatisfy { key, entry in entries[key].map { $0.before == entry.before } ?? true }
    }

    mutating func add(
        _ key: StoredKey, before: StoredValue?, after: StoredValue, residue: [UInt8]?, source: StoredValue?
    ) {
        entries[key] = Entry(
            before: before, after: StoredBackup.digest(after), residue: residue,
            source: source.map { StoredBackup.digest($0) })
    }

    /// - Parameter value: a text of JSON, or a dictionary.
    /// - Returns: `nil` when the value is not a backup of this version, or was changed. Such a value is never
    ///   overwritten.
    package init?(_ value: StoredValue) {
        let value = value.text.flatMap { StoredValue(json: Array($0.utf8)) } ?? value
        guard var members = value.dictionary, members["version"]?.number == StoredBackup.version,
            let sdk = members["sdk"]?.text, let keys = members["keys"]?.dictionary
        else { return nil }
        guard let digest = members.removeValue(forKey: "digest")?.text,
            digest == StoredBackup.digest(.dictionary(members))
        else { return nil }
        self.sdk = sdk
        previous = members["previous"]
        isCut = members["cut"] != nil
        for (key, entry) in keys {
            guard let entry = entry.dictionary, let after = entry["after"]?.text else { return nil }
            let residue = entry["residue"]?.text.map { Array($0.utf8) }
            entries[StoredKey(rawValue: key)] = Entry(
                before: entry["before"], after: after, residue: residue, source: entry["source"]?.text)
        }
    }

    /// What is stored.
    var value: StoredValue { StoredBackup.text(dictionary) }

    /// What is stored once this upgrade is undone; `nil` removes the backup.
    var valueBefore: StoredValue? { previous.map { StoredBackup.text($0) } }

    private static func text(_ value: StoredValue) -> StoredValue {
        .text(String(decoding: value.json, as: UTF8.self))
    }

    private var dictionary: StoredValue {
        var members: [String: StoredValue] = ["version": .number(StoredBackup.version), "sdk": .text(sdk)]
        members["keys"] = .dictionary(
            Dictionary(
                uniqueKeysWithValues: entries.map { key, entry in
                    var parts: [String: StoredValue] = ["after": .text(entry.after)]
                    parts["before"] = entry.before
                    parts["residue"] = entry.residue.map { .text(String(decoding: $0, as: UTF8.self)) }
                    parts["source"] = entry.source.map { .text($0) }
                    return (key.rawValue, .dictionary(parts))
                }))
        members["previous"] = previous
        members["cut"] = isCut ? .number(1) : nil
        members["digest"] = .text(StoredBackup.digest(.dictionary(members)))
        return .dictionary(members)
    }

    /// The entries in a stable order.
    package var sorted: [(key: StoredKey, entry: Entry)] {
        entries.keys.map(\.rawValue).sorted().compactMap { text in
            let key = StoredKey(rawValue: text)
            return entries[key].map { (key, $0) }
        }
    }

    /// The values before the upgrade, whatever was written since.
    package func before(_ stored: [StoredKey: StoredValue]) -> [StoredKey: StoredValue] {
        var values = entries.reduce(into: stored) { $0[$1.key] = $1.value.before }
        values[.backup] = valueBefore
        return values
    }

    /// A digest that shows whether a value is still the one that was written.
    package static func digest(_ value: StoredValue) -> String {
        switch value {
        case .data(let bytes): Fingerprint.of(bytes)
        case .text(let text): "text " + Fingerprint.of(Array(text.utf8))
        case .number(let number): "number \(number)"
        case .dictionary(let members):
            Fingerprint.of(Array(members.map { "\($0.key)=\(digest($0.value))" }.sorted().joined(separator: "\n").utf8))
        case .other: "not a value that an SDK stores"
        }
    }
}
