import Testing

@testable import AdaptyMigration

/// What the typed path looks at in vectors, at every length and in every place.
@Suite("Typed path: forms")
struct TypedFormTests {
    private func expectGeneral(_ text: String) throws {
        let document = Array(text.utf8)
        let general = try PurchaserInfoModel(general: ModelBridge.Source(document, .sdk1Wire, .sdk1Wire, .profile))
        let model = try PurchaserInfoModel(decoding: document, as: .sdk1Wire)
        #expect(model == general, "\(text)")
        #expect(try model.encoded() == model.encodedGeneral(.sdk1Wire), "\(text)")
    }

    @Test("dates of every length at the end of a document")
    func dates() throws {
        for date in [
            "2022-09-30T15:14:32.000000+0000", "2022-09-30T15:14:32.123456789+00:00", "2022-09-30T15:14:32.5Z",
            "2022-09-30T15:14:32+0000", "2022-09-30T15:14:32Z",
        ] {
            for length in 0...date.utf8.count {
                try expectGeneral("{\"subscriptions\":{\"a\":{\"activated_at\":\"\(date.prefix(length))\"}}}")
            }
        }
    }

    @Test("texts of every length, plain and with one character that is not")
    func texts() throws {
        for special in ["", "\\n", "\\\"", "é", "日", "\\u00e9"] {
            for length in 0..<50 {
                try expectGeneral("{\"customer_user_id\":\"\(String(repeating: "x", count: length))\(special)\"}")
                try expectGeneral(
                    "{\"customer_user_id\":\"\(special)\(String(repeating: "x", count: length))\",\"profile_id\":null}")
            }
        }
    }

    @Test("members in another order than in the record before")
    func orders() throws {
        let members = [
            "\"profile_id\":\"p\"", "\"customer_user_id\":null", "\"custom_attributes\":{}", "\"stranger\":1",
            "\"subscriptions\" : {}",
        ]
        for first in members.indices {
            for second in members.indices where second != first {
                try expectGeneral("{\(members[first]),\(members[second])}")
                try expectGeneral("{\((members[first...] + members[..<first]).joined(separator: ","))}")
            }
        }
    }
}
