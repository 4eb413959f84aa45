// Re-exports what a program needs: the engine, its streams, the access judge, the models and stored data.
@_exported import AdaptyMigrationAccess
@_exported import AdaptyMigrationCore
@_exported import AdaptyMigrationModels
@_exported import AdaptyMigrationStreams
@_exported import AdaptyStoredData
