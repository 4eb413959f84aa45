@_spi(Tools) import AdaptyMigrationTools
import Foundation
import Hummingbird

extension RequestContext {
    /// The id in the path, percent-decoded.
    ///
    /// - Throws: a problem with status 400 for an id that databases cannot store.
    func id() throws -> String {
        let raw = try parameters.require("id")
        guard let id = raw.removingPercentEncoding, !id.isEmpty, id.utf8.count <= 512, !id.utf8.contains(0) else {
            throw ProblemDocument.usage(
                "the id in the path is invalid",
                remedy: "send 1 to 512 bytes of UTF-8 without a zero byte, percent-encoded")
        }
        return id
    }
}
