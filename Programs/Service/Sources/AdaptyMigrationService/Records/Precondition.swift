@_spi(Tools) import AdaptyMigrationTools
import HTTPTypes
import Hummingbird

/// The condition of a client's request (RFC 9110 §13.1). A writer may have read any representation of the record.
struct Precondition: Sendable {
    private let match: String?
    private let noneMatch: String?
    /// Whether a record may only be replaced by a client that states which version it has read (RFC 6585 §3).
    private let isRequired: Bool

    init(_ request: Request, isRequired: Bool = false) {
        match = request.headers[.ifMatch]
        noneMatch = request.headers[.ifNoneMatch]
        self.isRequired = isRequired
    }

    /// - Throws: a problem with status 412 or 428.
    func check(_ stored: SharedRecord?) throws(ProblemDocument) {
        if let match, !Precondition.names(Precondition.tags(match), stored) {
            throw Precondition.failed("the record no longer has the ETag in If-Match")
        }
        if let noneMatch, Precondition.names(Precondition.weakTags(noneMatch), stored) {
            throw Precondition.failed("the record has an ETag that If-None-Match excludes")
        }
        if isRequired, match == nil, noneMatch == nil, stored != nil {
            throw ProblemDocument(
                .init(rawValue: "precondition-required", title: "A condition is required"), status: 428,
                detail: "the record exists, and the request does not name the version to replace",
                remedy: "read the record, and send its ETag in If-Match")
        }
    }

    /// Whether a reader already has a representation.
    func isFresh(_ tag: String) -> Bool {
        noneMatch.map { Precondition.weakTags($0).contains { $0 == "*" || $0 == tag } } ?? false
    }

    private static func names(_ tags: [String], _ stored: SharedRecord?) -> Bool {
        guard let stored else { return false }
        return tags.contains { $0 == "*" || stored.isCurrent($0) }
    }

    private static func tags(_ header: String) -> [String] {
        header.split(separator: ",").map { String($0.filter { $0 != " " && $0 != "\t" }) }
    }

    /// If-None-Match does not tell weak tags from strong ones (RFC 9110 §13.1.2).
    private static func weakTags(_ header: String) -> [String] {
        tags(header).map { $0.hasPrefix("W/") ? String($0.dropFirst(2)) : $0 }
    }

    private static func failed(_ detail: String) -> ProblemDocument {
        ProblemDocument(
            .init(rawValue: "precondition-failed", title: "The precondition failed"), status: 412, detail: detail,
            remedy: "read the record again, and repeat the edit")
    }
}
