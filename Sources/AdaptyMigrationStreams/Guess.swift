import AdaptyMigrationAccess
import AdaptyMigrationCore

/// An assumption about a record before its first byte is read. The walk confirms or refutes it.
struct Guess: Equatable {
    var kind: RecordKind
    var column: Column
    /// `id` stands beside `profile_id`, or the envelope overrules it.
    var fallbackIsDropped = false
    /// The envelope's id becomes the profile's.
    var insertsID = false
}
