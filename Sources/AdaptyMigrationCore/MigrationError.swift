/// The reason why a record could not be converted: what is wrong, where, and what to do.
public struct MigrationError: Error, Equatable, Sendable, CustomStringConvertible {
    /// A machine-readable reason. Open: later versions and programs may add codes.
    public struct Code: RawRepresentable, Hashable, Sendable, CustomStringConvertible {
        /// The code in files and answers.
        public let rawValue: String
        /// Creates your own code.
        public init(rawValue: String) { self.rawValue = rawValue }
        /// The code itself.
        public var description: String { rawValue }

        /// The bytes are not JSON (RFC 8259).
        public static var invalidJSON: Code { Code(rawValue: "invalid-json") }
        /// The bytes are not UTF-8 (RFC 3629).
        public static var invalidUTF8: Code { Code(rawValue: "invalid-utf8") }
        /// The document ends too early.
        public static var truncated: Code { Code(rawValue: "truncated") }
        /// The document is empty.
        public static var empty: Code { Code(rawValue: "empty") }
        /// Nested deeper than ``MigrationOptions/maximumDepth``.
        public static var tooDeep: Code { Code(rawValue: "too-deep") }
        /// The document has more bytes than allowed.
        public static var tooLarge: Code { Code(rawValue: "too-large") }
        /// Valid JSON of no known shape.
        public static var unrecognised: Code { Code(rawValue: "unrecognised") }
        /// Several dialects fit and would give different documents.
        public static var ambiguous: Code { Code(rawValue: "ambiguous") }
        /// Two spellings of one field with different values.
        public static var conflictingSpellings: Code { Code(rawValue: "conflicting-spellings") }
        /// Several entries with one name, and an unreadable date that would decide between them.
        public static var unreadableDate: Code { Code(rawValue: "unreadable-date") }
        /// A member `_adapty_migration` that this project did not write.
        public static var foreignResidue: Code { Code(rawValue: "foreign-residue") }
        /// The flags of an access level say otherwise than its dates, and the target has the dates alone.
        public static var contradictingAccess: Code { Code(rawValue: "contradicting-access") }
        /// A residue of a newer version of this project.
        public static var unknownResidueVersion: Code { Code(rawValue: "unknown-residue-version") }
        /// A damaged residue.
        public static var brokenResidue: Code { Code(rawValue: "broken-residue") }
        /// The target dialect does not have this kind of record.
        public static var noSuchTarget: Code { Code(rawValue: "no-such-target") }
        /// A required field is missing and ``MigrationOptions/strict`` is set.
        public static var missingRequired: Code { Code(rawValue: "missing-required") }
        /// The target cannot read a value, and ``MigrationOptions/strict`` is set.
        public static var unreadableValue: Code { Code(rawValue: "unreadable-value") }
        /// The dialect of the original has no place for an edit, and ``MigrationOptions/strict`` is set.
        public static var editWithoutPlace: Code { Code(rawValue: "edit-without-place") }
        /// The way back does not reproduce the original. This is a defect of this project; such a result is never
        /// output.
        public static var notReversible: Code { Code(rawValue: "not-reversible") }
    }

    /// A place in the record's bytes.
    public struct Place: Equatable, Sendable {
        /// Bytes before the place, from 0.
        public let offset: Int
        /// Line, from 1.
        public let line: Int
        /// Byte in the line, from 1.
        public let column: Int

        /// Creates a place.
        public init(offset: Int, line: Int, column: Int) {
            self.offset = offset
            self.line = line
            self.column = column
        }
    }

    /// The reason, for programs.
    public let code: Code
    /// The error, for people.
    public let message: String
    /// What to do.
    public let remedy: String
    /// JSON pointer (RFC 6901) to the value; empty for the whole record.
    public let path: String
    /// The place in the bytes; `nil` when the error has no single place.
    public let place: Place?

    /// Creates your own error. The parameters are described at the properties.
    public init(_ code: Code, _ message: String, remedy: String, path: String = "", place: Place? = nil) {
        self.code = code
        self.message = message
        self.remedy = remedy
        self.path = path
        self.place = place
    }

    /// One line of English: code, message, place and remedy.
    public var description: String {
        var text = "\(code.rawValue): \(message)"
        if let place { text += " (line \(place.line), column \(place.column), byte \(place.offset))" }
        if !path.isEmpty { text += " at \(path)" }
        return text + "; \(remedy)"
    }
}
