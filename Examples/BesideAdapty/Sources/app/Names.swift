import AdaptyMigration
import FluentKit

typealias RecordMigration = AdaptyMigration.Migration

struct CreateProfiles: FluentKit.Migration {}
