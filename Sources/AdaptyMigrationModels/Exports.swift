// Whoever imports the models has the converter, too.
@_exported import AdaptyMigrationCore
