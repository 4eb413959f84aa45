@_spi(Tools) import AdaptyMigrationTools
import HTTPTypes
import Hummingbird

extension Router {
    /// Answers 405 to the methods that a path does not have, in place of 404.
    func refuseOtherMethods() {
        for routes in Dictionary(grouping: routes, by: \.path.description).values {
            let known = routes.map(\.method), allowed = known + (known.contains(.get) ? [.head] : []),
                allow = allowed.map(\.rawValue).sorted().joined(separator: ", ")
            for method in [HTTPRequest.Method.get, .put, .post, .patch, .delete] where !known.contains(method) {
                on(routes[0].path, method: method) { _, _ in
                    var response = Response(
                        ProblemDocument(
                            .http(.methodNotAllowed), status: 405, detail: "this path has no \(method.rawValue)",
                            remedy: "use \(allow)"))
                    response.headers[.allow] = allow
                    return response
                }
            }
        }
    }
}
