import Foundation
import Testing

@testable import AdaptyMigrationCore

/// `CurrentFixtures/residue-<version>`: upgraded documents with their residues, as a version wrote them, and beside
/// each the document to which it goes back. Every later version must read them.
@Suite("Residues of every version")
struct ResidueFixtureTests {
    private static let suffix = ".original"
    private static let paths = FixtureTree.current.paths.filter { $0.hasPrefix("residue-") && !$0.hasSuffix(suffix) }

    private static func read(_ path: String) throws -> [UInt8] { try #require(try FixtureTree.current.read(path)) }

    @Test("a document goes back to what is beside it", arguments: paths)
    func back(path: String) throws {
        let document = try ResidueFixtureTests.read(path), original = try ResidueFixtureTests.read(path + Self.suffix)
        #expect(try Migrator().downgrade(document).documentWithoutResidue == original)
    }

    @Test("any JSON library reads the original", arguments: paths.filter { !$0.contains("edited") })
    func plain(path: String) throws {
        let document = try JSONSerialization.jsonObject(with: Data(ResidueFixtureTests.read(path))) as? [String: Any]
        let residue = try #require(document?[Residue.memberName] as? [String: Any])
        let text = try #require(residue["original"] as? String)
        #expect(Array(text.utf8) == (try ResidueFixtureTests.read(path + Self.suffix)) || path.contains("twice"))
    }

    @Test("every member that a residue may have occurs")
    func members() throws {
        let texts = try ResidueFixtureTests.paths.map {
            String(decoding: try ResidueFixtureTests.read($0), as: UTF8.self)
        }
        for member in ["v", "from", "to", "kind", "at", "sdk", "fill", "hash", "original"] {
            #expect(texts.contains { $0.contains("\"\(member)\":") }, "\(member)")
        }
    }

    @Test("each has its original, and each original its document")
    func pairs() {
        let all = FixtureTree.current.paths.filter { $0.hasPrefix("residue-") }
        #expect(Set(all) == Set(ResidueFixtureTests.paths.flatMap { [$0, $0 + Self.suffix] }) && !all.isEmpty)
    }
}
