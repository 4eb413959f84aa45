import AdaptyMigrationCore

/// What an upgrade of stored data did to each key, or its undoing.
public struct StoredReport: Sendable, Equatable, CustomStringConvertible {
    /// What became of one key. Open: later versions may add outcomes.
    public enum Outcome: String, Sendable, CustomStringConvertible {
        /// Converted to what the SDK reads; the original is in the backup.
        case upgraded
        /// Made from the raw answers of the server that SDK 1.x kept.
        case recovered
        /// The SDK reads it as it is; untouched.
        case readable
        /// Not converted, and untouched; the note says why.
        case kept
        /// Undone: the original bytes stand again.
        case restored
        /// Undone, but the SDK had written something newer: that was converted back.
        case takenBack = "taken-back"
        /// What the upgrade wrote stands there, and the original gives it.
        case proven
        /// It is not what the upgrade wrote, or the original does not give it; the note says which.
        case differs

        /// The word for it in files and answers.
        public var description: String { rawValue }
    }

    /// What happened to the value of one key.
    public struct Item: Sendable, Equatable, CustomStringConvertible {
        /// Under which key.
        public let key: StoredKey
        /// What happened.
        public let outcome: Outcome
        /// Why, in a sentence; empty where the outcome says it all. Holds no values of the user.
        public let note: String
        /// Placeholders written and values left out because the SDK's decoder refuses them: JSON pointer and reason.
        public let changes: [String]

        /// An item; the texts are described where they are declared.
        public init(_ key: StoredKey, _ outcome: Outcome, _ note: String = "", changes: [String] = []) {
            self.key = key
            self.outcome = outcome
            self.note = note
            self.changes = changes
        }

        /// One line: key, outcome and note.
        public var description: String {
            (["\(key): \(outcome)" + (note.isEmpty ? "" : " (\(note))")] + changes.map { "  " + $0 }).joined(
                separator: "\n")
        }
    }

    /// In the order in which the keys were looked at.
    public var items: [Item] = []

    /// A report without items.
    public init() {}

    /// Whether everything was converted, or is as it should be.
    public var isClean: Bool { !items.contains { $0.outcome == .kept || $0.outcome == .differs } }

    /// One line per key, and per change below it.
    public var description: String { items.map(\.description).joined(separator: "\n") }

    /// What became of a key; `nil` when there was nothing under it.
    public subscript(key: StoredKey) -> Item? { items.first { $0.key == key } }
}
