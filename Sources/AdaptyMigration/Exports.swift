// Re-exports the models and the converter, with Foundation's types.
@_exported import AdaptyMigrationEssentials
