import Foundation
import Testing

@testable import AdaptyMigrationTesting

/// App Store Connect asks for a reason for some of Apple's APIs. The manifest says those of the in-app upgrade, and
/// nothing else that an app links uses one.
@Suite("Privacy manifest")
struct PrivacyManifestTests {
    /// The members of the list in Apple's "Describing use of required reason API", shortened to what a call contains.
    static let required: [(category: String, pattern: String)] = [
        ("FileTimestamp", #"\b(f|l)?stat(at|x)?\(|[mM]odificationDate|creationDate|getattrlist|attributesOfItem"#),
        ("SystemBootTime", #"systemUptime|mach_absolute_time|uptimeNanoseconds"#),
        ("DiskSpace", #"volume(Available|Total)Capacity|systemFreeSize|systemSize|f?statv?fs\("#),
        ("ActiveKeyboards", #"activeInputModes"#), ("UserDefaults", #"\bUserDefaults\b"#),
    ]

    /// The categories that the code of a module uses.
    private static func used(_ module: String) throws -> Set<String> {
        let folder = FixtureTree.sources.appendingPathComponent(module)
        let files = try #require(FileManager.default.subpaths(atPath: folder.path)).filter {
            $0.hasSuffix(".swift") || $0.hasSuffix(".c") || $0.hasSuffix(".h")
        }
        #expect(!files.isEmpty)
        let code = try files.map {
            try String(contentsOf: folder.appendingPathComponent($0), encoding: .utf8)
                .replacingOccurrences(of: "//.*", with: "", options: .regularExpression)
        }
        return Set(
            required.filter { item in
                code.contains { $0.range(of: item.pattern, options: .regularExpression) != nil }
            }.map(\.category))
    }

    @Test(
        "no module that an app links needs a reason but the one with the manifest",
        arguments: [
            ("AdaptyStoredUpgrade", ["UserDefaults"]), ("AdaptyStoredData", []), ("AdaptyMigrationAccess", []),
            ("AdaptyMigrationCore", []), ("AdaptyMigrationModels", []), ("AdaptyMigration", []), ("CByteBlock", []),
        ] as [(String, Set<String>)])
    func modules(module: String, categories: Set<String>) throws {
        #expect(try PrivacyManifestTests.used(module) == categories)
    }

    @Test("the manifest is a resource, and gives the reasons for the app's own defaults and those of its group")
    func manifest() throws {
        let url = FixtureTree.sources.appendingPathComponent("AdaptyStoredUpgrade/PrivacyInfo.xcprivacy")
        let list = try PropertyListSerialization.propertyList(from: Data(contentsOf: url), options: [], format: nil)
        let manifest = try #require(list as? [String: Any])
        #expect(manifest["NSPrivacyTracking"] as? Bool == false)
        #expect((manifest["NSPrivacyCollectedDataTypes"] as? [Any])?.isEmpty == true)
        let types = try #require(manifest["NSPrivacyAccessedAPITypes"] as? [[String: Any]])
        #expect(
            types.map { $0["NSPrivacyAccessedAPIType"] as? String } == ["NSPrivacyAccessedAPICategoryUserDefaults"])
        #expect(types.map { $0["NSPrivacyAccessedAPITypeReasons"] as? [String] } == [["CA92.1", "1C8F.1"]])
        let package = FixtureTree.sources.deletingLastPathComponent().appendingPathComponent("Package.swift")
        #expect(try String(contentsOf: package, encoding: .utf8).contains(#".copy("PrivacyInfo.xcprivacy")"#))
    }
}
