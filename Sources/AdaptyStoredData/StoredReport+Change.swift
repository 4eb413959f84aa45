import AdaptyMigrationCore

extension StoredReport {
    /// A placeholder that was written, or a value that was left out, because the SDK's decoder refuses the original.
    public struct Change: Sendable, Equatable, Codable, CustomStringConvertible {
        /// JSON pointer (RFC 6901) in the value that was written. For what was left out, it is the pointer in the value that
        /// was found.
        public let path: String
        /// The reason, in English. It may quote the value that was written.
        public let note: String
        /// How many entries of lists were changed in this way. ``path`` leads to the first of them.
        public internal(set) var count = 1
        /// Whether access stays as it was. It is `false` for an access level, subscription or purchase that was left out,
        /// and for a flag or date that decides about access and was filled. It is also `false` for a whole record that was
        /// left out of a list.
        public let isClean: Bool

        init(_ path: String, _ note: String, isClean: Bool) {
            self.path = path
            self.note = note
            self.isClean = isClean
        }

        /// One line: path, reason, and how often.
        public var description: String { "\(path): \(note)" + (count > 1 ? " (\(count) times, here first)" : "") }

        /// The same change of a record that is written below a place.
        func below(_ place: String) -> Change { Change(place + path, note, isClean: isClean) }

        /// The same changes with one line for all that differ in nothing but their place in a list. What is not clean keeps
        /// a line for each place.
        static func counted(_ changes: [Change]) -> [Change] {
            var places: [[UInt8]: Int] = [:]
            return changes.reduce(into: []) { told, change in
                guard change.isClean else { return told.append(change) }
                let place = places[change.pattern, default: told.count]
                if place < told.count {
                    told[place].count += 1
                } else {
                    places[change.pattern] = place
                    told.append(change)
                }
            }
        }

        /// The line without the steps of its path that are numbers.
        private var pattern: [UInt8] {
            var pattern: [UInt8] = [], step = 0, isNumber = false
            for byte in path.utf8 {
                let isStep = byte == UInt8(ascii: "/")
                if isStep, isNumber { pattern.removeLast(pattern.count - step) }
                isNumber = isStep || isNumber && (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
                pattern.append(byte)
                if isStep { step = pattern.count }
            }
            if isNumber { pattern.removeLast(pattern.count - step) }
            return pattern + note.utf8
        }
    }
}
