@testable import AdaptyMigrationStreams
import Testing

@testable import AdaptyMigrationCore

@Suite("Residues and ledgers as values")
struct ResidueTests {
    private static let texts = [
        #"{"v":1,"hops":[]}"#,
        #"{"v":1,"hops":[{"from":"sdk1-wire","to":"sdk2","kind":"profile"}]}"#,
        #"{"v":1,"hops":[{"from":"server-v1","to":"sdk2","kind":"profile"}]}"#,
        #"{"v":1,"hops":[{"from":"sdk1-wire","to":"sdk3","kind":"profile"}]}"#,
        #"{"v":1,"hops":[{"from":"sdk1-wire","to":"sdk2","kind":"paywall"}]}"#,
        #"{"v":1,"hops":[{"from":"sdk1-wire","to":"sdk2","kind":"profile","wrap":["{\"data\":","}"]}]}"#,
        #"{"v":1,"hops":[{"from":"sdk1-wire","to":"sdk2","kind":"profile","wrap":["{\"data\":"," }"]}]}"#,
        #"{"v":1,"hops":[{"from":"sdk1-wire","to":"sdk2","kind":"profile","wrap":["{ \"data\":","}"]}]}"#,
        #"{"v":1,"hops":[{"from":"sdk1-wire","to":"sdk2","kind":"profile","delta":["true","1"]}]}"#,
        #"{"v":1,"hops":[{"from":"sdk1-wire","to":"sdk2","kind":"profile","delta":["true","0"]}]}"#,
    ]

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
            separator: #""_adapty_migration":\#(ResidueTests.texts[1])"#)
        let parts = try ResidueMember.split(try JSONScanner.index(Array(document.utf8)))
        #expect(String(decoding: parts.document, as: UTF8.self) == without)
        #expect(parts.residue.map { String(decoding: $0.json, as: UTF8.self) } == ResidueTests.texts[1])
    }

    @Test(
        "the source is where the first hop came from", arguments: [(0, Dialect?.none), (1, .sdk1Wire), (2, .serverV1)])
    func source(number: Int, source: Dialect?) throws {
        #expect(try Residue(json: Array(ResidueTests.texts[number].utf8)).source == source)
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
        #expect(ledger.contains(.copied) && !ledger.contains(.dropped))
    }

    /// An own `profile_id` wins over an `id` beside it, which goes to the residue and comes back only while the winner
    /// is what it was.
    @Test(
        "an id beside the profile's own is guarded, on both paths; without one it is the profile's",
        arguments: [
            (#"{"profile_id":"p","id":"q","paid_access_levels":{}}"#, true),
            (#"{"id":"q","profile_id":"p","paid_access_levels":{}}"#, true),
            (#"{"paid_access_levels":{},"id":"q","profile_id":"p"}"#, true),
            (#"{"profile_id":"p","paid_access_levels":{"a":{"id":"a","is_active":1}},"id":"q","app_id":"x"}"#, true),
            (#"{"data":{"id":"e","type":"t","attributes":{"id":"q","profile_id":"p","paid_access_levels":{}}}}"#, true),
            (#"{"data":{"id":"e","type":"t","attributes":{"id":"q","paid_access_levels":{}}}}"#, false),
            (#"{"data":{"id":"e","type":"t","attributes":{"paid_access_levels":{},"id":"q","app_id":"x"}}}"#, true),
        ])
    func guardedID(document: String, isGuarded: Bool) throws {
        var up = TwoPaths(.upgrade, from: .sdk1Wire), down = TwoPaths(.downgrade)
        // The second time the walk knows what the first one learnt.
        for _ in 0..<2 { #expect(up.difference(Array(document.utf8)) == nil) }
        let upgraded = try Migrator().upgrade(Array(document.utf8), from: .sdk1Wire).documentWithResidue
        for _ in 0..<2 { #expect(down.difference(upgraded) == nil) }
        #expect(try Migrator().downgrade(upgraded).document == Array(document.utf8))
        #expect(String(decoding: upgraded, as: UTF8.self).contains(#""profile_id","\""#) == isGuarded)
    }
}
