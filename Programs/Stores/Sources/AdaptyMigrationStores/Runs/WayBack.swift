@_spi(Tools) import AdaptyMigrationTools

/// Restores documents that were edited after their upgrade.
///
/// Law 3: an edit is kept, and the rest is restored. If the document has no residue, it is made again from the
/// original.
struct WayBack {
    private let migrator = Migrator()
    private let options: RunOptions

    init(_ options: RunOptions) { self.options = options }

    /// The same for a column's value.
    func value(_ value: SQLValue, _ original: SQLValue) -> SQLValue? {
        guard let document = value.bytes, let original = original.bytes else { return nil }
        return restored(document, original).map(value.with)
    }

    private func restored(_ document: [UInt8], _ original: [UInt8]) -> [UInt8]? {
        guard let inside = options.inside else { return migration(document, original)?.documentWithoutResidue }
        func inner(_ document: [UInt8]) -> InnerRecords? { try? InnerRecords(inside, in: document, maximumDepth: 512) }
        guard let now = inner(document), let old = inner(original),
            now.records.map(\.pointer) == old.records.map(\.pointer)
        else { return nil }
        let records = zip(now.records, old.records).map { migration($0.bytes, $1.bytes)?.documentWithoutResidue }
        return now.document(with: records, isRestorable: false)
    }

    /// - Returns: the way back; `nil` when the document has none.
    func migration(_ document: [UInt8], _ original: [UInt8]) -> Migration? {
        if let back = try? migrator.downgrade(document), let source = back.source, source != back.target { return back }
        guard let residue = try? migrator.upgrade(original, from: options.from, to: options.to).residue else {
            return nil
        }
        return try? migrator.downgrade(document, residue: residue)
    }
}
