import AdaptyMigrationTools
import HTTPTypes
import Hummingbird
import NIOCore

extension Request {
    /// The body, announced as JSON or not at all (RFC 9110 §8.3 lets the receiver look then).
    ///
    /// - Throws: a problem with status 413, before it is read where its length is announced, or 415.
    func document(upTo limit: Int) async throws -> [UInt8] {
        try requireJSON()
        if let length = headers[.contentLength].flatMap({ Int($0) }), length > limit {
            throw ProblemDocument.tooLarge(limit)
        }
        var body: [UInt8] = []
        for try await part in self.body {
            guard body.count + part.readableBytes <= limit else { throw ProblemDocument.tooLarge(limit) }
            body += part.readableBytesView
        }
        return body
    }

    private func requireJSON() throws(ProblemDocument) {
        guard let type = headers[.contentType], type != "application/json" else { return }
        let essence =
            type.split(separator: ";", omittingEmptySubsequences: false).first.map {
                $0.lowercased().filter { $0 != " " && $0 != "\t" }
            } ?? ""
        guard essence == "application/json" || essence.hasPrefix("application/") && essence.hasSuffix("+json") else {
            throw .wrongType
        }
    }

    /// The dialect that the body's media type names; `nil` when it names none.
    var dialect: Dialect? { headers[.contentType].flatMap { Dialect(mediaType: $0) } }

    /// A whole number of the query.
    ///
    /// - Throws: a problem with status 400 when it is none.
    func number(_ name: String, in range: ClosedRange<Int64>, default standard: Int64) throws(ProblemDocument) -> Int64
    {
        guard let text = uri.queryParameters[Substring(name)], !text.isEmpty else { return standard }
        guard let number = Int64(text), range.contains(number) else {
            throw .usage(
                "\(name)=\(text) is no number from \(range.lowerBound) to \(range.upperBound)",
                remedy: "mend it, or leave it out")
        }
        return number
    }
}
