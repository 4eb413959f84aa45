import Testing

@testable import AdaptyMigrationCore

/// Of several members with one name the last counts, and of several attributes with one key: still after somebody else
/// put the document in another order or deleted what a duplicate stood beside.
@Suite("Names that occur twice")
struct DuplicateTests {
    struct Case: CustomTestStringConvertible {
        let dialect: Dialect
        let document: String
        let name: String
        var testDescription: String { "\(dialect.rawValue) \(name)" }
    }

    private static let cases = [
        Case(
            dialect: .sdk1Wire,
            document:
                #"{"profile_id":"p","total_revenue_usd":0,"segment_hash":"x","total_revenue_usd":9.9,"app_id":"a","subscriptions":{},"paid_access_levels":{},"non_subscriptions":{}}"#,
            name: "total_revenue_usd"),
        Case(
            dialect: .sdk1Wire,
            document:
                #"{"total_revenue_usd":1,"profile_id":"p","total_revenue_usd":2,"total_revenue_usd":3,"segment_hash":"x","total_revenue_usd":4,"subscriptions":{},"paid_access_levels":{},"non_subscriptions":{}}"#,
            name: "total_revenue_usd"),
        Case(
            dialect: .serverV2,
            document:
                #"{"profile_id":"p","total_revenue_usd":0,"customer_user_id":"c","total_revenue_usd":9.9,"subscriptions":[],"access_levels":[]}"#,
            name: "total_revenue_usd"),
        Case(
            dialect: .sdk1Wire,
            document:
                #"{"is_promo":0, "developer_id":"d","is_promo":0,"name":"n" , "is_promo":1,"revision":1,"variation_id":"v","products":[]}"#,
            name: "is_promo"),
    ]

    @Test("the last member counts after any order and any deletion", arguments: cases)
    func members(_ record: Case) throws {
        let original = try JSONScanner.index(Array(record.document.utf8))
        let wanted = try #require(original.member(0, record.name).map { Array(original.raw($0)) })
        let upgraded = try JSONScanner.index(
            Migrator().upgrade(original.bytes, from: record.dialect, to: .sdk2).document)
        let members = Array(upgraded.members(0))
        var edits = [Array(members.reversed()), members.sorted { upgraded.name($0.name) < upgraded.name($1.name) }]
        edits += members.indices.map { Array(members[$0...] + members[..<$0]) }
        edits += members.indices.dropLast().map { deleted in
            members.indices.filter { $0 != deleted }.map { members[$0] }
        }
        edits.append(members.suffix(1))
        for edit in edits {
            let document = Array("{".utf8) + edit.map { upgraded.text($0) }.joined(separator: [0x2C]) + Array("}".utf8)
            let back = try JSONScanner.index(Migrator().downgrade(document).documentWithoutResidue)
            let text = String(decoding: back.bytes, as: UTF8.self)
            #expect(back.member(0, record.name).map { Array(back.raw($0)) } == wanted, "\(text)")
            let count = { (index: JSONIndex) in index.members(0).filter { index.name($0.name) == record.name }.count }
            #expect(count(back) == count(original), "\(text)")
            #expect(try Migrator().downgrade(document, to: record.dialect).documentWithoutResidue == back.bytes)
        }
    }

    private static let attributes =
        #"{"profile_id":"p","custom_attributes":[{"key":"a","value":1},{"key":"b","value":3}, {"value":2,"key":"\u0061"}],"subscriptions":[],"access_levels":[]}"#

    @Test("the last attribute with a key stands, the earlier one is kept and named")
    func attributesStand() throws {
        var options = MigrationOptions()
        options.keepsLedger = true
        let migration = try Migrator(options).upgrade(Array(Self.attributes.utf8), from: .serverV2)
        let text = String(decoding: migration.documentWithoutResidue, as: UTF8.self)
        #expect(text.contains(#""custom_attributes":{"\u0061":2,"b":3}"#), "\(text)")
        #expect(migration.ledger.entries.contains { $0.action == .stashed && $0.path == "/custom_attributes/0" })
        #expect(try Migrator().downgrade(migration.document).documentWithoutResidue == Array(Self.attributes.utf8))
    }

    @Test(
        "what stood beside an attribute comes back with it, not without it",
        arguments: [
            (#"{"b":3,"a":2}"#, Self.attributes, 0),
            (
                #"{"b":3}"#,
                #"{"profile_id":"p","custom_attributes":[{"key":"b","value":3}],"subscriptions":[],"access_levels":[]}"#,
                1
            ),
            (
                #"{"a":5,"b":3}"#,
                #"{"profile_id":"p","custom_attributes":[{"key":"a","value":1},{"key":"b","value":3}, {"value":5,"key":"\u0061"}],"subscriptions":[],"access_levels":[]}"#,
                0
            ),
        ])
    func attributesEdited(_ edit: String, _ wanted: String, _ stale: Int) throws {
        let upgraded = String(
            decoding: try Migrator().upgrade(Array(Self.attributes.utf8), from: .serverV2).document,
            as: UTF8.self)
        let edited = upgraded.replacing(#"{"\u0061":2,"b":3}"#, with: edit)
        #expect(edited != upgraded)
        let back = try Migrator().downgrade(Array(edited.utf8))
        #expect(String(decoding: back.documentWithoutResidue, as: UTF8.self) == wanted)
        #expect(back.ledger.counts[.stale, default: 0] >= stale)
    }

    @Test(
        "an access level that was taken away or shortened is not given back by its duplicate",
        arguments: [
            (#"{}"#, #"[]"#),
            (
                #"{"premium":{"id":"premium","expires_at":"2025-01-01T00:00:00.000+0000"}}"#,
                #"[{"access_level_id":"premium","expires_at":"2025-01-01T00:00:00.000+0000"}]"#
            ),
        ])
    func levels(_ edit: String, _ wanted: String) throws {
        let text =
            #"{"profile_id":"p","subscriptions":[],"access_levels":[{"access_level_id":"premium","expires_at":"2030-01-01T00:00:00.000+0000"},{"access_level_id":"premium","expires_at":"2029-01-01T00:00:00.000+0000"}]}"#
        let upgraded = String(
            decoding: try Migrator().upgrade(Array(text.utf8), from: .serverV2).document, as: UTF8.self)
        let edited = upgraded.replacing(
            #"{"premium":{"id":"premium","expires_at":"2030-01-01T00:00:00.000+0000"}}"#, with: edit)
        #expect(edited != upgraded)
        let back = try Migrator().downgrade(Array(edited.utf8))
        let result = try JSONScanner.index(back.documentWithoutResidue)
        let levels = result.member(0, "access_levels").map { String(decoding: result.raw($0), as: UTF8.self) }
        #expect(levels == wanted)
        #expect(back.ledger.counts[.stale, default: 0] > 0)
    }
}
