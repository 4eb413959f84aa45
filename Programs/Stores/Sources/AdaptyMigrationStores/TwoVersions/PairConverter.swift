@_spi(Tools) import AdaptyMigrationTools

/// Converts between the two columns of a row. Both ways are proven before a result is returned: the one column converts
/// to the other, the way back is exact, and nobody's access changes.
final class PairConverter {
    enum Result {
        /// - Parameter madeAs: the dialect, if old programs cannot read all of what the new one has.
        case document(SQLValue, madeAs: Dialect?)
        case rejected(code: String, reason: String)
    }

    private let pairs: PairTable
    private let options: RunOptions
    private let converter: DocumentConverter
    private let migrator = Migrator()
    /// The dialects that old programs read, by kind, as far as they are known.
    private var dialects: [RecordKind: Dialect?] = [:]

    init(_ pairs: PairTable, _ options: RunOptions) {
        self.pairs = pairs
        self.options = options
        converter = DocumentConverter(options)
    }

    /// By kind, the former dialects of the old documents so far.
    var formers: [RecordKind: Set<Dialect>] { converter.formers }

    // MARK: Up

    /// The new document, made from the old one.
    ///
    /// - Parameters:
    ///   - entry: what the journal knows of the row.
    ///   - upgraded: the upgraded old document, if another thread has already made it.
    func upgrade(_ row: DocumentTable.Row, _ entry: Journal.Entry?, _ upgraded: PreparedRow.Outcome? = nil) -> Result {
        if let dialect = entry?.madeAs, let raised = raised(row, dialect) { return .document(raised, madeAs: dialect) }
        return upgrade(row[.old], upgraded)
    }

    private func upgrade(_ old: SQLValue, _ upgraded: PreparedRow.Outcome? = nil) -> Result {
        switch upgraded ?? converter.prepared(old) {
        case .unchanged, .written: .document(old, madeAs: nil)
        case .upgraded(let new, _): .document(new, madeAs: nil)
        case .rejected(let code, let reason): .rejected(code: code, reason: reason)
        }
    }

    /// What a new program made, with the edits of an old one: what that cannot read stays.
    ///
    /// - Returns: `nil` when it is another document since, or when the edits do not get there.
    private func raised(_ row: DocumentTable.Row, _ dialect: Dialect) -> SQLValue? {
        guard let old = row[.old].bytes, let new = row[.new].bytes,
            let made = try? migrator.downgrade(new, to: dialect), let residue = made.residue,
            let way = try? migrator.upgrade(old, from: dialect, to: residue.source, residue: residue),
            way.ledger.counts[.otherDocument] == nil
        else { return nil }
        let raised = row[.new].with(way.documentWithoutResidue)
        return converter.makes(old, of: raised, dialect) && hasSameAccess(old, way.documentWithoutResidue)
            ? raised : nil
    }

    private func hasSameAccess(_ old: [UInt8], _ new: [UInt8]) -> Bool {
        (try? converter.laws.accessDifferences(old, new))?.isEmpty ?? false
    }

    // MARK: Down

    /// The old document, made from the new one.
    func downgrade(_ row: DocumentTable.Row, _ entry: Journal.Entry?) throws(StoreFailure) -> Result {
        guard let new = row[.new].bytes else {
            return pairs.table.isRequired
                ? .rejected(
                    code: "required", reason: "the new column is null, but \(pairs.table.column) cannot be null")
                : .document(.null, madeAs: nil)
        }
        do {
            if let dialect = entry?.madeAs { return try made(row, dialect) }
            let last = row[.old].bytes.flatMap { try? migrator.upgrade($0, from: options.from, to: options.to) }
            if let old = try back(new, row[.old].bytes, last, isKnown: entry != nil) { return proven(row, old) }
            let way = try migrator.downgrade(new)
            if let source = way.source, source != way.target { return proven(row, way.document) }
            guard let dialect = try last?.source ?? dialect(way.kind) else {
                throw MigrationError(
                    .noSuchTarget,
                    "a new program made this \(way.kind.rawValue), and the first rows do not show which dialect old programs read",
                    remedy: "name the dialect with store follow --from")
            }
            return try made(row, dialect)
        } catch let failure as StoreFailure {
            throw failure
        } catch let error as MigrationError {
            return .rejected(code: error.code.rawValue, reason: error.onCommandLine.description)
        } catch {
            return .rejected(code: "not-reversible", reason: "\(error)")
        }
    }

    /// The last document of old programs with the edits.
    ///
    /// - Parameters:
    ///   - last: its upgrade.
    ///   - isKnown: whether both columns were in step. Otherwise what the old dialect has no place for is no edit.
    /// - Returns: `nil` when there is no such document, or when it is another one.
    private func back(_ new: [UInt8], _ old: [UInt8]?, _ last: Migration?, isKnown: Bool) throws(MigrationError)
        -> [UInt8]?
    {
        guard let old, let last else { return nil }
        // Both columns have the same document.
        if !last.hasResidue { return new }
        guard let way = WayBack(options).migration(new, old), way.ledger.counts[.otherDocument] == nil else {
            return nil
        }
        if let edit = way.editWithoutPlace {
            if !isKnown { return nil }
            throw MigrationError(
                .editWithoutPlace, edit.note, remedy: "take the edit back, or correct the old column",
                path: edit.path)
        }
        return way.document
    }

    private func proven(_ row: DocumentTable.Row, _ old: [UInt8]) -> Result {
        switch upgrade(.utf8(old)) {
        case .rejected(let code, let reason):
            return .rejected(code: code, reason: "it cannot be converted back: \(reason)")
        case .document(let again, _):
            guard let again = again.bytes, let new = row[.new].bytes, converter.saysTheSame(again, new) else {
                return .rejected(
                    code: "not-reversible", reason: "the document for old programs would not convert back to it")
            }
            return .document(row[.new].with(old), madeAs: nil)
        }
    }

    /// What old programs can read of a document that a new one made. The rest stays in the new column, and with the
    /// residue that says it the way back is exact.
    private func made(_ row: DocumentTable.Row, _ dialect: Dialect) throws(MigrationError) -> Result {
        let new = row[.new].bytes ?? [], made = try migrator.downgrade(new, to: dialect)
        guard !options.embedsResidue, let residue = made.residue else { return proven(row, made.document) }
        let old = made.documentWithoutResidue,
            again = try migrator.upgrade(old, from: dialect, to: residue.source, residue: residue)
        guard again.documentWithoutResidue == new else {
            return .rejected(
                code: "not-reversible", reason: "the document for old programs would not convert back to it")
        }
        guard hasSameAccess(old, new) else {
            return .rejected(code: "access-changed", reason: "old programs would read different access")
        }
        return .document(row[.new].with(old), madeAs: dialect)
    }

    /// The dialect that old programs read: the stated one, or the only one in the first rows of the kind.
    private func dialect(_ kind: RecordKind) throws(StoreFailure) -> Dialect? {
        if let stated = options.insertedAs ?? options.from { return stated }
        if let known = dialects[kind] { return known }
        let documents = try pairs.page(after: nil, limit: options.limit).compactMap(\.old?.bytes).compactMap {
            try? migrator.upgrade($0)
        }
        let found = Set(documents.filter { $0.kind == kind && $0.source != $0.target }.compactMap(\.source))
        dialects[kind] = .some(found.count == 1 ? found.first : nil)
        return found.count == 1 ? found.first : nil
    }

    // MARK: In step

    /// Whether both columns say the same.
    func isInStep(_ row: DocumentTable.Row, _ entry: Journal.Entry?) -> Bool {
        if let dialect = entry?.madeAs, let old = row[.old].bytes {
            return converter.makes(old, of: row[.new], dialect)
        }
        guard case .document(let upgraded, _) = upgrade(row[.old]) else { return false }
        guard let expected = upgraded.bytes, let new = row[.new].bytes else { return upgraded == row[.new] }
        return converter.saysTheSame(expected, new)
    }

    /// Whether a document has the values of another one.
    func hasSameValues(_ one: SQLValue, _ other: SQLValue) -> Bool {
        guard let one = one.bytes, let other = other.bytes else { return one == other }
        return converter.laws.saysTheSame(one, other)
    }

    enum Difference {
        case access, documents
    }

    /// How the documents that old and new programs read differ; `nil` when they say the same.
    func difference(_ row: DocumentTable.Row, _ entry: Journal.Entry?) -> Difference? {
        if isInStep(row, entry) { return nil }
        let differences = try? converter.laws.accessDifferences(row[.old].bytes, row[.new].bytes)
        return differences?.isEmpty == false ? .access : .documents
    }
}
