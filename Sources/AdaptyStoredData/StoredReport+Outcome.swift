import AdaptyMigrationCore

extension StoredReport {
    /// What became of the value of one key. Later versions may add outcomes, so a `switch` needs a `default`.
    public struct Outcome: OpenVocabulary, Codable {
        /// The name of the outcome in files and answers.
        public let rawValue: String
        /// Accepts any text, known or unknown.
        public init(rawValue: String) { self.rawValue = rawValue }
        /// The text itself.
        public var description: String { rawValue }

        /// Converted to what the SDK reads; the original is in the backup. Clean, unless a change is not.
        public static var upgraded: Outcome { Outcome(rawValue: "upgraded") }
        /// Nothing was stored. The value comes from another one: the id from the profile. Clean.
        public static var recovered: Outcome { Outcome(rawValue: "recovered") }
        /// The value could not be read, as the note says. A server answer that SDK 1.x kept took its place, and may be older.
        /// The original is in the backup. Not clean.
        public static var replaced: Outcome { Outcome(rawValue: "replaced") }
        /// The SDK reads it as it is; unchanged. Clean.
        public static var readable: Outcome { Outcome(rawValue: "readable") }
        /// Unchanged, because there is nothing to convert: the user is signed out, a list is empty, or the SDK does not read
        /// the key. The note says which. Clean.
        public static var kept: Outcome { Outcome(rawValue: "kept") }
        /// Unchanged, because it cannot be converted: it is damaged, of another user or of another version. The note gives
        /// the reason. Not clean.
        public static var refused: Outcome { Outcome(rawValue: "refused") }
        /// Undone: the original bytes are back. Clean.
        public static var restored: Outcome { Outcome(rawValue: "restored") }
        /// Undone. The SDK had written newer data, which was converted back. Clean.
        public static var takenBack: Outcome { Outcome(rawValue: "taken-back") }
        /// The value is the one that the upgrade wrote, and the original converts to it. Clean.
        @_spi(Tools) public static var proven: Outcome { Outcome(rawValue: "proven") }
        /// The value is not the one that the upgrade wrote, or the original does not convert to it; the note says which. Not
        /// clean.
        @_spi(Tools) public static var differs: Outcome { Outcome(rawValue: "differs") }

        /// Whether nobody needs to look at it. An outcome that this version does not know is not clean.
        public var isClean: Bool { Outcome.clean.contains(self) }

        private static let clean: Set<Outcome> = [
            .upgraded, .recovered, .readable, .kept, .restored, .takenBack, .proven,
        ]
    }
}
