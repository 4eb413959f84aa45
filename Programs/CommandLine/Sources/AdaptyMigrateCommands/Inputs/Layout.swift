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
    /// One row of an export in each line. A quoted field may have line breaks.
    case rows

    /// Whether there is an output even if nothing is left. Of a document nothing may be left, and what is no export has
    /// no output.
    var hasEmptyOutput: Bool { self != .document && self != .rows }

    /// What ends a line.
    var separator: UInt8 { self == .inStep ? 0 : 0x0A }
}
