@_spi(Tools) @testable import AdaptyMigrationTools
@testable import AdaptyMigrationCore
import Testing

/// Whether a lineage tells of each member of both documents exactly once.
struct LineageCheck {
    private let source: JSONIndex, target: JSONIndex
    private let lineage: Lineage

    init(_ document: [UInt8], _ migration: Migration) throws {
        source = try JSONScanner.index(document)
        target = try JSONScanner.index(migration.documentWithoutResidue)
        lineage = try #require(migration.lineage)
    }

    func expectWhole(_ what: String) throws {
        let entries = lineage.entries.filter { $0.action != .missing }
        #expect(entries.allSatisfy { !$0.sources.isEmpty || !$0.targets.isEmpty }, "\(what): an entry about nothing")
        expect(source, entries.flatMap(\.sources), Set(lineage.entries.flatMap(\.sources)), "\(what), source")
        expect(target, entries.flatMap(\.targets), Set(lineage.entries.flatMap(\.targets)), "\(what), target")
        let same: [Ledger.Action] = [.copied, .renamed], before = texts(source, lineage.entries.flatMap(\.sources)),
            after = texts(target, lineage.entries.flatMap(\.targets))
        for entry in entries where same.contains(entry.action) && entry.sources.count == 1 && entry.targets.count == 1 {
            let old = try #require(before[entry.sources[0]]), new = try #require(after[entry.targets[0]])
            #expect(!old.isDisjoint(with: new), "\(what): \(entry) says the same, \(old) is not \(new)")
        }
    }

    /// - Parameter all: the pointers of this side, with those of missing members.
    private func expect(_ index: JSONIndex, _ told: [String], _ all: Set<String>, _ what: String) {
        var counts: [String: Int] = [:], left: [String] = []
        for pointer in told { counts[pointer, default: 0] += 1 }
        var there: [String: Int] = [:]
        visit(index, 0, "", all, isInside: false) { pointer, _, isInside in
            there[pointer, default: 0] += 1
            if counts[pointer] == nil, !isInside { left.append(pointer) }
        }
        #expect(left.isEmpty, "\(what): not told: \(left)")
        let wrong = counts.filter { there[$0.key] != $0.value }
        #expect(wrong.isEmpty, "\(what): told as often as it is not there: \(wrong)")
    }

    /// Every member with its pointer, and whether it is inside a value that is told as a whole.
    private func visit(
        _ index: JSONIndex, _ node: Int, _ path: String, _ told: Set<String>, isInside: Bool,
        _ body: (String, Int, Bool) -> Void
    ) {
        let children: [(String, Int)] =
            index.kind(node) == .object
            ? index.members(node).map { (index.name($0.name), $0.value) }
            : index.elements(node).enumerated().map { (String($0.offset), $0.element) }
        for (name, child) in children where name != Residue.memberName {
            let pointer = path + "/" + JSONText.pointer(name)
            let isWhole =
                isInside
                || told.contains(path) && !children.contains { told.contains(path + "/" + JSONText.pointer($0.0)) }
            body(pointer, child, isWhole)
            visit(index, child, pointer, told, isInside: isWhole, body)
        }
    }

    /// What each pointer stands for; several texts where a name repeats.
    private func texts(_ index: JSONIndex, _ told: [String]) -> [String: Set<[UInt8]>] {
        var found: [String: Set<[UInt8]>] = [:]
        visit(index, 0, "", Set(told), isInside: false) { pointer, node, _ in
            found[pointer, default: []].insert(Array(index.raw(node)))
        }
        return found
    }
}
