import Testing

@testable import AdaptyMigrationCore

/// Fallback files by placement, on the way to SDKs that read a list.
@Suite("Fallback files on the way down")
struct PlacementPaywallsTests {
    private static let place =
        #""placement":{"developer_id":"main","revision":2,"ab_test_name":"a","audience_name":"All","placement_audience_version_id":"i"}"#

    private static func file(_ data: String) -> [UInt8] {
        Array(#"{"data":\#(data),"meta":{"version":8,"developer_ids":["main"]}}"#.utf8)
    }

    @Test(
        "each paywall has its placement, and the file comes back",
        arguments: [
            // From SDK 3.8 on, from 2.11 on, as text, and named by the placement alone.
            #"{"main":{"data":[{"variation_id":"v","paywall_id":"p","products":[]}],"meta":{\#(place)}}}"#,
            #"{"main":[{"developer_id":"main","revision":2,"variation_id":"v","products":[]}]}"#,
            #"{"main":"[{\"developer_id\":\"main\",\"variation_id\":\"v\",\"products\":[]}]"}"#,
            #"{"main":[{"type":"adapty_in_apps_paywall_variation","id":"v","attributes":{"developer_id":"main","variation_id":"v"}}]}"#,
            #"{"main":{"data":[{"variation_id":"v","paywall_id":"p","products":[]}]}}"#,
        ], [Dialect.sdk2, .sdk1Wire, .sdk2Bridge, .sdk3Bridge])
    func down(_ data: String, _ target: Dialect) throws {
        let file = Self.file(data), down = try Migrator().downgrade(file, from: .sdk3, to: target)
        let index = try JSONScanner.index(down.documentWithoutResidue), entries = try #require(Envelope(index).entries)
        #expect(entries.count == 1 && index.member(0, "data").map(index.kind) == .array)
        let spelling = try #require(Table[.paywall].row("developer_id")?.names.written(target.column))
        let name = index.member(entries[0].node, at: spelling.path) ?? index.member(entries[0].node, "placementId")
        #expect(name.flatMap { index.text($0) } == "main")
        #expect(
            try Migrator().downgrade(down.documentWithoutResidue, residue: down.residue).documentWithoutResidue == file)
    }

    @Test("what is beside the placements stays, and the ledger says what became of them")
    func told() throws {
        let file = Self.file(#"{"main":[{"developer_id":"main","variation_id":"v","products":[]}]}"#)
        let down = try Migrator(MigrationOptions(keepsLedger: true)).downgrade(file, to: .sdk2)
        #expect(
            String(decoding: down.documentWithoutResidue, as: UTF8.self).hasSuffix(
                #","meta":{"version":8,"developer_ids":["main"]}}"#))
        #expect(down.ledger.entries.contains { $0.path == "/data" && $0.note.contains("list") })
    }

    @Test("a placement that is no list of paywalls is refused, with its place", arguments: [#""[{""#, #""x""#, "7"])
    func refused(_ other: String) throws {
        let file = Self.file(#"{"main":[{"developer_id":"main","variation_id":"v","products":[]}],"b":\#(other)}"#)
        let error = #expect(throws: MigrationError.self) { try Migrator().downgrade(file, to: .sdk2) }
        #expect(error?.code == .noSuchTarget && error?.path == "/data/b")
    }
}
