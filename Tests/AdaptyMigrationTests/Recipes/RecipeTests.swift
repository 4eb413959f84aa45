import Foundation
import Testing

/// The code in README and the guides: each block stands, line by line, in a file that is compiled and run. The file of
/// the same name in this folder runs a guide; the tests of `Examples` run what needs a package of its own.
@Suite("Recipes")
struct RecipeTests {
    struct Block: Sendable, CustomTestStringConvertible {
        let guide: String
        let lines: [String]

        var testDescription: String { "\(guide): \(lines.first ?? "")" }
    }

    private static let root = FixtureTree.sources.deletingLastPathComponent()

    private static func files(in folder: String, _ suffix: String) throws -> [URL] {
        let enumerator = FileManager.default.enumerator(
            at: root.appendingPathComponent(folder), includingPropertiesForKeys: nil, options: [.skipsHiddenFiles])
        return (enumerator?.allObjects ?? []).compactMap { $0 as? URL }.filter { $0.path.hasSuffix(suffix) }
    }

    /// Every block of Swift, without indentation and empty lines.
    static func blocks() throws -> [Block] {
        try (files(in: "Sources", ".md") + [root.appendingPathComponent("README.md")]).flatMap { file in
            let text = try String(contentsOf: file, encoding: .utf8)
            return text.matches(of: /```swift\n([\s\S]*?)```/).map {
                Block(guide: file.lastPathComponent, lines: lines(String($0.1)))
            }
        }
    }

    private static func lines(_ text: String) -> [String] {
        text.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }.filter { !$0.isEmpty }
    }

    @Test("every block in a guide is compiled and run", arguments: try RecipeTests.blocks())
    func isRun(block: Block) throws {
        let sources = try ["Tests/AdaptyMigrationTests/Recipes", "Examples"].flatMap {
            try RecipeTests.files(in: $0, ".swift")
        }
        let found = try sources.contains { file in
            let source = RecipeTests.lines(try String(contentsOf: file, encoding: .utf8))
            let imports = block.lines.prefix { $0.hasPrefix("import ") }, code = block.lines.dropFirst(imports.count)
            return imports.allSatisfy(source.contains)
                && source.indices.contains { source[$0...].starts(with: code) }
        }
        #expect(found, "no file of this folder or of Examples has these lines:\n\(block.lines.joined(separator: "\n"))")
    }

    @Test("CONTRIBUTING.md filters by suites of the root package")
    func filters() throws {
        let page = try String(
            contentsOf: RecipeTests.root.appendingPathComponent("CONTRIBUTING.md"), encoding: .utf8)
        let named = Set(page.matches(of: /[A-Za-z]+Tests(?=[|'`])/).map { String($0.0) })
        let suites = try RecipeTests.files(in: "Tests/AdaptyMigrationTests", ".swift")
        let files = Set(suites.map { $0.deletingPathExtension().lastPathComponent })
        #expect(named.subtracting(files).subtracting(["FaultTests", "ServerFaultTests", "AdaptyMigrationTests"]) == [])
        #expect(named.count > 15)
    }

    @Test(
        "there are recipes for every need",
        arguments: [
            "Upgrading-stored-data", "Accepting-old-and-new-payloads", "Editing-a-record", "Reading-events",
            "Testing-with-golden-files", "Beside-Adaptys-SDK", "In-production", "CocoaPods-Flutter-and-React-Native",
        ])
    func needs(guide: String) throws {
        #expect(try RecipeTests.blocks().contains { $0.guide == "\(guide).md" })
    }
}
