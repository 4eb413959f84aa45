import Adapty
import AdaptyStoredUpgrade
import Foundation

func launch() {
    UserDefaults.standard.upgradeAdaptyData(for: "3.12.0")
    Adapty.activate("PUBLIC_SDK_KEY")
}
