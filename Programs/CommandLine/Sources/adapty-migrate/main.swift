import AdaptyMigrateCommands

AdaptyMigrate.launch()
