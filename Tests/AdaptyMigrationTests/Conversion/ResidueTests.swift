@_spi(Tools) @testable import AdaptyMigrationStreams
import Testing

@testable import AdaptyMigrationCore

@Suite("Residues and ledgers as values")
struct ResidueTests {
    private static let texts = [
        text(), text(from: "server-v1"), text(to: "sdk3"), text(kind: "paywall"), text(settings: #""at":7,"#),
        text(settings: #""sdk":"2.2.0","#), text(settings: #""fill":true,"#), text(hash: "00000000000000ff"),
        text(original: #"{ }"#), text(original: #"{\"a\":\"\\\\\"}"#),
    ]

    private static func text(
        from: String = "sdk1-wire", to: String = "sdk2", kind: String = "profile", settings: String = "",
        hash: String = "9f86d081884c7d65", original: String = "{}"
    ) -> String {
        #"{"v":1,"from":"\#(from)","to":"\#(to)","kind":"\#(kind)",\#(settings)"hash":"\#(hash)","original":"\#(original)"}"#
    }

    @Test("two residues are equal where they say the same")
    func residues() throws {
        let once = try ResidueTests.texts.map { try Residue(json: Array($0.utf8)) },
            again = try ResidueTests.texts.map { try Residue(json: Array($0.utf8)) }
        for (one, residue) in once.enumerated() {
            for (other, copy) in again.enumerated() {
                #expect(
                    (residue == copy) == (one == other), "\(ResidueTests.texts[one]) and \(ResidueTests.texts[other])")
            }
        }
        #expect(once.map { String(decoding: $0.json, as: UTF8.self) } == ResidueTests.texts)
    }

    @Test(
        "it is found wherever in the document it stands, and taken out with its comma",
        arguments: [
            (#"{RESIDUE,"a":1,"b":2}"#, #"{"a":1,"b":2}"#), (#"{"a":1,RESIDUE,"b":2}"#, #"{"a":1,"b":2}"#),
            (#"{"a":1,"b":2,RESIDUE}"#, #"{"a":1,"b":2}"#), (#"{RESIDUE}"#, "{}"),
            (#"{ RESIDUE, "a":1 }"#, #"{ "a":1 }"#),
        ])
    func place(text: String, without: String) throws {
        let document = text.split(separator: "RESIDUE", omittingEmptySubsequences: false).joined(
            separator: #""_adapty_migration":\#(ResidueTests.texts[0])"#)
        let parts = try ResidueMember.split(try JSONScanner.index(Array(document.utf8)))
        #expect(String(decoding: parts.document, as: UTF8.self) == without)
        #expect(parts.residue.map { String(decoding: $0.json, as: UTF8.self) } == ResidueTests.texts[0])
    }

    @Test(
        "an entry of the ledger prints its member",
        arguments: [
            (
                Ledger.Entry(.renamed, "/customPayload", target: "remote_config"),
                "renamed /customPayload → remote_config"
            ),
            (.init(.stashed, "/isPromo", note: "no successor"), "stashed /isPromo: no successor"),
            (.init(.noSuccessor, ""), "no-successor the document"),
        ])
    func entries(entry: Ledger.Entry, text: String) { #expect(entry.description == text) }

    @Test("a ledger without entries counts all the same")
    func counts() {
        var ledger = Ledger(keepsEntries: false), other = ledger
        for action in [Ledger.Action.renamed, .copied, .renamed] { ledger.add(action, .init(action, "/a")) }
        other.add(.copied, .init(.copied, "/b"))
        ledger.merge(other)
        #expect(ledger.entries.isEmpty)
        #expect(ledger.counts == [.renamed: 2, .copied: 2])
        #expect(ledger.counts[.copied] != nil && ledger.counts[.dropped] == nil)
    }

    /// An own `profile_id` wins over an `id` beside it.
    @Test(
        "an id beside the profile's own comes back, on both paths; without one it is the profile's",
        arguments: [
            #"{"profile_id":"p","id":"q","paid_access_levels":{}}"#,
            #"{"id":"q","profile_id":"p","paid_access_levels":{}}"#,
            #"{"paid_access_levels":{},"id":"q","profile_id":"p"}"#,
            #"{"profile_id":"p","paid_access_levels":{"a":{"id":"a","is_active":1}},"id":"q","app_id":"x"}"#,
            #"{"data":{"id":"e","type":"t","attributes":{"id":"q","profile_id":"p","paid_access_levels":{}}}}"#,
            #"{"data":{"id":"e","type":"t","attributes":{"id":"q","paid_access_levels":{}}}}"#,
            #"{"data":{"id":"e","type":"t","attributes":{"paid_access_levels":{},"id":"q","app_id":"x"}}}"#,
        ])
    func ids(document: String) throws {
        var up = TwoPaths(.upgrade, from: .sdk1Wire), down = TwoPaths(.downgrade)
        // The second time the walk knows what the first one learnt.
        for _ in 0..<2 { #expect(up.difference(Array(document.utf8)) == nil) }
        let upgraded = try Migrator().upgrade(Array(document.utf8), from: .sdk1Wire).document
        for _ in 0..<2 { #expect(down.difference(upgraded) == nil) }
        #expect(try Migrator().downgrade(upgraded).documentWithoutResidue == Array(document.utf8))
    }
}
