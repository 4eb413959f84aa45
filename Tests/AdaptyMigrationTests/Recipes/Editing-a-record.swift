import AdaptyMigration
import Foundation
import Testing

extension RecipeTests {
    @Test("a typed edit, and the way back")
    func edit() throws {
        let stored = Data(
            #"{"profileId":"p","accessLevels":{"premium":{"id":"premium","isActive":true}},"mine":1.50}"#.utf8)
        let file = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID()).json")
        defer { try? FileManager.default.removeItem(at: file) }

        var profile = try PurchaserInfoModel(decoding: stored).upgraded()
        profile.accessLevels["premium"]?.isActive = false
        try profile.write(to: file)

        let saved = try AdaptyProfile(contentsOf: file)
        let old = try saved.downgraded(to: PurchaserInfoModel.self)
        try old.write(to: file)

        let edited = String(decoding: stored, as: UTF8.self).replacing("true", with: "false")
        #expect(try String(contentsOf: file, encoding: .utf8) == edited)
    }
}
