import Adapty
import AdaptyMigration

typealias StoredProfile = AdaptyMigration.AdaptyProfile
typealias StoredPaywall = AdaptyMigration.AdaptyPaywall
