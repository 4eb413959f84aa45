import AdaptyMigrationAccess
import AdaptyMigrationCore
import AdaptyMigrationModels
@_spi(Tools) import AdaptyMigrationStreams
@_spi(Tools) import AdaptyStoredData

/// Chooses the dialect of an answer: an explicit version wins, then `Accept`, then the default.
///
/// Worked example, a profile with default `sdk2`: `Accept: application/vnd.adapty.sdk1-wire+json;q=0.5,
/// application/vnd.adapty.sdk3+json, */*;q=0.1` asks for `sdk3` with weight 1, for `sdk1-wire` with 0.5, and for
/// anything else (the default) with 0.1. The answer is in `sdk3`.
public struct Negotiation: Sendable {
    /// The requested kind of record.
    public let kind: RecordKind
    /// The dialect for clients that do not name one.
    public let fallback: Dialect

    /// - Parameters:
    ///   - kind: the requested kind of record.
    ///   - fallback: the default dialect; `nil` for the current dialect of the kind.
    public init(_ kind: RecordKind, fallback: Dialect? = nil) {
        self.kind = kind
        self.fallback = fallback ?? (kind == .event ? .webhook : .sdk2)
    }

    /// What a client reads: a dialect, and the version of Adapty's SDK if it names one. It is chosen as by
    /// ``dialect(version:accept:)``, and throws as that does.
    public func client(version: String? = nil, accept: String? = nil) throws(ProblemDocument) -> Client {
        let dialect = try dialect(version: version, accept: accept)
        return Client(dialect: dialect, sdk: kind == .event ? nil : version.flatMap { SDKVersion($0) })
    }

    /// - Parameters:
    ///   - version: a dialect (`sdk1-wire`) or a version of Adapty's SDK (`2.6.3`); `nil` or empty when the client
    ///     names none.
    ///   - accept: the value of `Accept` (RFC 9110 §12.5.1), with several lines joined by commas; `nil` when there is
    ///     none.
    /// - Throws: a problem with status 400 for an invalid version, and 406 when nothing acceptable is available.
    public func dialect(version: String? = nil, accept: String? = nil) throws(ProblemDocument) -> Dialect {
        if let version, !version.isEmpty { return try require(try named(version)) }
        guard let accept, !HeaderText.trimmed(accept[...]).isEmpty else { return fallback }
        let wanted = Negotiation.ranges(accept)
        guard
            let best = wanted.filter({ $0.weight > 0 }).sorted(by: { $0.weight > $1.weight }).lazy.compactMap({
                self.dialect(for: $0, wanted)
            }).first
        else {
            throw notAcceptable("none of the media types in Accept is available")
        }
        return best
    }

    private func named(_ version: String) throws(ProblemDocument) -> Dialect {
        if let dialect = Dialect(rawValue: version.lowercased()) { return dialect }
        if kind != .event, let sdk = SDKVersion(version) { return sdk.dialect(of: kind) }
        throw ProblemDocument(
            .unknownVersion, status: 400,
            detail: "\(version) is neither a dialect nor a version of Adapty's SDK; use one of \(names)")
    }

    private func require(_ dialect: Dialect) throws(ProblemDocument) -> Dialect {
        guard kind.dialects.contains(dialect) else {
            throw notAcceptable("\(dialect.rawValue) has no \(kind.rawValue)")
        }
        return dialect
    }

    private var names: String { kind.dialects.map(\.rawValue).joined(separator: ", ") }

    private func notAcceptable(_ reason: String) -> ProblemDocument {
        ProblemDocument(
            .notAcceptable, status: 406,
            detail:
                "\(reason); this \(kind.rawValue) is available as \(kind.dialects.map(\.mediaType).joined(separator: ", "))"
        )
    }

    // MARK: Accept

    private struct Range {
        let essence: String
        let weight: Int
    }

    /// Ranges without a readable weight are ignored, as RFC 9110 allows for malformed fields.
    private static func ranges(_ accept: String) -> [Range] {
        accept.split(separator: ",").compactMap { part in
            let fields = part.split(separator: ";", omittingEmptySubsequences: false).map { HeaderText.trimmed($0) }
            guard let essence = fields.first, !essence.isEmpty else { return nil }
            guard let weight = fields.dropFirst().first(where: { $0.lowercased().hasPrefix("q=") }) else {
                return Range(essence: essence.lowercased(), weight: 1000)
            }
            return HeaderText.weight(weight.dropFirst(2)).map { Range(essence: essence.lowercased(), weight: $0) }
        }
    }

    /// The dialect for a range. A wildcard means the default, unless another range excludes it.
    private func dialect(for range: Range, _ all: [Range]) -> Dialect? {
        if let dialect = Dialect(mediaType: range.essence) { return kind.dialects.contains(dialect) ? dialect : nil }
        guard ["application/json", "application/*", "*/*"].contains(range.essence) else { return nil }
        return all.contains { $0.weight == 0 && Dialect(mediaType: $0.essence) == fallback } ? nil : fallback
    }
}
