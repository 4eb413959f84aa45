/// How the records lie in an input.
enum Layout {
    /// One document: a record, or an array of records.
    case document
    /// A record, or an array of records, in each line.
    case lines
    /// The same, but each ends with a zero byte and is answered in its place, see `--in-step`.
    case inStep
    /// The rejects of an earlier run, one in each line. Each contains its record.
    case rejects

    /// What ends a line.
    var separator: UInt8 { self == .inStep ? 0 : 0x0A }
}
