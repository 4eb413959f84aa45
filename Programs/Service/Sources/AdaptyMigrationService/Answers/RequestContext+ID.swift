import AdaptyMigrationTools
import Foundation
import Hummingbird

extension RequestContext {
    /// The id of the path, its percent-encoding resolved.
    ///
    /// - Throws: a problem with status 400 for what databases cannot take as an id.
    func id() throws -> String {
        let raw = try parameters.require("id")
        guard let id = raw.removingPercentEncoding, !id.isEmpty, id.utf8.count <= 512, !id.utf8.contains(0) else {
            throw ProblemDocument.usage(
                "the path's id is none", remedy: "send 1 to 512 bytes of UTF-8 without a zero, percent-encoded")
        }
        return id
    }
}
