import AdaptyMigration

/// Counts bytes that come one after another, and digests them.
struct ByteDigest {
    private var hash = SHA256()
    private var count = 0

    mutating func add(_ bytes: some Collection<UInt8>) {
        count += bytes.count
        hash.update(Array(bytes))
    }

    /// The count and the SHA-256, as a report has them; it begins anew.
    mutating func finish() -> [ReportCell] {
        defer { self = ByteDigest() }
        return [.number(count), .text(hash.hex())]
    }
}
