import AdaptyMigrationTools

/// The records of a document or line that may be an array of them.
public enum RecordElements {
    /// The records' byte ranges; `nil` when the bytes are one record. Bytes that are no JSON are one: converting it
    /// says what is wrong.
    public static func ranges(in content: [UInt8], maximumDepth: Int = MigrationOptions().maximumDepth) -> [Range<Int>]?
    {
        guard content.first(where: { !$0.isSpace }) == 0x5B else { return nil }
        return (try? RecordList.ranges(in: content, maximumDepth: maximumDepth)) ?? nil
    }
}
