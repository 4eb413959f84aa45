import AdaptyMigrationTools

/// The bytes that a caller points to.
enum RecordBytes {
    /// One document may have so many bytes; what says more is a length that went wrong (`(size_t)-1`), and is not read.
    private static let most = Int(UInt32.max) - 1

    /// - Throws: ``MigrationError`` with the code `misuse` where there is no pointer, `too-large` where the length is
    ///   none.
    static func at(_ pointer: UnsafePointer<UInt8>?, _ count: Int) throws(MigrationError) -> UnsafeRawBufferPointer {
        let count = try RecordBytes.count(count, "the record")
        guard let pointer else {
            throw .misuse("the pointer to the record is null", remedy: "pass the bytes of one JSON record")
        }
        return UnsafeRawBufferPointer(start: pointer, count: count)
    }

    static func count(_ count: Int, _ what: String) throws(MigrationError) -> Int {
        guard (0...most).contains(count) else {
            throw MigrationError(
                .tooLarge, "\(what) is said to have \(UInt(bitPattern: count)) bytes; one may have \(most)",
                remedy: "pass one record, and its true length")
        }
        return count
    }
}
