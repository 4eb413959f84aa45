import AdaptyMigrationAccess
import AdaptyMigrationCore

/// Leaves the fast road.
enum Detour: Error {
    /// The record needs the general path: an error to describe, a form too rare to be fast.
    case general
    /// The record is not what it was taken for.
    case misjudged(Guess)
}
