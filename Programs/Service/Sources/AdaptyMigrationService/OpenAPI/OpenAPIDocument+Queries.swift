import Foundation

extension OpenAPIDocument {
    /// The parameters in the query of a route, by its method and path, such as `GET /events`. Routes that read no query
    /// and need no admin secret are left out: they ignore what a proxy, a browser or Adapty adds.
    static let queries: [String: [String]] = {
        guard let document = try? JSONDecoder().decode(Document.self, from: Data(bytes)) else { return [:] }
        var queries: [String: [String]] = [:]
        for (path, operations) in document.paths {
            for (method, operation) in operations {
                let parameters = (operation.parameters ?? []).compactMap { parameter in
                    parameter.reference.map {
                        document.components.parameters[String($0.split(separator: "/").last ?? "")]
                    }
                        ?? parameter
                }
                let names = parameters.filter { $0.place == "query" }.compactMap(\.name)
                let isAdministration = operation.security?.contains { $0["admin"] != nil } ?? false
                if isAdministration || !names.isEmpty { queries["\(method.uppercased()) \(path)"] = names }
            }
        }
        return queries
    }()

    private struct Document: Decodable {
        let paths: [String: [String: Operation]]
        let components: Components
    }

    private struct Components: Decodable {
        let parameters: [String: Parameter]
    }

    private struct Operation: Decodable {
        let security: [[String: [String]]]?
        let parameters: [Parameter]?
    }

    private struct Parameter: Decodable {
        let reference: String?
        let name: String?
        let place: String?

        private enum CodingKeys: String, CodingKey {
            case reference = "$ref", name, place = "in"
        }
    }
}
