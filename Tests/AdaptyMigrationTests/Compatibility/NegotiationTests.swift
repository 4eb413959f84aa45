@_spi(Tools) @testable import AdaptyMigrationTools
import Testing

@testable import AdaptyMigrationCore

@Suite("Compatibility: which dialect a client wants")
struct NegotiationTests {
    @Test(
        "a version wins over Accept: a dialect, or a version of Adapty's SDK",
        arguments: [
            ("sdk1-wire", Dialect.sdk1Wire), ("SDK2-Bridge", .sdk2Bridge), ("1.17.7", .sdk1Wire), ("2.0.0", .sdk2),
            ("2.8", .sdk2), ("2.9.0", .sdk3), ("3.12.0-beta.1", .sdk3), ("", .sdk3),
        ])
    func version(text: String, dialect: Dialect) throws {
        #expect(try Negotiation(.profile).dialect(version: text, accept: Dialect.sdk3.mediaType) == dialect)
    }

    @Test(
        "a version reads each kind in its own dialect",
        arguments: [("1.9", Dialect.sdk1Wire), ("2.9.0", .sdk2), ("3.7.3", .sdk2), ("3.8.0", .sdk3)])
    func paywall(text: String, dialect: Dialect) throws {
        #expect(try Negotiation(.paywall).dialect(version: text) == dialect)
    }

    @Test(
        "Accept: the heaviest that can be had, wildcards stand for the default",
        arguments: [
            (nil, Dialect.sdk2), ("", .sdk2), (" \t", .sdk2), ("*/*", .sdk2), ("application/json", .sdk2),
            ("text/html, application/*;q=0.1", .sdk2),
            ("application/vnd.adapty.sdk1-wire+json", .sdk1Wire),
            ("Application/VND.Adapty.SDK1-Wire+JSON; charset=utf-8", .sdk1Wire),
            ("application/vnd.adapty.sdk1-wire+json;q=0.5, application/vnd.adapty.sdk3+json, */*;q=0.1", .sdk3),
            ("application/vnd.adapty.webhook+json, application/vnd.adapty.server-v1+json; q=0.001", .serverV1),
            ("*/*;q=0.9,application/vnd.adapty.sdk3+json;Q=0.95", .sdk3),
            ("application/vnd.adapty.sdk3+json;q=0.7, application/vnd.adapty.server-v2+json;q=0.70", .sdk3),
            ("application/vnd.adapty.sdk3+json;q=nonsense, application/vnd.adapty.server-v1+json;q=0.1", .serverV1),
            (",,*/*", .sdk2),
        ] as [(String?, Dialect)])
    func accept(header: String?, dialect: Dialect) throws {
        #expect(try Negotiation(.profile).dialect(accept: header) == dialect)
    }

    @Test(
        "what cannot be had is refused, with what can",
        arguments: [
            (nil, "text/html"), (nil, "application/vnd.adapty.sdk9+json"), (nil, "application/vnd.adapty.webhook+json"),
            (nil, "*/*;q=0"),
            (nil, "*/*, application/vnd.adapty.sdk2+json;q=0"), ("webhook", nil), (nil, "application/vnd.adapty.+json"),
            (nil, "application/vnd.adapty.sdk2"),
        ] as [(String?, String?)])
    func refused(version: String?, accept: String?) throws {
        let problem = try #require(throws: ProblemDocument.self) {
            try Negotiation(.profile).dialect(version: version, accept: accept)
        }
        #expect(problem.status == 406 && problem.code == .notAcceptable)
        for dialect in RecordKind.profile.dialects { #expect(problem.detail.contains(dialect.mediaType)) }
    }

    @Test("a version that is none", arguments: [("latest", RecordKind.profile), ("3", .profile), ("2.6.3", .event)])
    func unknownVersion(text: String, kind: RecordKind) throws {
        let problem = try #require(throws: ProblemDocument.self) { try Negotiation(kind).dialect(version: text) }
        #expect(problem.status == 400 && problem.code == .unknownVersion && problem.detail.contains(text))
    }

    @Test("events are answered in current names by default, and in what the service chooses")
    func defaults() throws {
        #expect(try Negotiation(.event).dialect() == .webhook)
        #expect(try Negotiation(.event, fallback: .webhookLegacy).dialect(accept: "*/*") == .webhookLegacy)
    }

    @Test("a media type names its dialect", arguments: Dialect.allCases)
    func mediaType(dialect: Dialect) { #expect(Dialect(mediaType: dialect.mediaType) == dialect) }

    @Test(
        "weights as RFC 9110 writes them",
        arguments: [
            ("1", 1000), ("0", 0), ("0.5", 500), ("0.25", 250), ("0.125", 125), ("1.000", 1000), ("0.", 0),
            ("1.", 1000), ("1.001", nil), ("2", nil), ("0.1234", nil), ("", nil), (".5", nil), ("0.x", nil),
            ("0.1.2", nil), ("-0", nil),
        ] as [(String, Int?)])
    func weight(text: String, weight: Int?) { #expect(HeaderText.weight(text[...]) == weight) }
}
