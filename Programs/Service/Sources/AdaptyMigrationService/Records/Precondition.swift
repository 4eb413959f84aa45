import AdaptyMigrationTools
import HTTPTypes
import Hummingbird

/// On what a client makes its write depend (RFC 9110 §13.1). A client may have read in any dialect: the tag of each one
/// counts.
struct Precondition: Sendable {
    private let match: String?
    private let noneMatch: String?
    /// Whether what is there may only be replaced by those who say what they have seen (RFC 6585 §3).
    private let isRequired: Bool

    init(_ request: Request, isRequired: Bool = false) {
        match = request.headers[.ifMatch]
        noneMatch = request.headers[.ifNoneMatch]
        self.isRequired = isRequired
    }

    /// - Throws: a problem with status 412 or 428.
    func check(_ stored: SharedRecord?) throws(ProblemDocument) {
        if let match, !Precondition.names(match, stored) {
            throw Precondition.failed("the record is not, or no longer, the one that If-Match names")
        }
        if let noneMatch, Precondition.names(noneMatch, stored) {
            throw Precondition.failed("the record is the one that If-None-Match excludes")
        }
        if isRequired, match == nil, noneMatch == nil, stored != nil {
            throw ProblemDocument(
                .init(rawValue: "precondition-required", title: "A condition is required"), status: 428,
                detail: "there is such a record, and no word of which version of it is to be replaced",
                remedy: "read it, and send its ETag back in If-Match")
        }
    }

    /// Whether a reader has the record as it is.
    func isFresh(_ tag: String) -> Bool {
        noneMatch.map { Precondition.tags($0).contains { $0 == "*" || Precondition.strong($0) == tag } } ?? false
    }

    private static func names(_ header: String, _ stored: SharedRecord?) -> Bool {
        guard let stored else { return false }
        let known = Set(stored.kind.dialects.map { stored.entityTag(in: $0) })
        return tags(header).contains { $0 == "*" || known.contains($0) }
    }

    private static func tags(_ header: String) -> [String] {
        header.split(separator: ",").map { String($0.filter { $0 != " " && $0 != "\t" }) }
    }

    private static func strong(_ tag: String) -> String { tag.hasPrefix("W/") ? String(tag.dropFirst(2)) : tag }

    private static func failed(_ detail: String) -> ProblemDocument {
        ProblemDocument(
            .init(rawValue: "precondition-failed", title: "The condition does not hold"), status: 412, detail: detail,
            remedy: "read the record again, and repeat the edit on it")
    }
}
