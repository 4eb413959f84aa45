// Re-exports the converter, so that importing the models is enough.
@_exported import AdaptyMigrationCore
