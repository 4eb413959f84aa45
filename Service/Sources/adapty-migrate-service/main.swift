import AdaptyMigrationService

try await AdaptyMigrationServiceMain.run()
