@_spi(Tools) @testable import AdaptyMigrationTools
import Foundation
import Testing

@testable import AdaptyMigrationCore

@Suite("Compatibility: problem documents")
struct ProblemDocumentTests {
    @Test(
        "an error of a conversion is a problem with its status",
        arguments: [
            ("", 400, "empty"), ("{", 400, "truncated"), ("{]", 400, "invalid-json"),
            ("{\"a\":\"\u{1}\"}", 400, "invalid-json"), ("{}", 422, "unrecognised"), ("[]", 422, "unrecognised"),
            (
                #"{"paid_access_levels":{"premium":{"is_active":1}},"access_levels":{"premium":{"is_active":0}},"app_id":"a"}"#,
                422, "conflicting-spellings"
            ),
            (
                #"{"profile_id":"p","paid_access_levels":{},"_adapty_migration":{"v":2}}"#, 422,
                "unknown-residue-version"
            ),
        ])
    func conversion(body: String, status: Int, code: String) throws {
        let problem = try #require(throws: ProblemDocument.self) { try CompatibilityLayer().accept(Array(body.utf8)) }
        #expect(problem.status == status && problem.code.rawValue == code, "\(problem)")
        let members = try #require(try JSONSerialization.jsonObject(with: Data(problem.json())) as? [String: Any])
        #expect(
            members["type"] as? String == "/problems/" + code && members["status"] as? Int == status
                && members["detail"] as? String == problem.detail)
        #expect(
            members["title"] as? String == problem.code.title
                && problem.code.title != ProblemDocument.Code(rawValue: "?").title)
        #expect(
            members["remedy"] as? String == problem.remedy && members["pointer"] as? String == problem.pointer
                && members["line"] as? Int == problem.place?.line)
    }

    @Test("what is told is escaped, and the type may lead anywhere")
    func escaped() throws {
        let problem = ProblemDocument(.otherKind, status: 409, detail: "a \"b\"\n\u{7}")
        let members = try #require(
            try JSONSerialization.jsonObject(with: Data(problem.json(types: "https://example.com/"))) as? [String: Any])
        #expect(
            members["detail"] as? String == "a \"b\"\n\u{7}"
                && members["type"] as? String == "https://example.com/other-kind")
        #expect(members["pointer"] == nil && members["line"] == nil && members["remedy"] == nil)
    }

    @Test("a dialect without such a record")
    func noSuchTarget() throws {
        let write = try CompatibilityLayer().accept(
            Array(#"{"event_type":"subscription_cancelled","profile_id":"p","event_properties":{}}"#.utf8))
        let problem = try #require(throws: ProblemDocument.self) {
            try CompatibilityLayer().answer(write.record, to: Client(.sdk1Wire))
        }
        #expect(problem.status == 406)
    }
}
