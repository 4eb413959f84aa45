import AdaptyMigrationAccess
import AdaptyMigrationCore
import AdaptyMigrationModels
import AdaptyMigrationStreams
import AdaptyStoredData

/// In which dialect a client wants its answer: an explicit version wins, then `Accept`, then the default.
///
/// Worked example, a profile, default `sdk2`: `Accept: application/vnd.adapty.sdk1-wire+json;q=0.5,
/// application/vnd.adapty.sdk3+json, */*;q=0.1` asks for `sdk3` with weight 1, `sdk1-wire` with 0.5, and anything else,
/// so the default, with 0.1: the answer is in `sdk3`.
public struct Negotiation: Sendable {
    public let kind: RecordKind
    /// The dialect for clients that name none.
    public let fallback: Dialect

    /// - Parameters:
    ///   - kind: what is asked for.
    ///   - fallback: `nil` for the current dialect of the kind.
    public init(_ kind: RecordKind, fallback: Dialect? = nil) {
        self.kind = kind
        self.fallback = fallback ?? (kind == .event ? .webhook : .sdk2)
    }

    /// - Parameters:
    ///   - version: a dialect (`sdk1-wire`) or a version of Adapty's SDK (`2.6.3`); `nil` or empty when the client
    ///     names none.
    ///   - accept: the value of `Accept` (RFC 9110 §12.5.1), several lines joined with commas; `nil` when there is
    ///     none.
    /// - Throws: a problem with status 400 for a version that is none, 406 where nothing that is wanted can be had.
    public func dialect(version: String? = nil, accept: String? = nil) throws(ProblemDocument) -> Dialect {
        if let version, !version.isEmpty { return try require(try named(version)) }
        guard let accept, !HeaderText.trimmed(accept[...]).isEmpty else { return fallback }
        let wanted = Negotiation.ranges(accept)
        guard
            let best = wanted.filter({ $0.weight > 0 }).sorted(by: { $0.weight > $1.weight }).lazy.compactMap({
                self.dialect(for: $0, wanted)
            }).first
        else {
            throw notAcceptable("none of what Accept names can be had")
        }
        return best
    }

    private func named(_ version: String) throws(ProblemDocument) -> Dialect {
        if let dialect = Dialect(rawValue: version.lowercased()) { return dialect }
        if kind != .event, let sdk = SDKVersion(version) { return Dialect(sdk: sdk) }
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
                "\(reason); this \(kind.rawValue) can be had as \(kind.dialects.map(\.mediaType).joined(separator: ", "))"
        )
    }

    // MARK: Accept

    private struct Range {
        let essence: String
        let weight: Int
    }

    /// Ranges without a readable weight are passed over, as RFC 9110 allows for what is malformed.
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

    /// What a range stands for; a wildcard stands for the default, unless another range excludes just that.
    private func dialect(for range: Range, _ all: [Range]) -> Dialect? {
        if let dialect = Dialect(mediaType: range.essence) { return kind.dialects.contains(dialect) ? dialect : nil }
        guard ["application/json", "application/*", "*/*"].contains(range.essence) else { return nil }
        return all.contains { $0.weight == 0 && Dialect(mediaType: $0.essence) == fallback } ? nil : fallback
    }
}
