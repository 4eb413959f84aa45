import AdaptyMigrationAccess
import AdaptyMigrationCore

/// Leaves the fast path.
enum Detour: Error {
    /// The record needs the general path: there is an error to describe, or a form that is too rare for the fast path.
    case general
    /// The record is not what the guess says.
    case misjudged(Guess)
}
