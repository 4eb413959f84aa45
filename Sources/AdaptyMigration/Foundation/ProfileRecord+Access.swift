import AdaptyMigrationAccess
import AdaptyMigrationCore
@_spi(Tools) import AdaptyMigrationModels
public import Foundation

extension ProfileRecord {
    /// Whether the user has access to a level at an instant, whichever dialect the profile is of.
    ///
    /// A level is open if its `is_active` is `true` and its dates say so: `starts_at` has come, and `expires_at` has not,
    /// unless the level is for a lifetime or in its grace period. API v2 has no flag, so its dates decide alone. A level
    /// that is no object, lacks its flag, or has a flag or date that cannot be read, is closed. `Entitlements` of
    /// `AdaptyMigrationTools`, `verify` and the service answer the same.
    ///
    /// - Parameters:
    ///   - level: the id of the access level, such as `premium`. A profile without that level gives no access to it.
    ///   - instant: now, if the answer is for a user who is waiting.
    public func hasAccess(to level: String, at instant: Date = Date()) -> Bool {
        let facts = AccessReading(view.index).facts(of: "access level \(level)")
        return facts?.isActive(at: instant.milliseconds) ?? false
    }
}
