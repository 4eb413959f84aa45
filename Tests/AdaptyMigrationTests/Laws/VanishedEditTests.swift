import Testing

@testable import AdaptyMigrationCore
@_spi(Tools) @testable import AdaptyMigrationTesting

/// Every edit of an upgraded record arrives, or is said. The judge knows no dialect: a record that goes back and comes
/// again says what the edited record said, or the ledger names the member that does not.
@Suite("No edit vanishes in silence")
struct VanishedEditTests {
    private static let migrator = Migrator(MigrationOptions(keepsLedger: true))

    /// A record that was edited, and the pointer of the edit.
    private typealias Edit = (document: [UInt8], pointer: String)

    /// Each value with another one of its kind, and set to null; each member of the original that the upgraded record
    /// lacks, written again with another value.
    private static func edits(_ upgraded: [UInt8], _ original: [UInt8]) throws -> [Edit] {
        let index = try JSONScanner.index(upgraded), old = try JSONScanner.index(original)
        var edits: [Edit] = []
        for node in index.nodes.indices where node > 0 && !index.kind(node).isContainer {
            let pointer = index.pointer(node)
            // Names have the pointers of their values.
            guard index.kind(node) != .string || isValue(node, index) else { continue }
            for text in [other(index, node), "null"] where Array(text.utf8)[...] != index.raw(node) {
                let part = [(index.range(node), Array(text.utf8))]
                edits += index.replacing(part, in: 0..<upgraded.count).map { [($0, pointer)] } ?? []
            }
        }
        for member in old.members(0) where index.member(0, old.name(member.name)) == nil {
            let end = index.range(0).upperBound - 1, name = Array(old.raw(member.name))
            let text = [.comma] + name + [.colon] + Array(other(old, member.value).utf8)
            let pointer = "/" + old.name(member.name)
            edits += index.replacing([(end..<end, text)], in: 0..<upgraded.count).map { [($0, pointer)] } ?? []
        }
        return edits
    }

    private static func isValue(_ node: Int, _ index: JSONIndex) -> Bool {
        !index.nodes.indices.contains { object in
            index.kind(object) == .object && index.members(object).contains { $0.name == node }
        }
    }

    private static func other(_ index: JSONIndex, _ node: Int) -> String {
        switch index.kind(node) {
        case .true: "false"
        case .false: "true"
        case .number: "4711"
        case .string where (index.text(node) ?? "").contains("T") && (index.text(node) ?? "").contains(":"):
            #""2031-02-03T04:05:06.000+0000""#
        case .string: #""edited""#
        default: #"{"edited":true}"#
        }
    }

    /// What is wrong with the way back of an edit; `nil` when the edit arrives, is said, or is refused.
    private static func fault(_ edit: Edit, _ residue: Residue, _ upgraded: Migration) throws -> String? {
        let embedded = ResidueMember.embed(residue, in: edit.document)
        guard let back = try? migrator.downgrade(embedded) else { return nil }
        let told = back.ledger.entries.filter { [.dropped, .restored].contains($0.action) }
        if !told.isEmpty { return nil }
        guard let again = try? migrator.upgrade(back.documentWithoutResidue, from: back.target, to: upgraded.target)
        else { return nil }
        return try Meaning(again.documentWithoutResidue) == Meaning(edit.document)
            ? nil : "\(edit.pointer) vanishes: \(String(decoding: again.documentWithoutResidue, as: UTF8.self))"
    }

    @Test("of every upgraded fixture", arguments: Fixture.all.filter { !$0.kind.isList })
    func fixtures(_ fixture: Fixture) throws {
        guard let original = try? fixture.legacy(),
            let upgraded = try? Migrator().upgrade(original, from: fixture.dialect), let residue = upgraded.residue,
            (try? Meaning(upgraded.documentWithoutResidue)) != nil
        else { return }
        for edit in try Self.edits(upgraded.documentWithoutResidue, original) {
            if let fault = try Self.fault(edit, residue, upgraded) { Issue.record("\(fault)") }
        }
    }

    @Test("what a program only wrote anew is no edit, however it spells numbers", arguments: Fixture.all)
    func rewritten(_ fixture: Fixture) throws {
        guard let original = try? fixture.legacy(),
            let upgraded = try? Migrator().upgrade(original, from: fixture.dialect), upgraded.hasResidue
        else { return }
        for program in Rewriting.allCases {
            guard let document = try program.of(upgraded.document) else { continue }
            let back = try Migrator(MigrationOptions(strict: true, keepsLedger: true)).downgrade(document)
            #expect(back.documentWithoutResidue == original && back.losses.isEmpty, "\(program)")
        }
    }

    @Test("strict refuses an edit that has no place, and passes what a typed program left out")
    func strict() throws {
        let old = #"{"developer_id":"d","variation_id":"v","revision":1,"is_promo":true,"custom_payload":"{}"}"#
        let made = String(decoding: try Migrator().upgrade(Array(old.utf8), from: .sdk1Wire).document, as: UTF8.self)
        let strict = Migrator(MigrationOptions(strict: true))
        let edited = made.replacing(#""lang":"en""#, with: #""lang":"fr""#)
        let error = #expect(throws: MigrationError.self) { try strict.downgrade(Array(edited.utf8)) }
        #expect(error?.code == .editWithoutPlace && error?.path == "/remote_config/lang")
        let back = try Migrator().downgrade(Array(edited.utf8))
        #expect(back.losses.map(\.path) == ["/remote_config/lang"])
        let typed = made.replacing(#""is_promo":true,"#, with: "")
        #expect(typed != made)
        #expect(try strict.downgrade(Array(typed.utf8)).document == Array(old.utf8))
    }
}
