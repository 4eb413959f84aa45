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

    /// What becomes of a row.
    enum Fate {
        /// It is as it was written, and gets its original.
        case original(SQLValue)
        /// It gets its original with the edits.
        case edited(SQLValue)
        /// It gets its original although it was edited.
        case forced(SQLValue)
        /// A new program made it, and it gets what older ones can read of it.
        case made(SQLValue, isWhole: Bool)
        /// It is null since then, because somebody's data was to go.
        case erased
        /// It has another document, and stays.
        case replaced
        case impossible(String)

        /// What is to be written; `nil` for a row that stays as it is.
        var document: SQLValue? {
            switch self {
            case .original(let document), .edited(let document), .forced(let document), .made(let document, _): document
            case .erased, .replaced, .impossible: nil
            }
        }

        /// Why a document is in no row.
        var reason: String {
            switch self {
            case .original, .edited, .erased: ""
            case .forced: "edited since; its original was restored by force"
            case .made: "made by a new program; the older dialect has no place for all of it"
            case .replaced: "another document since; it stays as it was written"
            case .impossible(let reason): reason
            }
        }
    }

    private static let otherKind = "edited so that it is no longer a document of this kind"

    private let migrator = Migrator()
    private let options: RunOptions
    private let laws: Laws

    init(_ options: RunOptions) {
        self.options = options
        laws = Laws(instants: options.instants, to: options.to)
    }

    /// What tells a document from others; `nil` when nothing does, or when it is a whole column of records.
    func identity(_ document: [UInt8]) -> String? { options.inside == nil ? laws.identity(document) : nil }

    /// What becomes of a row in a rollback.
    func fate(of row: DocumentTable.Row, _ entry: Journal.Entry) -> Fate {
        let original = entry.original ?? .null
        if let dialect = entry.madeAs { return made(row, original, dialect) }
        if entry.isUntouched(row) { return .original(original) }
        if row.value == .null { return .erased }
        if options.isForced { return .forced(original) }
        return switch value(row.value, original) {
        case .restored(let document): .edited(document)
        case .replaced: .replaced
        case .impossible(let reason): .impossible(reason)
        }
    }

    /// What a new program made has no original: the older document is made of what stands there now.
    private func made(_ row: DocumentTable.Row, _ original: SQLValue, _ dialect: Dialect) -> Fate {
        guard let document = row.value.bytes else { return .erased }
        do throws(MigrationError) {
            let made = try migrator.downgrade(document, to: dialect)
            return .made(row.value.with(made.documentWithoutResidue), isWhole: !made.hasResidue)
        } catch {
            return options.isForced ? .forced(original) : .impossible(error.onCommandLine.description)
        }
    }

    /// A column's value as it was before the upgrade, with the edits.
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
