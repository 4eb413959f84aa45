import AdaptyMigrationService
import Foundation

exit(await AdaptyMigrationServiceMain.run(Array(CommandLine.arguments.dropFirst())))
