import AdaptyMigrationAccess
import AdaptyMigrationCore
import AdaptyMigrationModels
@_spi(Tools) import AdaptyMigrationStreams
@_spi(Tools) import AdaptyStoredData

/// The reason why a request fails, in the form of RFC 9457 (`application/problem+json`).
///
/// ```json
/// {"type":"/problems/unrecognised","title":"Valid JSON of no known shape","status":422,
///  "detail":"…","code":"unrecognised","remedy":"…","pointer":"/data","line":1,"column":9}
/// ```
public struct ProblemDocument: Error, Sendable, Equatable {
    /// The `Content-Type` of the response (RFC 9457 §6.1).
    public static let mediaType = "application/problem+json"

    /// A machine-readable reason, the last part of `type`. Open: later versions may add codes.
    public struct Code: RawRepresentable, Equatable, Sendable {
        /// The value of `code`, for example `unrecognised`.
        public let rawValue: String
        /// A short title, the same for every occurrence.
        public let title: String

        /// Finds the title of a known code. Any other code gets a general title.
        public init(rawValue: String) {
            self.init(rawValue: rawValue, title: Code.titles[rawValue] ?? "The request cannot be answered")
        }

        /// Creates your own reason.
        public init(rawValue: String, title: String) {
            self.rawValue = rawValue
            self.title = title
        }

        /// A version that names neither a dialect nor an SDK.
        public static let unknownVersion = Code(rawValue: "unknown-version")
        /// None of the dialects that the client accepts has this kind of record.
        public static let notAcceptable = Code(rawValue: "not-acceptable")
        /// The new record has another kind than the stored one.
        public static let otherKind = Code(rawValue: "other-kind")
        /// The record contains another id than the one under which it would be stored.
        public static let otherRecord = Code(rawValue: "other-record")

        private static let titles = [
            "unknown-version": "No such version", "not-acceptable": "None of the requested dialects has this record",
            "other-kind": "Another kind of record", "other-record": "A record with another id",
            "invalid-json": "Not JSON", "invalid-utf8": "Not UTF-8", "truncated": "The document ends too early",
            "empty": "The document is empty",
            "too-deep": "Nested too deep", "too-large": "Too large", "unrecognised": "Valid JSON of no known shape",
            "ambiguous": "Several dialects fit",
            "conflicting-spellings": "Two spellings of one field have different values",
            "unreadable-date": "A date that decides between several entries cannot be read",
            "foreign-residue": "A foreign member has the residue's name",
            "unknown-residue-version": "A residue of a newer version", "broken-residue": "A damaged residue",
            "no-such-target": "None of the requested dialects has this record",
            "missing-required": "A required field is missing", "invalid-csv": "Not CSV",
            "not-an-export": "Not an export of events", "not-a-report": "Not a report",
            "not-reversible": "The record could not be converted back",
        ]
    }

    /// The reason, for programs.
    public let code: Code
    /// The HTTP status (RFC 9110 §15).
    public let status: Int
    /// The error in this request, for people.
    public let detail: String
    /// What to do; `nil` when the detail already says it.
    public let remedy: String?
    /// JSON pointer (RFC 6901) to the value in the request's body; `nil` when it has no single place.
    public let pointer: String?
    /// The place in the request's body; `nil` when the error has no single place.
    public let place: MigrationError.Place?

    /// Creates a problem of your own. Each parameter is the property of that name.
    public init(
        _ code: Code, status: Int, detail: String, remedy: String? = nil, pointer: String? = nil,
        place: MigrationError.Place? = nil
    ) {
        self.code = code
        self.status = status
        self.detail = detail
        self.remedy = remedy
        self.pointer = pointer
        self.place = place
    }

    /// Tells an error of a conversion, with the status that its code calls for.
    public init(_ error: MigrationError) {
        self.init(
            Code(rawValue: error.code.rawValue), status: ProblemDocument.status(error.code), detail: error.message,
            remedy: error.remedy,
            pointer: error.path.isEmpty ? nil : error.path, place: error.place)
    }

    /// 400 when the body is not a document, and 422 when the document cannot be converted (RFC 9110 §15.5.1, §15.5.21).
    private static func status(_ code: MigrationError.Code) -> Int {
        switch code {
        case .invalidJSON, .invalidUTF8, .truncated, .empty, .tooDeep: 400
        case .tooLarge: 413
        case .noSuchTarget: 406
        case .notReversible: 500
        default: 422
        }
    }

    /// The document.
    ///
    /// - Parameter types: the URI before the code, so that `type` links to a page about it.
    public func json(types: String = "/problems/") -> [UInt8] {
        var members = [
            JSONText.member("type", JSONText.encode(types + code.rawValue)),
            JSONText.member("title", JSONText.encode(code.title)), JSONText.member("status", "\(status)".utf8),
            JSONText.member("detail", JSONText.encode(detail)), JSONText.member("code", JSONText.encode(code.rawValue)),
        ]
        if let remedy { members.append(JSONText.member("remedy", JSONText.encode(remedy))) }
        if let pointer { members.append(JSONText.member("pointer", JSONText.encode(pointer))) }
        if let place {
            members += [
                JSONText.member("line", "\(place.line)".utf8), JSONText.member("column", "\(place.column)".utf8),
            ]
        }
        var out: [UInt8] = [.openBrace]
        out += members.joined(separator: [.comma])
        out.append(.closeBrace)
        return out
    }
}
