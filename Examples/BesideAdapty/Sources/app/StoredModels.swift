import Adapty
import AdaptyMigration

typealias StoredProfile = AdaptyMigrationModels.AdaptyProfile
typealias StoredPaywall = AdaptyMigrationModels.AdaptyPaywall
