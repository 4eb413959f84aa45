@_spi(Tools) import AdaptyMigrationTools
import HTTPTypes
import Hummingbird
import Logging

/// `PUT` and `GET /profiles/{id}`, `/paywalls/{id}`: accepts any dialect, and answers in the requested one.
/// `DELETE /profiles/{id}` removes all of a person's profiles and events.
struct RecordRoutes: Sendable {
    let records: RecordStore
    let guardian: AdminGuard<BasicRequestContext>
    let maximumBody: Int
    let requiresMatch: Bool

    static let profiles: Set<RecordKind> = [.profile]
    static let paywalls: Set<RecordKind> = [.paywall, .paywalls]
    /// JSON pointers to members for which the answer's dialect has no place, as a list of strings (RFC 9651 §3.1).
    static let lost = HTTPField.Name("Adapty-Migration-Lost")

    func add(to router: Router<BasicRequestContext>) {
        for (path, kinds) in [("/profiles/:id", RecordRoutes.profiles), ("/paywalls/:id", RecordRoutes.paywalls)] {
            router.group().add(middleware: guardian)
                .put(RouterPath(path)) { request, context in try await put(kinds, try context.id(), request) }
                .get(RouterPath(path)) { request, context in try await get(kinds, try context.id(), request) }
        }
        router.group().add(middleware: guardian).delete("/profiles/:id") { _, context in
            let removal = try await records.removePerson(try context.id())
            guard !removal.isEmpty else { throw ProblemDocument.missing("profile, and it has no events") }
            context.logger.info(
                "a person was removed",
                metadata: ["profiles": "\(removal.profiles)", "events": "\(removal.events)"])
            return Response(status: .noContent)
        }
    }

    private func put(_ kinds: Set<RecordKind>, _ id: String, _ request: Request) async throws -> Response {
        let payload = try await request.document(upTo: maximumBody)
        let sdk = try RecordRoutes.sdk(of: request)
        let change = RecordStore.Change(
            kinds: kinds, id: id, payload: payload, dialect: request.dialect, sdk: sdk,
            precondition: Precondition(request, isRequired: requiresMatch))
        let outcome = try await records.put(change), (before, write) = (outcome.before, outcome.write)
        let dialect = write.migration.residue?.source ?? write.migration.source ?? write.record.dialect
        let same = outcome.lost.isEmpty ? "unchanged" : "incomplete"
        let status =
            before == nil ? "created" : before == write.record ? same : write.isOther ? "replaced" : "updated"
        let answer = JSON.object([
            ("status", .text(status)), ("kind", .text(write.record.kind.rawValue)),
            ("dialect", .text(dialect.rawValue)), ("stored_as", .text(write.record.dialect.rawValue)),
            ("lost", .list(outcome.lost.map { .text($0) })),
        ])
        var headers: HTTPFields = [:]
        let client = sdk.map { Client($0, reading: write.record.kind) } ?? Client(dialect)
        if let read = try? records.layer.answer(write.record, to: client), read.document == payload {
            headers[.eTag] = read.entityTag
        }
        return Response(answer, status: before == nil ? .created : .ok, headers: headers)
    }

    /// The version of the client that writes; `nil` when it names none, or a dialect.
    ///
    /// - Throws: a problem with status 400 when it names neither.
    private static func sdk(of request: Request) throws(ProblemDocument) -> SDKVersion? {
        guard let text = request.uri.queryParameters["version"], !text.isEmpty else { return nil }
        let version = SDKVersion(String(text))
        guard version != nil || Dialect(rawValue: text.lowercased()) != nil else {
            throw .usage("version=\(text) is not a version of Adapty's SDK", remedy: "write it like 3.12.0")
        }
        return version
    }

    private func get(_ kinds: Set<RecordKind>, _ id: String, _ request: Request) async throws -> Response {
        guard let record = try await records.record(kinds, id)?.record else {
            throw ProblemDocument.missing(record(of: kinds))
        }
        let reader = try request.reader(insteadOf: "version")
        let client = try Negotiation(record.kind).client(
            version: reader?.description ?? request.uri.queryParameters["version"].map { String($0) },
            accept: request.headers[.accept])
        let answer = try records.layer.answer(record, to: client), tag = answer.entityTag
        var headers: HTTPFields = [.eTag: tag, .vary: "Accept"]
        if Precondition(request).isFresh(tag) { return Response(status: .notModified, headers: headers) }
        if let name = RecordRoutes.lost, let lost = RecordRoutes.header(answer.lost) { headers[name] = lost }
        return Response(answer.document, type: answer.mediaType, headers: headers)
    }

    private func record(of kinds: Set<RecordKind>) -> String { kinds == RecordRoutes.profiles ? "profile" : "paywall" }

    /// The first twenty and the total; `nil` when nothing is lost.
    private static func header(_ paths: [String]) -> String? {
        guard !paths.isEmpty else { return nil }
        let shown = paths.prefix(20).map { "\"" + $0.utf8.map(visible).joined() + "\"" }
        return (paths.count > shown.count ? shown + ["\"and \(paths.count - shown.count) more\""] : shown).joined(
            separator: ", ")
    }

    /// A byte in a header string. Bytes outside printable ASCII, and those that would end the string, are
    /// percent-encoded.
    private static func visible(_ byte: UInt8) -> String {
        (0x20...0x7E).contains(byte) && byte != 0x22 && byte != 0x5C && byte != 0x25
            ? String(UnicodeScalar(byte)) : "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
    }
}
