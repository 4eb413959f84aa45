import AdaptyMigrationAccess
import AdaptyMigrationCore

/// What a record is taken for before its first byte is read; proven or refuted on the way.
struct Guess: Equatable {
    var kind: RecordKind
    var column: Column
    /// `id` stands beside `profile_id`, or the envelope overrules it.
    var fallbackIsDropped = false
    /// The envelope's id becomes the profile's.
    var insertsID = false
}
