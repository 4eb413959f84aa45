import AdaptyMigrationCore
public import Foundation

/// What `localizedDescription` says. The texts are English.
extension MigrationError: LocalizedError {
    public var errorDescription: String? { description }
    public var failureReason: String? { message }
    public var recoverySuggestion: String? { remedy }
}
