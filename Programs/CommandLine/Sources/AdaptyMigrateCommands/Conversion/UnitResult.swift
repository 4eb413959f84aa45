/// The result for one unit: the bytes to write in its place, and its records.
struct UnitResult: Sendable {
    /// `nil` when every record of it was rejected. Then the line or document is left out.
    let output: [UInt8]?
    let records: [RecordResult]
}
