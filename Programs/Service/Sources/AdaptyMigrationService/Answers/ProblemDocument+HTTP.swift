import AdaptyMigrationTools
import HTTPTypes

extension ProblemDocument.Code {
    /// A status that says it all.
    static func http(_ status: HTTPResponse.Status) -> ProblemDocument.Code {
        ProblemDocument.Code(rawValue: "http-\(status.code)", title: status.reasonPhrase)
    }
}

extension ProblemDocument {
    static func tooLarge(_ limit: Int) -> ProblemDocument {
        ProblemDocument(
            Code(rawValue: "too-large"), status: 413, detail: "the body is longer than \(limit) bytes",
            remedy: "send less at once, or raise the limit")
    }

    static let wrongType = ProblemDocument(
        Code(rawValue: "wrong-type", title: "Not a type that is read here"), status: 415,
        detail: "the body is not announced as JSON", remedy: "send Content-Type: application/json")

    static let unauthorized = ProblemDocument(
        Code(rawValue: "unauthorized", title: "Not authorized"), status: 401,
        detail: "Authorization is missing, or not what this service was set up with",
        remedy: "send the text that was set up, with or without Bearer before it")

    static func missing(_ what: String) -> ProblemDocument {
        ProblemDocument(Code(rawValue: "missing", title: "Not here"), status: 404, detail: "there is no such \(what)")
    }

    static func usage(_ detail: String, remedy: String) -> ProblemDocument {
        ProblemDocument(Code(rawValue: "usage", title: "Not understood"), status: 400, detail: detail, remedy: remedy)
    }
}
