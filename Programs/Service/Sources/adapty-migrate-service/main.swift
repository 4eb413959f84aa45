import AdaptyMigrationService
import Foundation

exit(await AdaptyMigrationServiceMain.run())
