@_spi(Tools) import AdaptyMigrationTools

/// The number of some bytes, and their SHA-256.
struct ByteDigest {
    private var hash = SHA256Hash()
    private(set) var count = 0

    mutating func add(_ bytes: UnsafeRawBufferPointer) {
        hash.update(Array(bytes))
        count += bytes.count
    }

    /// 64 hexadecimal digits.
    var hex: String {
        var hash = hash
        return hash.hex()
    }
}
