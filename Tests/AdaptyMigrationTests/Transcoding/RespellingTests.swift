@testable import AdaptyMigrationAccess
@_spi(Tools) @testable import AdaptyMigrationStreams
import Testing

@testable import AdaptyMigrationCore

/// Names, colons and commas that are written in an unusual way come out in a stream as they do alone.
@Suite("Respelling")
struct RespellingTests {
    /// An offer in every form, attributes, and several purchases of one product.
    private static let offers = Realistic.Document(
        name: "offers of API v2", dialect: .serverV2,
        text: """
            {"profile_id":"p","segment_hash":"h","timestamp":1,"custom_attributes":[{"key":"a","value":1},{"key":"b","value":[2]}],"access_levels":[\
            {"offer":{"category":"introductory","type":"t","id":null},"access_level_id":"a","environment":"Sandbox"},{"access_level_id":"b","offer":{"category":"promotional","type":null,"id":"i"}},\
            {"access_level_id":"c","offer":{"id":null,"type":"t","category":"introductory"}},{"access_level_id":"d","offer":{"id":"i","type":"t","category":"promotional"}},{"access_level_id":"e","offer":null}],\
            "non_subscriptions":[{"store_product_id":"x","purchase_id":"1"},{"store_product_id":"x","purchase_id":"2"}]}
            """)
    private static let blank = Realistic.Document(
        name: "the same with a blank after colons and commas", dialect: .serverV2,
        text: String(decoding: Realistic.spaced(offers.bytes), as: UTF8.self))
    private static let every = Realistic.all + [offers, blank]
    private static let documents = LawTests.isLong ? every : stride(from: 0, to: every.count, by: 3).map { every[$0] }

    private func expectSame(_ record: [UInt8], _ paths: inout TwoPaths) -> Bool {
        guard let difference = paths.difference(record) else { return true }
        Issue.record("\(difference)\n\(String(decoding: record, as: UTF8.self))")
        return false
    }

    @Test("white space between any two tokens, and an escape in any string", arguments: RespellingTests.documents)
    func respelled(_ document: Realistic.Document) throws {
        var up = TwoPaths(.upgrade), named = TwoPaths(.upgrade, from: document.dialect), down = TwoPaths(.downgrade)
        let records = Respelling.spaced(document.bytes) + Respelling.escaped(document.bytes)
        var upgrades = 0
        for record in records {
            guard expectSame(record, &up), expectSame(record, &named) else { return }
            guard let upgraded = try? Migrator().upgrade(record, from: document.dialect).document else {
                continue
            }
            guard expectSame(upgraded, &down), expectSame(upgraded, &up) else { return }
            upgrades += 1
            if upgraded != record { #expect(try Migrator().downgrade(upgraded).documentWithoutResidue == record) }
        }
        #expect(records.count > 20 && upgrades > records.count / 2, "\(upgrades) of \(records.count)")
    }

    @Test("the same in upgraded records, their residue as well", arguments: RespellingTests.documents)
    func upgraded(_ document: Realistic.Document) throws {
        var up = TwoPaths(.upgrade), down = TwoPaths(.downgrade)
        let upgraded = try Migrator().upgrade(document.bytes).document
        for record in Respelling.spaced(upgraded) + Respelling.escaped(upgraded) {
            guard expectSame(record, &down), expectSame(record, &up) else { return }
        }
    }

    @Test(
        "what was upgraded before stays as it is, whatever has become of the white space in its residue and wherever that stands",
        arguments: RespellingTests.documents)
    func unchanged(_ document: Realistic.Document) throws {
        let upgraded = try Migrator().upgrade(document.bytes).document,
            index = try JSONScanner.index(upgraded)
        guard let member = index.members(0).first(where: { index.name($0.name) == Residue.memberName }) else { return }
        let start = Int(index[member.name].start), residue = upgraded[start..<Int(index[member.value].end)]
        // The residue's member comes first, as in a `jsonb` column.
        let moved = upgraded[..<1] + residue + [0x2C] + upgraded[1..<(start - 1)] + upgraded[residue.endIndex...]
        for record in Respelling.spaced(Array(moved))
            + Respelling.spaced(upgraded).filter({ $0[..<start] == upgraded[..<start] })
        {
            let again = try Migrator().upgrade(record)
            try #require(
                again.document == record && again.residue != nil,
                "\(String(decoding: record, as: UTF8.self))")
        }
    }

    @Test("the fast proof says of them what the laws say", arguments: RespellingTests.documents)
    func proven(_ document: Realistic.Document) throws {
        let verifier = Verifier(instants: [0]), laws = Laws(instants: [0]), input = RecordBuffer()
        let upgraded = try Migrator().upgrade(document.bytes).document
        for record in [document.bytes, upgraded].flatMap({ Respelling.spaced($0) + Respelling.escaped($0) }) {
            input.removeAll()
            input.append(record)
            let fast = Result { () throws(MigrationError) in try verifier.check(0..<record.count, of: input) }
            try #require(
                fast == Result { () throws(MigrationError) in try laws.check(record) },
                "\(String(decoding: record, as: UTF8.self))")
        }
    }
}
