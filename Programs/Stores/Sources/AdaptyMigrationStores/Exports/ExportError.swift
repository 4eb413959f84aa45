@_spi(Tools) import AdaptyMigrationTools

/// The reason why an export is not read further.
enum ExportError: Error {
    /// The run ends.
    case failure(StoreFailure)
    /// The rest of the export stays as it is, and the run continues.
    case rejected(MigrationError)

    /// Converts errors of the body to rejections of the export.
    static func rejecting<Result>(_ body: () throws(MigrationError) -> Result) throws(ExportError) -> Result {
        do throws(MigrationError) {
            return try body()
        } catch {
            throw .rejected(error)
        }
    }
}
