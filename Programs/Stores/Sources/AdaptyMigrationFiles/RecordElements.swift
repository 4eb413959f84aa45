@_spi(Tools) import AdaptyMigrationTools

/// The records of a document or line, which may be an array of records.
public enum RecordElements {
    /// The byte ranges of the records; `nil` when the bytes are one record. Bytes that are not JSON count as one
    /// record, and converting it reports the error.
    public static func ranges(in content: [UInt8], maximumDepth: Int = MigrationOptions().maximumDepth) -> [Range<Int>]?
    {
        guard content.first(where: { !$0.isSpace }) == 0x5B else { return nil }
        return (try? RecordList.ranges(in: content, maximumDepth: maximumDepth)) ?? nil
    }
}
