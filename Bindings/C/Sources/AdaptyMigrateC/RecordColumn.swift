@_spi(Tools) import AdaptyMigrationTools

/// Many records of a caller: their bytes one after another, and where each begins and ends.
///
/// **Unsafe.** `offsets` has `count + 1` entries. The bytes between the first and the last are there during the call.
struct RecordColumn {
    let count: Int
    private let bytes: UnsafePointer<UInt8>?
    private let offsets: UnsafePointer<Int64>

    /// - Throws: ``MigrationError`` with the code `misuse` for a null pointer to offsets, and for an invalid count.
    init(_ bytes: UnsafePointer<UInt8>?, _ offsets: UnsafePointer<Int64>?, _ count: Int) throws(MigrationError) {
        guard let offsets, (0...RecordBytes.most).contains(count) else {
            throw .misuse(
                "the pointer to the offsets is null, or the count of records is impossible",
                remedy: "pass the exact count of records, and one offset more")
        }
        (self.bytes, self.offsets, self.count) = (bytes, offsets, count)
    }

    /// - Precondition: `index` is below ``count``.
    /// - Throws: ``MigrationError`` with the code `misuse` for null bytes and for offsets in the wrong order, and
    ///   `too-large` for an invalid length.
    subscript(index: Int) -> UnsafeRawBufferPointer {
        get throws(MigrationError) {
            let start = offsets[index], end = offsets[index + 1]
            guard start >= 0, end >= start else {
                throw .misuse(
                    "no record lies between the offsets \(start) and \(end)",
                    remedy: "begin with 0 or more, and let no offset be smaller than the one before")
            }
            return try RecordBytes.at(bytes.map { $0 + Int(start) }, Int(end - start))
        }
    }

    /// The residue in a column of residues; `nil` where the column has no bytes.
    ///
    /// - Precondition: `index` is below ``count``.
    /// - Throws: ``MigrationError`` as the subscript does, and for bytes that are no residue.
    func residue(_ index: Int) throws(MigrationError) -> Residue? {
        if offsets[index] == offsets[index + 1] { return nil }
        return try Residue(json: Array(try self[index]))
    }
}
