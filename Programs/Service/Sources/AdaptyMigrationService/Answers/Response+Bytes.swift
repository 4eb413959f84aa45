@_spi(Tools) import AdaptyMigrationTools
import HTTPTypes
import Hummingbird
import NIOCore

extension Response {
    init(_ bytes: [UInt8], type: String, status: HTTPResponse.Status = .ok, headers: HTTPFields = [:]) {
        var headers = headers
        headers[.contentType] = type
        self.init(status: status, headers: headers, body: ResponseBody(byteBuffer: ByteBuffer(bytes: bytes)))
    }

    /// Adds a line feed, which terminals and line-by-line readers expect.
    init(_ json: JSON, status: HTTPResponse.Status = .ok, headers: HTTPFields = [:]) {
        self.init(json.bytes + [0x0A], type: "application/json", status: status, headers: headers)
    }

    init(_ problem: ProblemDocument) {
        var headers: HTTPFields = [:]
        if problem.status == 503 { headers[.retryAfter] = "1" }
        if problem.status == 408 { headers[.connection] = "close" }
        if problem.status == 401 { headers[.wwwAuthenticate] = "Bearer" }
        self.init(
            problem.json() + [0x0A], type: ProblemDocument.mediaType, status: HTTPResponse.Status(code: problem.status),
            headers: headers)
    }
}
