import Testing

@testable import AdaptyMigrationCore
@_spi(Tools) @testable import AdaptyMigrationTesting

/// Law 3: after an upgrade somebody edits the current document; the way back shows the edit and restores every other
/// byte.
@Suite("Edits win")
struct EditTests {
    private static let marker = "\"EDITED\""

    @Test(
        "an edited text comes through, every other byte is restored",
        arguments: LawTests.cases.filter { $0.kind != .event && $0.column != .sdk3 })
    func editedText(test: LawTests.Case) throws {
        var edited = 0
        for number in 0..<LawTests.count {
            var generator = DocumentGenerator(
                seed: LawTests.seed &+ UInt64(number) &* 104_729, column: test.column, hasBugs: number % 2 == 1)
            let original = Array(generator.document(test.kind).text(Sample.Style.all[number % 3]).utf8)
            guard let upgraded = try? Migrator().upgrade(original, from: test.column.dialect), upgraded.residue != nil
            else { continue }
            let index = try JSONScanner.index(upgraded.documentWithoutResidue)
            let places = EditTests.texts(index, upgraded, test.column)
            guard !places.isEmpty else { continue }
            let place = generator.random.pick(places)
            let token = String(decoding: index.raw(place), as: UTF8.self)
            let document =
                index.bytes[..<index.range(place).lowerBound] + Array(EditTests.marker.utf8)
                + index.bytes[index.range(place).upperBound...]
            let restored = try Migrator().downgrade(upgraded.edited(String(decoding: document, as: UTF8.self)))
                .documentWithoutResidue
            let text = String(decoding: restored, as: UTF8.self)
            let expected = String(decoding: original, as: UTF8.self)
            guard text.components(of: EditTests.marker).joined(separator: token) == expected, text != expected else {
                Issue.record(
                    "\(test.testDescription), document \(number), edited \(index.pointer(place))\noriginal \(expected)\nedited   \(String(decoding: document, as: UTF8.self))\nresidue  \(String(decoding: upgraded.residue?.json ?? [], as: UTF8.self))\nrestored \(text)"
                )
                return
            }
            edited += 1
        }
        #expect(edited > LawTests.count / 10)
    }

    /// The text fields that both sides hold as they are; not identities, and not the id that an envelope may give.
    private static func texts(_ index: JSONIndex, _ upgraded: Migration, _ column: Column) -> [Int] {
        var found: [Int] = []
        func visit(_ node: Int, _ table: TableID) {
            guard index.kind(node) == .object else { return }
            let names = index.members(node).map { index.name($0.name) }
            for member in index.members(node) {
                let rules = TableRules.of(table, from: .sdk2, to: column)
                // A row without a target has no place in the original's dialect: an edit in it is dropped, and told.
                guard let rule = rules.pointee.rule(index[member.name].number)?.pointee, rule.isField,
                    rule.use == .native, rules.pointee.targets[Int(rule.row)] != nil
                else { continue }
                let row = rules.pointee.rows[Int(rule.row)]
                switch row.codec {
                case .text
                where index.kind(member.value) == .string && row.id != Table[table].identity && row.id != "id"
                    && row.id != "profile_id":
                    if names.filter({ $0 == index.name(member.name) }).count == 1 { found.append(member.value) }
                case .record(let inner): visit(member.value, inner)
                case .entries(let inner, _): entries(member.value, inner)
                default: continue
                }
            }
        }
        func entries(_ node: Int, _ table: TableID) {
            for child in index.kind(node) == .array ? index.elements(node) : index.members(node).map(\.value) {
                if index.kind(child) == .array { entries(child, table) } else { visit(child, table) }
            }
        }
        if upgraded.kind.isList {
            for entry in Envelope(index).entries ?? [] {
                visit(entry.node, entry.isMetaProduct ? .product : upgraded.kind.table)
            }
        } else {
            visit(0, upgraded.kind.table)
        }
        return found
    }
}

extension String {
    fileprivate func components(of separator: String) -> [String] {
        var parts: [String] = []
        var rest = self[...]
        while let range = rest.firstRange(of: separator) {
            parts.append(String(rest[..<range.lowerBound]))
            rest = rest[range.upperBound...]
        }
        return parts + [String(rest)]
    }
}
