import Foundation
import Testing

@testable import AdaptyMigrationCore

/// The page that describes the residue is what the code does.
@Suite("The reference of the residue")
struct ResidueReferenceTests {
    private static func page() throws -> String {
        let root = FixtureTree.legacy.root.deletingLastPathComponent()
        return try String(
            contentsOf: root.appendingPathComponent(
                "Sources/AdaptyMigration/AdaptyMigration.docc/Reference/The-residue.md"), encoding: .utf8)
    }

    /// The names of a residue's members that are not data, in order of appearance.
    private static func keys(_ residue: Residue) throws -> Set<String> {
        let data: Set<String> = ["in", "as", "drop", "is"],
            index = try JSONScanner.index(residue.json, maximumDepth: 4096)
        var keys: Set<String> = [], open: [(node: Int, isData: Bool)] = [(0, false)]
        while let (node, isData) = open.popLast() {
            if index.kind(node) == .array { open += index.elements(node).map { ($0, false) } }
            guard index.kind(node) == .object else { continue }
            for member in index.members(node) {
                let name = index.name(member.name)
                if !isData { keys.insert(name) }
                open.append((member.value, !isData && data.contains(name)))
            }
        }
        return keys
    }

    @Test("every key that is written is described")
    func keys() throws {
        let page = try ResidueReferenceTests.page()
        let written = try ResidueFixture.all.reduce(into: Set<String>()) {
            $0.formUnion(try ResidueReferenceTests.keys(try $1.parts().residue))
        }
        #expect(
            written == [
                "v", "hops", "from", "to", "kind", "at", "sdk", "wrap", "delta", "in", "cut", "as", "drop", "lay", "n",
                "is",
            ])
        for key in written { #expect(page.contains("`\(key)`"), "\(key) is not described") }
        #expect(page.contains("as version \(Residue.version) writes it"))
        for kind in RecordKind.converted { #expect(page.contains("`\(kind.rawValue)`")) }
    }

    @Test("every example is a residue, and written so but for its line breaks")
    func examples() throws {
        let parts = try ResidueReferenceTests.page().components(separatedBy: "```")
        let examples = parts.filter { $0.hasPrefix("json\n") }.map { $0.dropFirst(5).split(separator: "\n").joined() }
        #expect(examples.count == 3)
        for example in examples {
            #expect(String(decoding: try Residue(json: Array(example.utf8)).json, as: UTF8.self) == example)
        }
    }
}
