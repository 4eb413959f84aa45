import AdaptyMigrationCore

/// The result for each key of upgrading stored data, or of undoing that.
public struct StoredReport: Sendable, Equatable, CustomStringConvertible {
    /// The result for the value of one key.
    public struct Item: Sendable, Equatable, Codable, CustomStringConvertible {
        /// The key.
        public let key: StoredKey
        /// The result.
        public let outcome: Outcome
        /// The reason, in a sentence; empty when the outcome needs none.
        public let note: String
        /// Placeholders written and values left out, because the SDK's decoder refuses the originals.
        public let changes: [Change]

        /// Creates an item. The parameters are described at the properties.
        @_spi(Tools) public init(
            _ key: StoredKey, _ outcome: Outcome, _ note: String = "", changes: [Change] = []
        ) {
            self.key = key
            self.outcome = outcome
            self.note = note
            self.changes = Change.counted(changes)
        }

        /// Whether nobody needs to look at it: its outcome and all of its changes are clean.
        public var isClean: Bool { outcome.isClean && changes.allSatisfy(\.isClean) }

        /// One line for key, outcome and note, followed by one for each change.
        public var description: String {
            (["\(key): \(outcome)" + (note.isEmpty ? "" : " (\(note))")] + changes.map { "  \($0)" }).joined(
                separator: "\n")
        }
    }

    /// A remark on the whole, such as `nothing to upgrade`; empty when there is none.
    public internal(set) var note = ""
    /// The version of Adapty's SDK for which the values were upgraded; `nil` where there was nothing to undo or to verify.
    public package(set) var sdk: SDKVersion?
    /// The items, in the order in which the keys were examined.
    public package(set) var items: [Item] = []

    /// A report without items.
    @_spi(Tools) public init(note: String = "") { self.note = note }

    /// The same report with other items.
    @_spi(Tools) public func with(_ items: [Item]) -> StoredReport {
        var report = self
        report.items = items
        return report
    }

    /// Whether nobody needs to look at the report. The SDK reads whatever was stored for it, and everybody's access is as
    /// it was. It is `false` for damaged data, for data that could not be converted, and where a value that decides
    /// about access was left out or filled. ``Outcome`` and ``Change/isClean`` say which these are.
    public var isClean: Bool { items.allSatisfy(\.isClean) }

    /// One line: how often each outcome occurred, how many items are not clean, and the remark.
    /// `upgraded 2, kept 1; to look at: 1`
    public var summary: String {
        let outcomes = items.map(\.outcome), unclean = items.filter { !$0.isClean }.count
        let counts = outcomes.enumerated().filter { outcomes.firstIndex(of: $0.element) == $0.offset }.map {
            _, outcome in
            "\(outcome) \(outcomes.filter { $0 == outcome }.count)"
        }
        return [counts.joined(separator: ", "), unclean > 0 ? "to look at: \(unclean)" : "", note].filter {
            !$0.isEmpty
        }
        .joined(separator: "; ")
    }

    /// The remark and one line for each key, followed by its changes.
    public var description: String {
        ((note.isEmpty ? [] : [note]) + items.map(\.description)).joined(separator: "\n")
    }

    /// The result for a key; `nil` when there was no value.
    public subscript(key: StoredKey) -> Item? { items.first { $0.key == key } }
}
