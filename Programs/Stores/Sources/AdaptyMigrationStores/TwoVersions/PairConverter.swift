@_spi(Tools) import AdaptyMigrationTools

/// Converts between the two columns of a row. Both ways are proven before a result is returned: the old column upgrades
/// to the new one byte for byte, the way back is exact, and nobody's access changes.
final class PairConverter {
    enum Result {
        case document(SQLValue)
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

    /// The document for the column of a side, made from the other column.
    ///
    /// - Parameter upgraded: the upgraded old column, if another thread has already made it.
    func convert(_ pair: PairTable.Pair, to side: PairTable.Side, _ upgraded: PreparedRow.Outcome? = nil)
        throws(StoreFailure) -> Result
    {
        side == .new ? upgrade(pair.old, upgraded) : try downgrade(pair)
    }

    private func upgrade(_ old: SQLValue, _ upgraded: PreparedRow.Outcome? = nil) -> Result {
        switch upgraded ?? converter.prepared(old) {
        case .unchanged, .written: .document(old)
        case .upgraded(let new, _): .document(new)
        case .rejected(let code, let reason): .rejected(code: code, reason: reason)
        }
    }

    private func downgrade(_ pair: PairTable.Pair) throws(StoreFailure) -> Result {
        guard let new = pair.new.bytes else {
            return pairs.table.isRequired
                ? .rejected(
                    code: "required", reason: "the new column is null, but \(pairs.table.column) cannot be null")
                : .document(.null)
        }
        let old: [UInt8]
        do {
            old = try back(new, pair.old.bytes)
        } catch let failure as StoreFailure {
            throw failure
        } catch let error as MigrationError {
            return .rejected(code: error.code.rawValue, reason: error.onCommandLine.description)
        } catch {
            return .rejected(code: "not-reversible", reason: "\(error)")
        }
        switch upgrade(.utf8(old)) {
        case .rejected(let code, let reason):
            return .rejected(code: code, reason: "it cannot be converted back: \(reason)")
        case .document(let again):
            guard let again = again.bytes, converter.saysTheSame(again, new) else {
                return .rejected(
                    code: "not-reversible", reason: "the document for old programs would not convert back to it")
            }
            return .document(pair.new.with(old))
        }
    }

    /// The document for old programs: their last one with the edits. Without a last one, in the only dialect that the
    /// other rows have.
    private func back(_ new: [UInt8], _ old: [UInt8]?) throws -> [UInt8] {
        let last = old.flatMap { try? migrator.upgrade($0, from: options.from, to: options.to) }
        // Both columns have the same document.
        if let last, !last.hasResidue { return new }
        if let old, last != nil, let way = WayBack(options).migration(new, old),
            way.ledger.counts[.otherDocument] == nil
        {
            if let edit = way.editWithoutPlace {
                throw MigrationError(
                    .editWithoutPlace, edit.note, remedy: "take the edit back, or correct the old column",
                    path: edit.path)
            }
            return way.document
        }
        let way = try migrator.downgrade(new)
        if let source = way.source, source != way.target { return way.document }
        guard let dialect = try last?.source ?? dialect(way.kind) else {
            throw MigrationError(
                .noSuchTarget,
                "a new program made this \(way.kind.rawValue), and the first rows do not show which dialect old programs read",
                remedy: "name the dialect with --from")
        }
        return try migrator.downgrade(new, to: dialect).document
    }

    /// The dialect that old programs read: the stated one, or the only one in the first rows of the kind.
    private func dialect(_ kind: RecordKind) throws(StoreFailure) -> Dialect? {
        if let from = options.from { return from }
        if let known = dialects[kind] { return known }
        let documents = try pairs.page(after: nil, limit: options.limit).compactMap(\.old.bytes).compactMap {
            try? migrator.upgrade($0)
        }
        let found = Set(documents.filter { $0.kind == kind && $0.source != $0.target }.compactMap(\.source))
        dialects[kind] = .some(found.count == 1 ? found.first : nil)
        return found.count == 1 ? found.first : nil
    }

    /// Whether both columns say the same.
    func isInStep(_ pair: PairTable.Pair) -> Bool {
        guard case .document(let upgraded) = upgrade(pair.old) else { return false }
        guard let expected = upgraded.bytes, let new = pair.new.bytes else { return upgraded == pair.new }
        return converter.saysTheSame(expected, new)
    }

    enum Difference {
        case access, documents
    }

    /// How the documents that old and new programs read differ; `nil` when they say the same.
    func difference(_ pair: PairTable.Pair) -> Difference? {
        if isInStep(pair) { return nil }
        let differences = try? converter.laws.accessDifferences(pair.old.bytes, pair.new.bytes)
        return differences?.isEmpty == false ? .access : .documents
    }
}
