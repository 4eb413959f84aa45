import AdaptyMigrationFiles

/// One record of an input, for the commands that only look at records.
struct Record {
    let bytes: [UInt8]
    let source: String
    /// Its number in the input, from 1.
    let number: Int
    let position: RecordPosition

    var label: String { "\(source):\(number)" }
}
