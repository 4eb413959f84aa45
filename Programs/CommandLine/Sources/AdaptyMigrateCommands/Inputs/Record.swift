import AdaptyMigrationFiles

/// One record of an input, for commands that only read records.
struct Record {
    let bytes: [UInt8]
    let source: String
    /// Its number in the input, counted from 1.
    let number: Int
    let position: RecordPosition

    var label: String { "\(source):\(number)" }

    /// Where it begins: the line, and in a larger document the byte of the line, too.
    var place: String { "\(source):\(position.line)" + (position.pointer.isEmpty ? "" : ":\(position.column)") }
}
