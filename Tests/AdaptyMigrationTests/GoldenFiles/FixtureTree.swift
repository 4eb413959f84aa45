import Foundation

/// One of the folders of fixtures of the package, found from where this file was compiled.
struct FixtureTree: Sendable {
    let root: URL

    static let legacy = FixtureTree(root: package.appendingPathComponent("LegacyFixtures"))
    static let current = FixtureTree(root: package.appendingPathComponent("CurrentFixtures"))
    /// Where the upgrades to `sdk3` are, inside ``current``.
    static let folderToSDK3 = "to-sdk3"
    static let currentToSDK3 = FixtureTree(root: current.root.appendingPathComponent(folderToSDK3))
    static let conformance = FixtureTree(root: package.appendingPathComponent("Tests/Conformance"))
    static let sources = package.appendingPathComponent("Sources")
    static let fuzzCases = FixtureTree(root: package.appendingPathComponent("Tests/FuzzCases"))

    private static let package: URL = {
        var url = URL(fileURLWithPath: #filePath)
        for _ in 0..<4 { url.deleteLastPathComponent() }
        return url
    }()

    func file(_ path: String) -> URL { root.appendingPathComponent(path + ".json") }

    /// Every file of the tree that is a document, without its extension, sorted.
    var paths: [String] { files.filter { $0.hasSuffix(".json") }.map { String($0.dropLast(5)) } }

    /// Every file of the tree, relative to it, sorted.
    var files: [String] {
        let all = FileManager.default.subpaths(atPath: root.path) ?? []
        return all.filter { path in
            var isFolder: ObjCBool = false
            return FileManager.default.fileExists(
                atPath: root.appendingPathComponent(path).path, isDirectory: &isFolder) && !isFolder.boolValue
        }.sorted()
    }

    /// `nil` when there is no such file.
    func read(_ path: String) throws -> [UInt8]? {
        guard FileManager.default.fileExists(atPath: file(path).path) else { return nil }
        return Array(try Data(contentsOf: file(path)))
    }
}
