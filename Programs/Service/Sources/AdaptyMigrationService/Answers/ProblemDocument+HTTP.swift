@_spi(Tools) import AdaptyMigrationTools
import HTTPTypes

extension ProblemDocument.Code {
    /// A problem that its status describes completely.
    static func http(_ status: HTTPResponse.Status) -> ProblemDocument.Code {
        ProblemDocument.Code(rawValue: "http-\(status.code)", title: status.reasonPhrase)
    }
}

extension ProblemDocument {
    static func tooLarge(_ limit: Int) -> ProblemDocument {
        ProblemDocument(
            Code(rawValue: "too-large"), status: 413, detail: "the body is longer than \(limit) bytes",
            remedy: "send less at a time, or raise the limit")
    }

    /// Whoever sends the body may still read an answer (RFC 9110 §15.5.9).
    static let late = ProblemDocument(
        .http(.requestTimeout), status: 408, detail: "the body did not arrive in time",
        remedy: "send it again, faster or in a smaller piece")

    static let cutShort = ProblemDocument(
        Code(rawValue: "truncated"), status: 400, detail: "the body ends before its announced end",
        remedy: "send it again")

    static let wrongType = ProblemDocument(
        Code(rawValue: "wrong-type", title: "Unsupported media type"), status: 415,
        detail: "the Content-Type of the body is not JSON", remedy: "send Content-Type: application/json")

    static let compressed = ProblemDocument(
        Code(rawValue: "compressed", title: "Unsupported content encoding"), status: 415,
        detail: "the body has a Content-Encoding", remedy: "send it without compression")

    static let unauthorized = ProblemDocument(
        Code(rawValue: "unauthorized", title: "Not authorized"), status: 401,
        detail: "the Authorization header is missing, or its value is not the configured secret",
        remedy: "send the configured secret, with or without Bearer before it")

    static func missing(_ what: String) -> ProblemDocument {
        ProblemDocument(Code(rawValue: "missing", title: "Not found"), status: 404, detail: "there is no such \(what)")
    }

    static func usage(_ detail: String, remedy: String) -> ProblemDocument {
        ProblemDocument(Code(rawValue: "usage", title: "Invalid request"), status: 400, detail: detail, remedy: remedy)
    }
}
