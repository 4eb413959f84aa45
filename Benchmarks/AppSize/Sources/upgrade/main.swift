import AdaptyStoredUpgrade
import Foundation

print(UserDefaults.standard.string(forKey: "a") ?? "", try JSONEncoder().encode(["a": 1]))
print(try JSONDecoder().decode([String: Int].self, from: Data("{}".utf8)))
UserDefaults.standard.upgradeAdaptyData(for: "3.12.0")
