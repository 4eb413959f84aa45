// What an app sees of the other modules: the report, and the version that it names.
@_exported import AdaptyStoredData
@_exported import struct AdaptyMigrationCore.SDKVersion
