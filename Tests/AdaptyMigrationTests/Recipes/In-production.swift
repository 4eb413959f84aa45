import AdaptyStoredUpgrade
import Foundation
import Testing

#if canImport(ObjectiveC)
extension UserDefaults {
    /// Returns whether nobody has to look at the report.
    @objc(upgradeAdaptyDataForVersion:)
    func upgradeAdaptyData(forVersion version: String) -> Bool {
        upgradeAdaptyData(for: version).isClean
    }
}
#else
extension UserDefaults {
    func upgradeAdaptyData(forVersion version: String) -> Bool {
        upgradeAdaptyData(for: version).isClean
    }
}
#endif

extension RecipeTests {
    @Test("an app logs one line, and more only if somebody has to look at it")
    func logged() throws {
        let suite = "recipe.\(UUID())"
        let defaults = try #require(UserDefaults(suiteName: suite))
        defer { defaults.removePersistentDomain(forName: suite) }
        defaults.set(Data("null".utf8), forKey: "AdaptySDK_Purchaser_Info")
        var lines: [String] = []
        func log(_ line: String) { lines.append(line) }

        let report = defaults.upgradeAdaptyData(for: "3.12.0")
        log(report.summary)
        if !report.isClean { log(report.description) }

        #expect(lines == ["kept 1"])
        #expect(defaults.upgradeAdaptyData(forVersion: "3.12.0") && !defaults.upgradeAdaptyData(forVersion: "new"))
        #expect(try JSONDecoder().decode(StoredReport.self, from: JSONEncoder().encode(report)) == report)
    }
}
