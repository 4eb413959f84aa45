import Adapty

typealias LiveProfile = AdaptyProfile
