import Testing

@testable import AdaptyMigrationCore

/// Law 3 where several members of the current document are one member of the old one, in the old one's spelling.
@Suite("Edits win: offers and payloads")
struct OfferEditTests {
    struct Edit: Sendable, CustomTestStringConvertible {
        let testDescription: String
        /// The offer, or the member, before and after.
        let old: String, restored: String
        let from: String, to: String
        /// What the way back cannot hold.
        var dropped: [String] = [], stale: [String] = []
    }

    private static let promotional = #"{"offer_id":"spring","offer_type":"free_trial","offer_category":"promotional"}"#
    private static let introductory = #"{"category":"introductory","type":"free_trial","id":"o1"}"#
    private static let level = "/paid_access_levels/a/active_"

    static let offers: [Edit] = [
        Edit(
            testDescription: "an edited type keeps the offer's spelling and order", old: promotional,
            restored: #"{"offer_id":"spring","offer_type":"EDITED","offer_category":"promotional"}"#,
            from: #""free_trial""#, to: #""EDITED""#),
        Edit(
            testDescription: "a removed id is gone", old: promotional,
            restored: #"{"offer_type":"free_trial","offer_category":"promotional"}"#,
            from: #","active_promotional_offer_id":"spring""#, to: ""),
        Edit(
            testDescription: "another category takes nothing of the former offer", old: introductory,
            restored: #"{"category":"promotional","type":"free_trial"}"#, from: "introductory", to: "promotional",
            stale: ["/access_levels/0/offer/id"]),
        Edit(
            testDescription: "of two offers the introductory one is held",
            old: #"{"category":"promotional","type":"free_trial","id":"o1"}"#,
            restored: #"{"category":"introductory","type":"pay_up_front","id":null}"#, from: "\"active_promotional",
            to: #""active_introductory_offer_type":"pay_up_front","active_promotional"#,
            dropped: [level + "promotional_offer_type", level + "promotional_offer_id"]),
        Edit(
            testDescription: "an offer where there was none", old: "null",
            restored: #"{"category":"introductory","type":"free_trial","id":null}"#,
            from: "}}", to: #","active_introductory_offer_type":"free_trial"}}"#, stale: ["/access_levels/0/offer"]),
        Edit(
            testDescription: "an offer of an unknown category stays one",
            old: #"{"category":"gift","type":"free_trial","id":"wb"}"#,
            restored: #"{"category":"gift","type":"free_trial","id":"EDITED"}"#, from: #""wb""#, to: #""EDITED""#),
        Edit(
            testDescription: "an offer that no SDK says comes back beside an edit",
            old: #"{"category":"win_back","type":"free_trial","id":"wb"}"#,
            restored: #"{"category":"win_back","type":"free_trial","id":"wb"}"#, from: #"{"profile_id":"x""#,
            to: #"{"profile_id":"x""#),
    ]

    @Test("the offer of API v2", arguments: offers)
    func offer(edit: Edit) throws {
        func document(_ offer: String) -> String {
            #"{"profile_id":"x","access_levels":[{"access_level_id":"a","store_product_id":"p","environment":"Production","offer":\#(offer)}],"subscriptions":[]}"#
        }
        try check(edit, document(edit.old), document(edit.restored), .serverV2)
    }

    static let payloads: [Edit] = [
        Edit(
            testDescription: "an edited payload keeps its older name", old: #""custom_payload":"{\"a\":1}""#,
            restored: #""custom_payload":"{\"a\":2}""#,
            from: #"{\"a\":1}"#, to: #"{\"a\":2}"#),
        Edit(
            testDescription: "an edited locale, which the older name cannot hold, keeps the newer one",
            old: #""custom_payload":"{\"a\":1}""#,
            restored: #""remote_config":{"lang":"de","data":"{\"a\":1}"}"#, from: #""en""#, to: #""de""#,
            stale: ["/custom_payload"]),
        Edit(
            testDescription: "where there was none, what is no payload keeps the newer name",
            old: #""custom_payload":null"#, restored: #""remote_config":4711"#,
            from: #""remote_config":null"#, to: #""remote_config":4711"#),
        Edit(
            testDescription: "where there was none, a payload gets the older name", old: #""custom_payload":null"#,
            restored: #""custom_payload":"{}""#,
            from: #""remote_config":null"#, to: #""remote_config":{"lang":"en","data":"{}"}"#),
    ]

    @Test("the payload of SDK 2.0–2.2 and its locale", arguments: payloads)
    func payload(edit: Edit) throws {
        func document(_ payload: String) -> String {
            #"{"developer_id":"x","variation_id":"v","revision":1,\#(payload),"products":[]}"#
        }
        try check(edit, document(edit.old), document(edit.restored), .sdk2)
    }

    private static let flags = ["is_active", "is_lifetime", "will_renew", "is_refund"]

    @Test("flags that API v2 cannot hold are told", arguments: 1...4)
    func flags(count: Int) throws {
        let names = OfferEditTests.flags.prefix(count)
        try check(
            Edit(
                testDescription: "", old: OfferEditTests.v2, restored: OfferEditTests.v2, from: "}}",
                to: names.map { ",\"\($0)\":true" }.joined() + "}}",
                dropped: names.map { "/paid_access_levels/a/\($0)" }),
            OfferEditTests.v2, OfferEditTests.v2, .serverV2
        )
    }

    @Test(
        "a flag that a clock gave is no edit; changed it is told",
        arguments: [
            ("", "", []), (#""is_active":true"#, #""is_active":false"#, ["/paid_access_levels/a/is_active"]),
            (#","is_lifetime":true"#, "", ["/paid_access_levels/a/is_lifetime"]),
        ])
    func derivedFlag(from: String, to: String, dropped: [String]) throws {
        var options = MigrationOptions()
        options.instant = Timestamp("2026-01-01T00:00:00Z")
        options.keepsLedger = true
        let upgraded = try Migrator(options).upgrade(Array(OfferEditTests.v2.utf8), from: .serverV2)
        let edited = String(decoding: upgraded.document, as: UTF8.self).replacing(
            from, with: to, maxReplacements: 1)
        let back = try Migrator(options).downgrade(Array(edited.utf8))
        #expect(String(decoding: back.documentWithoutResidue, as: UTF8.self) == OfferEditTests.v2)
        #expect(back.ledger.entries.filter { $0.action == .dropped }.map(\.path) == dropped)
    }

    private static let v2 =
        #"{"profile_id":"x","access_levels":[{"access_level_id":"a","store_product_id":"p","offer":null,"environment":"Production","expires_at":null}],"subscriptions":[]}"#

    private func check(_ edit: Edit, _ old: String, _ restored: String, _ dialect: Dialect) throws {
        var options = MigrationOptions()
        options.keepsLedger = true
        let upgraded = try Migrator().upgrade(Array(old.utf8), from: dialect)
        let text = String(decoding: upgraded.documentWithoutResidue, as: UTF8.self),
            place = try #require(text.firstRange(of: edit.from))
        let back = try Migrator(options).downgrade(
            Array(text.replacingCharacters(in: place, with: edit.to).utf8), residue: upgraded.residue)
        #expect(String(decoding: back.documentWithoutResidue, as: UTF8.self) == restored)
        #expect(back.ledger.entries.filter { $0.action == .dropped }.map(\.path) == edit.dropped)
        #expect(back.ledger.entries.filter { $0.action == .stale }.map(\.path) == edit.stale)
    }
}

extension String {
    fileprivate func replacingCharacters(in range: Range<Index>, with text: String) -> String {
        self[..<range.lowerBound] + text + self[range.upperBound...]
    }
}
