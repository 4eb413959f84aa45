import Testing

@testable import AdaptyMigrationCore
@_spi(Tools) @testable import AdaptyMigrationTesting

/// Law 3 for one edit at a time: what was edited changes, and every other path and value of the original stays.
@Suite("An edit of one value changes that value, and nothing else")
struct OneLeafEditTests {
    /// What one edit of an upgraded document makes of its original.
    private enum Result: Equatable {
        case exact
        /// The edit is in several members, which said the same before and say the same now.
        case several
        /// The edit has no place, and the ledger says so.
        case dropped
        case other(String)
    }

    /// Edits after which the original has other paths: the end of the edited pointer, the fixtures, and the reason.
    private static let exceptions: [(pointer: String, fixtures: String, reason: String)] = [
        ("/remote_config/lang", "sdk2/paywall", "the text of SDK 2.0–2.2 has no locale: it becomes a remote config"),
        ("/remote_config/lang", "sdk2-bridge/paywall/text-without-locale", "the text has no locale beside it yet"),
        ("/remote_config/data", "sdk3-bridge/paywall/flat-", "JavaScript has no configuration that is no object"),
        ("/id", "server-v2/profile/two-levels-", "an entry with another key is no longer one of several"),
        ("/vendor_product_id", "server-v2/profile/two-subscriptions-", "the same"),
    ]

    /// Edits that have no place.
    private static let placeless: [(pointer: String, fixtures: String, reason: String)] = [
        ("/remote_config/lang", "sdk1-", "SDK 1 has no locale"),
        ("/is_consumable", "sdk1-wire/paywall/products-with-odd-offers", "no product of SDK 1 has it"),
        ("", "sdk1-wire/profile/duplicate-keys-last-one-counts", "an earlier duplicate says nothing"),
        ("", "sdk3-bridge/product/", "the offers of SDK 2.6–3.1 are made of several members"),
    ]

    private static func isListed(
        _ list: [(pointer: String, fixtures: String, reason: String)], _ pointer: String, _ fixture: Fixture
    ) -> Bool {
        list.contains { pointer.hasSuffix($0.pointer) && fixture.path.hasPrefix($0.fixtures) }
    }

    @Test("every value of every upgraded fixture", arguments: Fixture.all)
    func fixtures(_ fixture: Fixture) throws {
        // An array of several records is no document.
        guard let original = try? fixture.legacy(),
            let upgraded = try? Migrator().upgrade(original, from: fixture.dialect), let residue = upgraded.residue
        else { return }
        for (pointer, edited) in try Self.edits(upgraded.documentWithoutResidue) {
            switch try Self.result(ResidueMember.embed(residue, in: edited), original) {
            case .exact, .several: break
            case .dropped: #expect(Self.isListed(Self.placeless, pointer, fixture), "\(pointer) is dropped")
            case .other(let words): #expect(Self.isListed(Self.exceptions, pointer, fixture), "\(pointer): \(words)")
            }
        }
    }

    @Test("values of generated documents", arguments: LawTests.cases)
    func generated(_ test: LawTests.Case) throws {
        for number in 0..<min(LawTests.count, 60) {
            var generator = DocumentGenerator(
                seed: LawTests.seed &+ UInt64(number) &* 6_364_136_223, column: test.column, hasBugs: false)
            let original = Array(generator.document(test.kind).text(Sample.Style.all[number % 3]).utf8)
            guard let upgraded = try? Migrator().upgrade(original, from: test.column.dialect),
                let residue = upgraded.residue
            else { continue }
            let edits = try Self.edits(upgraded.documentWithoutResidue)
            guard !edits.isEmpty else { continue }
            for _ in 0..<3 {
                let (pointer, edited) = generator.random.pick(edits)
                guard case .other(let words) = try Self.result(ResidueMember.embed(residue, in: edited), original)
                else { continue }
                // A text without a locale gets one.
                let isLocale = pointer.hasSuffix("/remote_config/lang") && words.hasPrefix("gone: [], new: ")
                #expect(isLocale, "\(pointer): \(words) in \(String(decoding: original, as: UTF8.self))")
            }
        }
    }

    @Test("flags of SDK 1 stay numbers")
    func flags() throws {
        let original = #"{"profile_id":"p","paid_access_levels":{"a":{"id":"a","is_active":1,"is_lifetime":0}}}"#
        let upgraded = String(decoding: try Migrator().upgrade(Array(original.utf8)).document, as: UTF8.self)
        let edited = upgraded.replacing("true", with: "false").replacing(
            #""is_lifetime":false"#, with: #""is_lifetime":true"#)
        let back = try Migrator().downgrade(Array(edited.utf8)).documentWithoutResidue
        #expect(
            String(decoding: back, as: UTF8.self)
                == #"{"profile_id":"p","paid_access_levels":{"a":{"id":"a","is_active":0,"is_lifetime":1}}}"#)
    }

    @Test(
        "of several levels with one key the edited one stands, or the others go",
        arguments: [("2031-01-01T00:00:00.000+0000", 2), ("2029-01-01T00:00:00.000+0000", 1)])
    func several(end: String, count: Int) throws {
        let original =
            #"{"profile_id":"p","access_levels":[{"access_level_id":"a","store_product_id":"x","expires_at":"2030-06-01T00:00:00Z"},{"access_level_id":"a","store_product_id":"y","expires_at":"2030-09-01T00:00:00Z"}]}"#
        let upgraded = try Migrator().upgrade(Array(original.utf8), from: .serverV2)
        let edited = String(decoding: upgraded.documentWithoutResidue, as: UTF8.self)
            .replacing("2030-09-01T00:00:00.000Z", with: end)
        let back = try Migrator().downgrade(try upgraded.edited(edited))
        let index = try JSONScanner.index(back.documentWithoutResidue)
        #expect(index.elements(try #require(index.member(0, "access_levels"))).count == count)
        let again = try Migrator().upgrade(back.documentWithoutResidue, from: .serverV2).documentWithoutResidue
        #expect(String(decoding: again, as: UTF8.self) == edited)
    }

    // MARK: Edits

    /// Every document that differs from one in a single value.
    private static func edits(_ document: [UInt8]) throws -> [(pointer: String, document: [UInt8])] {
        let index = try JSONScanner.index(document), pointers = index.pointers()
        return index.leaves.compactMap { node in
            other(index, node).map {
                (pointers[node], index.replacing([(index.range(node), $0)], in: 0..<document.count) ?? document)
            }
        }
    }

    private static func result(_ edited: [UInt8], _ original: [UInt8]) throws -> Result {
        let back = try Migrator().downgrade(edited), restored = back.documentWithoutResidue
        if restored == original {
            return back.ledger.counts[.dropped] ?? 0 > 0 ? .dropped : .other("nothing changed, and nothing is said")
        }
        let before = try JSONScanner.index(original), after = try JSONScanner.index(restored)
        let old = Set(before.pointers()), new = Set(after.pointers())
        guard old == new, before.nodes.count == after.nodes.count else {
            return .other("gone: \(old.subtracting(new).sorted()), new: \(new.subtracting(old).sorted())")
        }
        return before.leaves.filter { before.raw($0) != after.raw($0) }.count == 1 ? .exact : .several
    }

    /// Another value of the same kind; `nil` for null.
    private static func other(_ index: JSONIndex, _ node: Int) -> [UInt8]? {
        let raw = index.raw(node)
        switch index.kind(node) {
        case .true: return Array("false".utf8)
        case .false: return Array("true".utf8)
        case .number: return Array((raw.first == UInt8(ascii: "7") ? "8" : "7").utf8)
        case .string where DateText.microseconds(raw) != nil: return Array("\"2031-02-03T04:05:06.000+0000\"".utf8)
        case .string: return text(index.text(node) ?? "")
        default: return nil
        }
    }

    /// Another text; of JSON in a text, an object with the same members.
    private static func text(_ old: String) -> [UInt8] {
        guard let inner = try? JSONScanner.index(Array(old.utf8)), inner.kind(0) == .object,
            let leaf = inner.leaves.first
        else { return Array("\"edited\"".utf8) }
        let edited = inner.replacing([(inner.range(leaf), Array("1234".utf8))], in: 0..<inner.bytes.count)
        return JSONText.encode((edited ?? inner.bytes)[...])
    }
}

extension JSONIndex {
    /// The nodes of values that contain no others.
    fileprivate var leaves: [Int] {
        let names = Set(nodes.indices.flatMap { members($0).map(\.name) })
        return nodes.indices.filter { !kind($0).isContainer && !names.contains($0) }
    }
}

extension String {
    fileprivate func replacing(_ old: String, with new: String) -> String {
        guard let range = firstRange(of: old) else { return self }
        return String(self[..<range.lowerBound]) + new + String(self[range.upperBound...])
    }
}
