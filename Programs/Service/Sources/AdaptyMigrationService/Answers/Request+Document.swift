@_spi(Tools) import AdaptyMigrationTools
import HTTPTypes
import Hummingbird
import NIOCore

extension Request {
    /// The body. It must not be compressed. Its media type must be JSON or absent (in that case RFC 9110 §8.3 allows the
    /// receiver to examine the body). A byte order mark is left out, as RFC 8259 §8.1 allows.
    ///
    /// - Throws: a problem with status 415, with 413, before reading if Content-Length shows it, with 408 when the body
    ///   does not arrive in time, or with 400 when its end does not arrive.
    func document(upTo limit: Int) async throws -> [UInt8] {
        try requireJSON()
        if let length = headers[.contentLength].flatMap({ Int($0) }), length > limit {
            throw ProblemDocument.tooLarge(limit)
        }
        var body = try await bytes(upTo: limit)
        body.removeFirst(ByteOrderMark.count(before: body))
        return body
    }

    private func bytes(upTo limit: Int) async throws(ProblemDocument) -> [UInt8] {
        var bytes: [UInt8] = []
        do {
            for try await part in body {
                guard bytes.count + part.readableBytes <= limit else { throw ProblemDocument.tooLarge(limit) }
                bytes += part.readableBytesView
            }
        } catch let problem as ProblemDocument {
            throw problem
        } catch {
            throw error is RequestDeadline.Passed ? .late : .cutShort
        }
        return bytes
    }

    private func requireJSON() throws(ProblemDocument) {
        guard ["identity", nil].contains(headers[.contentEncoding]?.lowercased()) else { throw .compressed }
        guard let type = headers[.contentType], type != "application/json" else { return }
        let essence =
            type.split(separator: ";", omittingEmptySubsequences: false).first.map {
                $0.lowercased().filter { $0 != " " && $0 != "\t" }
            } ?? ""
        guard essence == "application/json" || essence.hasPrefix("application/") && essence.hasSuffix("+json") else {
            throw .wrongType
        }
    }

    /// The dialect in the body's media type; `nil` when it names none.
    var dialect: Dialect? { headers[.contentType].flatMap { Dialect(mediaType: $0) } }

    /// The SDK version whose decoder must accept the answer (`readable-by` in the query); `nil` when that is open.
    ///
    /// - Parameter target: the member of the query that names a target, which must be absent.
    /// - Throws: a problem with status 400 when it is no version, or one that is too old.
    func reader(insteadOf target: Substring) throws(ProblemDocument) -> SDKVersion? {
        guard let text = uri.queryParameters["readable-by"], !text.isEmpty else { return nil }
        guard uri.queryParameters[target]?.isEmpty ?? true else {
            throw .usage("readable-by and \(target) both choose a target", remedy: "leave one of them out")
        }
        guard let version = SDKVersion(String(text)), version >= .oldestReader else {
            throw .usage(
                "readable-by=\(text) is not a version of Adapty's SDK from \(SDKVersion.oldestReader) on",
                remedy: "write it like 3.12.0")
        }
        return version
    }

    /// An integer in the query.
    ///
    /// - Throws: a problem with status 400 when it is not an integer.
    func number(_ name: String, in range: ClosedRange<Int64>, default standard: Int64) throws(ProblemDocument) -> Int64
    {
        guard let text = uri.queryParameters[Substring(name)], !text.isEmpty else { return standard }
        guard let number = Int64(text), range.contains(number) else {
            throw .usage(
                "\(name)=\(text) is not a number from \(range.lowerBound) to \(range.upperBound)",
                remedy: "correct it, or leave it out")
        }
        return number
    }
}
