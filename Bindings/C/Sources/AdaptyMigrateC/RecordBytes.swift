@_spi(Tools) import AdaptyMigrationTools
import CAdaptyMigrate

/// The bytes of a caller's pointer.
enum RecordBytes {
    /// The maximum number of bytes of a document. A larger number is an invalid length (`(size_t)-1`), and is not read.
    static let most = Int(UInt32.max) - 1

    /// - Throws: ``MigrationError`` with the code `misuse` for a null pointer, and `too-large` for an invalid length.
    static func at(_ pointer: UnsafePointer<UInt8>?, _ count: Int) throws(MigrationError) -> UnsafeRawBufferPointer {
        let count = try RecordBytes.count(count, "the record")
        guard let pointer else {
            throw .misuse("the pointer to the record is null", remedy: "pass the bytes of one JSON record")
        }
        return UnsafeRawBufferPointer(start: pointer, count: count)
    }

    /// - Throws: ``MigrationError`` with the code `misuse` for a null pointer to events, and for an invalid count.
    static func events(_ pointer: UnsafePointer<am_record>?, _ count: Int) throws(MigrationError)
        -> UnsafeBufferPointer<am_record>
    {
        guard (0...most).contains(count), pointer != nil || count == 0 else {
            throw .misuse(
                "the pointer to the events is null, or their count is impossible",
                remedy: "pass the events and their exact count")
        }
        return UnsafeBufferPointer(start: pointer, count: count)
    }

    static func count(_ count: Int, _ what: String) throws(MigrationError) -> Int {
        guard (0...most).contains(count) else {
            throw MigrationError(
                .tooLarge, "the given length of \(what) is \(UInt(bitPattern: count)) bytes; the limit is \(most)",
                remedy: "pass one record and its exact length")
        }
        return count
    }
}
