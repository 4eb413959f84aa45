// Adds Data, Date, URL and Codable to the models and the converter. On Linux, FoundationEssentials is enough for that:
// programs can hold it without the rest of Foundation.
@_exported import AdaptyMigrationModels
