// Re-exports the types that an app needs: the report and the version.
@_exported import AdaptyStoredData
@_exported import struct AdaptyMigrationCore.SDKVersion
