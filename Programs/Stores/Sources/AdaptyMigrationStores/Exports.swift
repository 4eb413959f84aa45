// Failures and values of the database layer are part of what the stores say.
@_exported import AdaptyMigrationSQL
