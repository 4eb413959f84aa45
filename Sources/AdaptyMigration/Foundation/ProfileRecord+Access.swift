import AdaptyMigrationAccess
import AdaptyMigrationCore
@_spi(Tools) import AdaptyMigrationModels
public import Foundation

extension ProfileRecord {
    /// Whether the user has access to a level at an instant, whichever dialect the profile is of.
    ///
    /// A level whose `is_active` is `false` is closed. Of every other one the dates decide: it is closed once
    /// `expires_at` has passed, unless it is for a lifetime or in its grace period, and before it starts.
    /// `Entitlements` of `AdaptyMigrationTools` answers the same.
    ///
    /// - Parameters:
    ///   - level: the id of the access level, such as `premium`. A profile without that level gives no access to it.
    ///   - instant: now, if the answer is for a user who is waiting.
    public func hasAccess(to level: String, at instant: Date = Date()) -> Bool {
        let facts = AccessReading(view.index).facts(of: "access level \(level)")
        return facts?.wasActive(at: Int64((instant.timeIntervalSince1970 * 1000).rounded(.down))) ?? false
    }
}
