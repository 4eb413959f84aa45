import AdaptyMigrationCore

extension ModelView {
    /// Reads a document for a model of this shape.
    init(reading document: [UInt8], _ dialect: Dialect?, _ shape: ModelShape) throws(MigrationError) {
        let index = try JSONScanner.index(document)
        guard shape.kind != nil else {
            self = try ModelView.part(index, dialect, shape)
            return
        }
        guard index.kind(0) != .null else {
            throw MigrationError(
                .unrecognised, "the document is null, as SDK 1.x stored it after a logout: there is no record",
                remedy: "treat it as a user without a profile")
        }
        let source = try RecordSource(index, dialect, shape)
        if let view = source.view(index, shape) {
            self = view
            return
        }
        if let target = try source.target(shape) {
            let migration = try Migrator().convert(document, from: source.column.dialect, to: target)
            let converted = try JSONScanner.index(migration.document)
            if let view = try RecordSource(converted, target, shape).view(converted, shape) {
                self = view
                return
            }
        }
        throw source.wrongKind(shape)
    }

    /// A part of a record as a separate document.
    private static func part(_ index: JSONIndex, _ dialect: Dialect?, _ shape: ModelShape) throws(MigrationError)
        -> ModelView
    {
        let names = ColumnNames.of(shape.table, dialect?.column ?? shape.columns[0])
        let view = ModelView(index, 0, names, isDocument: true)
        guard index.members(0).contains(where: { names.isKnown($0.name, index) }) else {
            throw MigrationError(
                .unrecognised,
                "the document has no member that a \(names.table.id.title.lowercased()) has in \(names.column.id)",
                remedy: "name its dialect, or decode it with the model that fits it")
        }
        guard names.column == .serverV2, let converted = try view.converted(to: shape.columns[0]) else { return view }
        return ModelView(converted, 0, ColumnNames.of(shape.table, shape.columns[0]), isDocument: true)
    }
}

/// A document before a model reads it.
struct RecordSource {
    let column: Column
    let kind: RecordKind
    private let residue: Residue?
    /// The position of the record in a document without a residue.
    private var envelope: Envelope?

    init(_ index: JSONIndex, _ dialect: Dialect?, _ shape: ModelShape) throws(MigrationError) {
        residue = try ResidueMember.split(index).residue
        if let residue {
            column = residue.to
            kind = residue.kind.upgraded
            return
        }
        let migrator = Migrator(), found: Found
        do throws(MigrationError) {
            let first = try migrator.found(index, dialect, isOurs: dialect == nil && shape.kind != .event)
            // The model's type decides between several dialects that fit.
            let isOwn = dialect != nil || shape.columns.contains(first.column)
            let own = isOwn ? nil : Recognizer.alternatives(index, first).first { shape.columns.contains($0.column) }
            found =
                try own.map { own throws(MigrationError) in try migrator.found(index, own, isOurs: true) }
                ?? first
        } catch {
            guard error.code == .ambiguous, dialect == nil,
                let own = try? migrator.found(index, shape.columns[0].dialect, isOurs: true)
            else { throw error }
            found = own
        }
        guard !found.isLeftAlone || !found.kind.isConverted || dialect != nil else {
            throw MigrationError(
                .unrecognised, "nothing shows that the event is from Adapty",
                remedy: "if you know that it is, name its dialect")
        }
        envelope = Envelope(index)
        column = found.column
        kind = found.kind
    }

    /// The document as it is; `nil` when it must be converted first.
    func view(_ index: JSONIndex, _ shape: ModelShape) -> ModelView? {
        guard kind == shape.kind, shape.columns.contains(column) else { return nil }
        let envelope = envelope ?? Envelope(index)
        let node = kind == .promo ? RecordSource.promo(index, envelope) : envelope.node
        return ModelView(
            index, node, ColumnNames.of(shape.table, column), isDocument: true, envelopeID: envelope.id)
    }

    /// The target dialect: the dialect to which the residue leads, if the model has it, and otherwise the first dialect
    /// of the model; `nil` when the record has another kind.
    func target(_ shape: ModelShape) throws(MigrationError) -> Dialect? {
        // A promo of SDK 1 becomes its paywall.
        guard kind == shape.kind || kind == .promo && shape.kind == .paywall && shape.columns[0] == .sdk2 else {
            return nil
        }
        let earlier = try residue?.columns() ?? []
        return earlier.first { shape.columns.contains($0) }?.dialect ?? shape.columns[0].dialect
    }

    func wrongKind(_ shape: ModelShape) -> MigrationError {
        MigrationError(
            .unrecognised,
            "the document is \(kind.phrase) of \(column.dialect.rawValue), not \(shape.kind?.phrase ?? "a record")",
            remedy: "decode it with the model that fits it")
    }

    /// The promo object around an embedded paywall.
    private static func promo(_ index: JSONIndex, _ envelope: Envelope) -> Int {
        var node = envelope.node
        repeat {
            node -= 1
        } while node > 0 && !(index.kind(node) == .object && index.member(node, "paywall") == envelope.node)
        return max(node, 0)
    }
}
