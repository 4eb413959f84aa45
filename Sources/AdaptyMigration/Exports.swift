// The models and the converter, with Foundation.
@_exported import AdaptyMigrationModels
