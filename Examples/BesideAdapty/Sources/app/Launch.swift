import Adapty
import AdaptyStoredUpgrade
import Foundation

func launch() {
    UserDefaults.standard.upgradeAdaptyData(for: Adapty.SDKVersion)
    Adapty.activate("PUBLIC_SDK_KEY")
}
