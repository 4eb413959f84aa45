import AdaptyMigration
import Foundation

print(UserDefaults.standard.string(forKey: "a") ?? "", try JSONEncoder().encode(["a": 1]))
var profile = try JSONDecoder().decode(AdaptyProfile.self, from: Data("{}".utf8))
profile.accessLevels["premium"]?.isActive = false
print(try profile.downgraded(to: PurchaserInfoModel.self))
