// Re-exports the failures and values of the database layer, which are part of the stores' interface.
@_exported import AdaptyMigrationSQL
