/// What one version of the SDK reads of a document that has a field several times, in the names of its dialect.
///
/// Worked example: `{"remote_config":{"lang":"fr","data":"{}"},"custom_payload":"{}"}` is `{"custom_payload":"{}"}` for
/// SDK 2.2, and `{"paywall_updated_at":1,"response_created_at":2}` is `{"paywall_updated_at":2}` for SDK 3.0.
package struct VersionSpelling {
    private let index: JSONIndex
    private let sdk: SDKVersion
    /// The nodes of names.
    private var removed: Set<Int> = [], renamed: [Int: String] = [:]

    /// - Throws: ``MigrationError`` when the bytes are no JSON.
    package static func document(_ document: [UInt8], _ kind: RecordKind, _ dialect: Dialect, readBy sdk: SDKVersion)
        throws(MigrationError) -> [UInt8]
    {
        let index = try JSONScanner.index(document)
        var spelling = VersionSpelling(index, sdk)
        let column = dialect.column
        let context: MergeContext = kind.isList ? .list(kind.table, column) : .record(kind.table, column)
        context.visitRecords(index, kind.isList ? 0 : Envelope(index).node) { spelling.note($0, $1) }
        return index.without(spelling.removed, renaming: spelling.renamed)
    }

    private init(_ index: JSONIndex, _ sdk: SDKVersion) { (self.index, self.sdk) = (index, sdk) }

    private mutating func note(_ table: TableID, _ fields: [MergeContext.Key: [MergeContext.Field]]) {
        let needs = SDKNeed.of(table, in: sdk), names = Set(needs.map { [$0.name] })
        for all in fields.values where all.count > 1 && all.contains(where: { names.contains($0.path) }) {
            for field in all where !names.contains(field.path) { removed.insert(field.name) }
        }
        for need in needs {
            guard case .renamed(let former, _) = need.filler,
                let field = fields.values.joined().first(where: { $0.path == [need.name] })
            else { continue }
            for other in fields.values.joined() where other.path == [former] { removed.insert(other.name) }
            renamed[field.name] = former
        }
    }
}
