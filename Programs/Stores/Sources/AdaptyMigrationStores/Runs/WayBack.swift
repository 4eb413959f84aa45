@_spi(Tools) import AdaptyMigrationTools

/// Restores documents that were edited after their upgrade.
///
/// Law 3: an edit is kept, and the rest is restored. If the document has no residue, it is made again from the
/// original. A document by which a program replaced the upgraded one is no edit: it stays as it was written.
struct WayBack {
    enum Result<Document> {
        case restored(Document)
        /// It is another document than the one that was upgraded.
        case replaced
        /// The reason why it has no way back.
        case impossible(String)

        func map<Other>(_ body: (Document) -> Other) -> Result<Other> {
            switch self {
            case .restored(let document): .restored(body(document))
            case .replaced: .replaced
            case .impossible(let reason): .impossible(reason)
            }
        }
    }

    private static let otherKind = "edited so that it is no longer a document of this kind"

    private let migrator = Migrator()
    private let options: RunOptions

    init(_ options: RunOptions) { self.options = options }

    /// The same for a column's value.
    func value(_ value: SQLValue, _ original: SQLValue) -> Result<SQLValue> {
        guard let document = value.bytes, let original = original.bytes else { return .impossible(WayBack.otherKind) }
        let result = options.inside.map { inner(document, original, $0) } ?? restored(document, original)
        return result.map(value.with)
    }

    /// The records inside a document, each by itself.
    private func inner(_ document: [UInt8], _ original: [UInt8], _ inside: RecordPointer) -> Result<[UInt8]> {
        func records(_ document: [UInt8]) -> InnerRecords? {
            try? InnerRecords(inside, in: document, maximumDepth: 512)
        }
        guard let old = records(original) else { return .impossible(WayBack.otherKind) }
        guard let now = records(document), now.records.map(\.pointer) == old.records.map(\.pointer) else {
            return .replaced
        }
        var texts: [[UInt8]?] = []
        for (now, old) in zip(now.records, old.records) {
            switch restored(now.bytes, old.bytes) {
            case .restored(let text): texts.append(text)
            case .replaced: texts.append(nil)
            case .impossible(let reason): return .impossible(reason)
            }
        }
        if texts.allSatisfy({ $0 == nil }) { return .replaced }
        return now.document(with: texts, isRestorable: false).map { .restored($0) } ?? .impossible(WayBack.otherKind)
    }

    private func restored(_ document: [UInt8], _ original: [UInt8]) -> Result<[UInt8]> {
        guard let way = migration(document, original) else { return .impossible(WayBack.otherKind) }
        if let edit = way.editWithoutPlace {
            return .impossible("edited since; \(edit.path): \(edit.note)")
        }
        return way.ledger.counts[.otherDocument] == nil ? .restored(way.documentWithoutResidue) : .replaced
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

extension Migration {
    /// The first edit for which the former dialect has no place; `nil` for none.
    var editWithoutPlace: Ledger.Entry? { losses.first { $0.action == .dropped } }
}
