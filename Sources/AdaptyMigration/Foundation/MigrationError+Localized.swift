import AdaptyMigrationCore
public import Foundation

/// What `localizedDescription` says. The texts are English.
extension MigrationError: LocalizedError {
    /// The same as `description`.
    public var errorDescription: String? { description }
    /// What is wrong.
    public var failureReason: String? { message }
    /// What to do about it.
    public var recoverySuggestion: String? { remedy }
}
