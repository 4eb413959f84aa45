// Re-exports the models and the converter, and adds Foundation to them.
@_exported import AdaptyMigrationModels
