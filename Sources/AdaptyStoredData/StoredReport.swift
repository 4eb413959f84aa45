import AdaptyMigrationCore

/// What an upgrade of stored data did to each key, or its undoing.
public struct StoredReport: Sendable, Equatable, CustomStringConvertible {
    /// What became of one key. Open: later versions may add outcomes.
    public struct Outcome: RawRepresentable, Sendable, Hashable, CustomStringConvertible {
        public let rawValue: String
        public init(rawValue: String) { self.rawValue = rawValue }
        public var description: String { rawValue }

        /// Converted to what the SDK reads; the original is in the backup.
        public static var upgraded: Outcome { Outcome(rawValue: "upgraded") }
        /// Made from the raw answers of the server that SDK 1.x kept.
        public static var recovered: Outcome { Outcome(rawValue: "recovered") }
        /// The SDK reads it as it is; untouched.
        public static var readable: Outcome { Outcome(rawValue: "readable") }
        /// Not converted, and untouched; the note says why.
        public static var kept: Outcome { Outcome(rawValue: "kept") }
        /// Undone: the original bytes stand again.
        public static var restored: Outcome { Outcome(rawValue: "restored") }
        /// Undone, but the SDK had written something newer: that was converted back.
        public static var takenBack: Outcome { Outcome(rawValue: "taken-back") }
        /// What the upgrade wrote stands there, and the original gives it.
        public static var proven: Outcome { Outcome(rawValue: "proven") }
        /// It is not what the upgrade wrote, or the original does not give it; the note says which.
        public static var differs: Outcome { Outcome(rawValue: "differs") }
    }

    public struct Item: Sendable, Equatable, CustomStringConvertible {
        public let key: StoredKey
        public let outcome: Outcome
        /// Why, in a sentence; empty where the outcome says it all. Holds no values of the user.
        public let note: String
        /// Placeholders written and values left out because the SDK's decoder refuses them: JSON pointer and reason.
        public let changes: [String]

        public init(_ key: StoredKey, _ outcome: Outcome, _ note: String = "", changes: [String] = []) {
            self.key = key
            self.outcome = outcome
            self.note = note
            self.changes = changes
        }

        public var description: String {
            (["\(key): \(outcome)" + (note.isEmpty ? "" : " (\(note))")] + changes.map { "  " + $0 }).joined(
                separator: "\n")
        }
    }

    public var items: [Item] = []

    public init() {}

    /// Whether everything was converted, or is as it should be.
    public var isClean: Bool { !items.contains { $0.outcome == .kept || $0.outcome == .differs } }

    /// One line per key, and per change below it.
    public var description: String { items.map(\.description).joined(separator: "\n") }

    /// What became of a key; `nil` when there was nothing under it.
    public subscript(key: StoredKey) -> Item? { items.first { $0.key == key } }
}
