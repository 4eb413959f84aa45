import AdaptyStoredUpgrade
import Foundation
import Testing

extension RecipeTests {
    @Test("where nothing is stored, the call writes nothing")
    func launched() {
        UserDefaults.standard.upgradeAdaptyData(for: "3.12.0")

        #expect(UserDefaults.standard.object(forKey: StoredKey.backup.rawValue) == nil)
    }
}
