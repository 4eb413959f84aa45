import AdaptyMigrationCore

/// The result for each key of upgrading stored data, or of undoing that.
public struct StoredReport: Sendable, Equatable, CustomStringConvertible {
    /// The result for one key. Open: later versions may add outcomes.
    public enum Outcome: String, Sendable, CustomStringConvertible {
        /// Converted to what the SDK reads; the original is in the backup.
        case upgraded
        /// Recovered from the raw server answers that SDK 1.x kept.
        case recovered
        /// The SDK reads it as it is; unchanged.
        case readable
        /// Not converted and unchanged; the note gives the reason.
        case kept
        /// Undone: the original bytes are back.
        case restored
        /// Undone. The SDK had written newer data, which was converted back.
        case takenBack = "taken-back"
        /// The value is the one that the upgrade wrote, and the original converts to it.
        case proven
        /// The value is not the one that the upgrade wrote, or the original does not convert to it; the note says
        /// which.
        case differs

        /// The name of the outcome in files and answers.
        public var description: String { rawValue }
    }

    /// The result for the value of one key.
    public struct Item: Sendable, Equatable, CustomStringConvertible {
        /// The key.
        public let key: StoredKey
        /// The result.
        public let outcome: Outcome
        /// The reason, in a sentence; empty when the outcome needs none. It contains no values of the user.
        public let note: String
        /// Placeholders written and values left out, because the SDK's decoder refuses the originals: JSON pointer and
        /// reason.
        public let changes: [String]

        /// Creates an item. The parameters are described at the properties.
        @_spi(Tools) public init(_ key: StoredKey, _ outcome: Outcome, _ note: String = "", changes: [String] = []) {
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

    /// The items, in the order in which the keys were examined.
    public var items: [Item] = []

    /// A report without items.
    @_spi(Tools) public init() {}

    /// Whether everything was converted or is in order.
    public var isClean: Bool { !items.contains { $0.outcome == .kept || $0.outcome == .differs } }

    /// One line for each key, followed by its changes.
    public var description: String { items.map(\.description).joined(separator: "\n") }

    /// The result for a key; `nil` when there was no value.
    public subscript(key: StoredKey) -> Item? { items.first { $0.key == key } }
}
