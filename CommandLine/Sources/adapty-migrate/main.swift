import AdaptyMigrateCommands

await AdaptyMigrate.launch()
