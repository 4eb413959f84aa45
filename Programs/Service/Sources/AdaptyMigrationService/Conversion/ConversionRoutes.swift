@_spi(Tools) import AdaptyMigrationTools
import HTTPTypes
import Hummingbird

/// Conversions for everybody. No body is stored or logged.
struct ConversionRoutes: Sendable {
    /// The maximum size of a body in bytes.
    let maximumBody: Int

    func add(to router: Router<BasicRequestContext>) {
        router.post("/detect") { request, _ in try await detect(request) }
        router.post("/convert") { request, _ in try await convert(request) }
        router.post("/explain") { request, _ in try await explain(request) }
        router.get("/explain/{name}") { _, context in try explain(named: context.parameters.require("name")) }
    }

    private func detect(_ request: Request) async throws -> Response {
        let body = try await request.document(upTo: maximumBody), conversion = try ConversionRequest(request)
        return Response(
            .detection(try asked { () throws(MigrationError) in try Migrator().detect(body, from: conversion.source) }))
    }

    private func convert(_ request: Request) async throws -> Response {
        let body = try await request.document(upTo: maximumBody), conversion = try ConversionRequest(request)
        let migration = try conversion.convert(body, try conversion.recognise(body), options: conversion.options)
        let headers: HTTPFields = [.vary: "Accept"]
        switch conversion.residue {
        case .embed: return Response(migration.document, type: migration.target.mediaType, headers: headers)
        case .discard:
            return Response(migration.documentWithoutResidue, type: migration.target.mediaType, headers: headers)
        case .beside:
            return Response(
                .object([
                    ("document", .document(migration.documentWithoutResidue)),
                    ("residue", migration.residue.map { .document($0.json) } ?? .null),
                ]), headers: headers)
        }
    }

    private func explain(_ request: Request) async throws -> Response {
        let body = try await request.document(upTo: maximumBody)
        return Response(try ExplainedConversion(body, try ConversionRequest(request)).json)
    }

    private func explain(named name: String) throws -> Response {
        guard let text = Explanation.of(name) else {
            throw ProblemDocument.missing("field or event name in any dialect")
        }
        return Response(Array((text + "\n").utf8), type: "text/plain; charset=utf-8")
    }
}

/// An error of the engine as a problem for the client. Options in its remedy are named as members of the query.
func asked<Result>(_ body: () throws(MigrationError) -> Result) throws(ProblemDocument) -> Result {
    do throws(MigrationError) { return try body() } catch {
        throw ProblemDocument(error.naming(["from": "from=", "instant": "at=", "readableBy": "readable-by="]))
    }
}
