import AdaptyMigrationCore
public import Foundation

/// Provides the text of `localizedDescription`, in English.
extension MigrationError: LocalizedError {
    /// The same as `description`.
    public var errorDescription: String? { description }
    /// The message: what is wrong.
    public var failureReason: String? { message }
    /// The remedy: what to do.
    public var recoverySuggestion: String? { remedy }
}
