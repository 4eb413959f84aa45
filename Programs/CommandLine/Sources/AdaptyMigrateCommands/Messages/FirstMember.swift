@_spi(Tools) import AdaptyMigrationTools

/// The first member of a run with which something happened.
struct FirstMember {
    /// A JSON pointer.
    let path: String
    /// The reason, in English.
    let note: String
    /// The dialect of the result.
    let dialect: Dialect
}
