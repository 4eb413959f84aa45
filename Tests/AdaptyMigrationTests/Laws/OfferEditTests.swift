import Testing

@testable import AdaptyMigration

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
        Edit(testDescription: "an edited type keeps the offer's spelling and order", old: promotional,
             restored: #"{"offer_id":"spring","offer_type":"EDITED","offer_category":"promotional"}"#, from: #""free_trial""#, to: #""EDITED""#),
        Edit(testDescription: "a removed id is gone", old: promotional,
             restored: #"{"offer_type":"free_trial","offer_category":"promotional"}"#, from: #","active_promotional_offer_id":"spring""#, to: ""),
        Edit(testDescription: "another category takes nothing of the former offer", old: introductory,
             restored: #"{"category":"promotional","type":"free_trial"}"#, from: "introductory", to: "promotional", stale: ["/access_levels/0/offer/id"]),
        Edit(testDescription: "of two offers the introductory one is held", old: #"{"category":"promotional","type":"free_trial","id":"o1"}"#,
             restored: #"{"category":"introductory","type":"pay_up_front","id":null}"#, from: "\"active_promotional", to: #""active_introductory_offer_type":"pay_up_front","active_promotional"#,
             dropped: [level + "promotional_offer_type", level + "promotional_offer_id"]),
        Edit(testDescription: "an offer where there was none", old: "null", restored: #"{"category":"introductory","type":"free_trial","id":null}"#,
             from: "}}", to: #","active_introductory_offer_type":"free_trial"}}"#, stale: ["/access_levels/0/offer"]),
        Edit(testDescription: "an offer of another category stays one", old: #"{"category":"win_back","type":"free_trial","id":"wb"}"#,
             restored: #"{"category":"win_back","type":"free_trial","id":"EDITED"}"#, from: #""wb""#, to: #""EDITED""#),
    ]

    @Test("the offer of API v2", arguments: offers)
    func offer(edit: Edit) throws {
        func document(_ offer: String) -> String {
            #"{"profile_id":"x","access_levels":[{"access_level_id":"a","store_product_id":"p","environment":"Production","offer":\#(offer)}],"subscriptions":[]}"#
        }
        try check(edit, document(edit.old), document(edit.restored), .serverV2)
    }

    static let payloads: [Edit] = [
        Edit(testDescription: "an edited payload keeps its older name", old: #""custom_payload":"{\"a\":1}""#, restored: #""custom_payload":"{\"a\":2}""#,
             from: #"{\"a\":1}"#, to: #"{\"a\":2}"#),
        Edit(testDescription: "an edited locale, which the older name cannot hold, keeps the newer one", old: #""custom_payload":"{\"a\":1}""#,
             restored: #""remote_config":{"lang":"de","data":"{\"a\":1}"}"#, from: #""en""#, to: #""de""#, stale: ["/remote_config"]),
    ]

    @Test("the payload of SDK 2.0–2.2 and its locale", arguments: payloads)
    func payload(edit: Edit) throws {
        func document(_ payload: String) -> String { #"{"developer_id":"x","variation_id":"v","revision":1,\#(payload),"products":[]}"# }
        try check(edit, document(edit.old), document(edit.restored), .sdk2)
    }

    @Test("a flag that API v2 cannot hold is told, save where all four stand, as a clock gives them", arguments: [1, 2, 3, 4])
    func flags(count: Int) throws {
        let old = #"{"profile_id":"x","access_levels":[{"access_level_id":"a","store_product_id":"p","offer":null,"environment":"Production"}],"subscriptions":[]}"#
        let names = Derivation.names.prefix(count)
        try check(
            Edit(testDescription: "", old: old, restored: old, from: "}}", to: names.map { ",\"\($0)\":true" }.joined() + "}}",
                 dropped: count == 4 ? [] : names.map { "/paid_access_levels/a/\($0)" }),
            old, old, .serverV2
        )
    }

    private func check(_ edit: Edit, _ old: String, _ restored: String, _ dialect: Dialect) throws {
        var options = MigrationOptions()
        options.keepsLedger = true
        let upgraded = try Migrator().upgrade(Array(old.utf8), from: dialect)
        let text = String(decoding: upgraded.document, as: UTF8.self), place = try #require(text.firstRange(of: edit.from))
        let back = try Migrator(options).downgrade(Array(text.replacingCharacters(in: place, with: edit.to).utf8), residue: upgraded.residue)
        #expect(String(decoding: back.document, as: UTF8.self) == restored)
        #expect(back.ledger.entries.filter { $0.action == .dropped }.map(\.path) == edit.dropped)
        #expect(back.ledger.entries.filter { $0.action == .stale }.map(\.path) == edit.stale)
    }
}

extension String {
    fileprivate func replacingCharacters(in range: Range<Index>, with text: String) -> String { self[..<range.lowerBound] + text + self[range.upperBound...] }
}
