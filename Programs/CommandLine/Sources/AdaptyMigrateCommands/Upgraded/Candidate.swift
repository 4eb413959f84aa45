@_spi(Tools) import AdaptyMigrationTools

/// A record on either side of an upgrade made by any program, with its identifying features.
struct Candidate {
    let record: Record
    /// The old record's bytes: its own, or those that its residue restores; `nil` for an upgraded record without
    /// residue.
    private let original: [UInt8]?
    private let identity: RecordIdentity?

    init(old record: Record, _ laws: Laws) {
        self.record = record
        original = record.bytes
        identity = try? RecordIdentity(record.bytes, maximumDepth: laws.options.maximumDepth)
    }

    init(upgraded record: Record, _ laws: Laws) {
        self.record = record
        original = (try? laws.restored(record.bytes)) ?? nil
        identity = try? RecordIdentity(record.bytes, maximumDepth: laws.options.maximumDepth)
    }

    /// Whether this old record was upgraded to that one.
    func became(_ upgraded: Candidate) -> Bool {
        if let original = upgraded.original { return original == record.bytes }
        return record.bytes == upgraded.record.bytes || identity != nil && identity == upgraded.identity
    }
}
