/// Brings a document to the dialect a model reads, and what a model writes to the dialect asked for.
enum ModelBridge {
    /// The record inside a document, and the column it is in.
    struct Source {
        let index: JSONIndex
        var node = 0
        var column: Column
        /// The id token of an envelope, for a profile that has none of its own.
        var envelopeID: [UInt8]?

        init(_ document: [UInt8], _ dialect: Dialect?, _ home: Dialect, _ table: TableID) throws(MigrationError) {
            index = try JSONScanner.index(document)
            column = (dialect ?? home).column
            // A part of a record has no envelope and no evidence of its own.
            guard let kind = ModelBridge.kind(table) else { return }
            let envelope = Envelope(index)
            if let dialect {
                // The caller knows; recognition only tells the variants of the dialect apart.
                if dialect.hasVariants, let found = try? Recognizer(index, MigrationOptions()).recognise(dialect),
                    found.kind == kind
                {
                    column = found.column
                }
            } else {
                let found = try Recognizer(index, MigrationOptions()).recognise(nil)
                guard found.kind == kind else {
                    throw MigrationError(
                        .unrecognised, "the document is a \(found.kind.rawValue), not a \(kind.rawValue)",
                        remedy: "decode it as what it is")
                }
                column = found.column
            }
            node =
                envelope.wrappers.last == .promo && table == .promo ? ModelBridge.promo(index, envelope) : envelope.node
            if table == .profile { envelopeID = envelope.id.map { Array(index.raw($0)) } }
        }

        /// The record in another column, as a document of its own.
        func converted(to home: Column, _ table: TableID) throws(MigrationError) -> JSONIndex {
            var converter = Converter(Plan.from(column, to: home), index, MigrationOptions(), envelopeID: envelopeID)
            return try JSONScanner.index(try converter.record(node, table) ?? Array(index.raw(node)))
        }
    }

    /// The column of a document, where that is known without looking at it.
    static func column(_ dialect: Dialect?, _ home: Dialect, _ table: TableID) -> Column? {
        guard kind(table) != nil else { return (dialect ?? home).column }
        return dialect.flatMap { $0.hasVariants ? nil : $0.column }
    }

    static func away(_ record: [UInt8], _ home: Column, _ column: Column, _ table: TableID) throws(MigrationError)
        -> [UInt8]
    {
        let index = try JSONScanner.index(record)
        var converter = Converter(Plan.from(home, to: column), index, MigrationOptions())
        return try converter.record(0, table) ?? record
    }

    /// The kind of documents of a table; `nil` for a part of a record.
    static func kind(_ table: TableID) -> Kind? { Kind.converted.first { $0.table == table && !$0.isList } }

    /// The promo object around an embedded paywall.
    private static func promo(_ index: JSONIndex, _ envelope: Envelope) -> Int {
        var node = envelope.node
        repeat {
            node -= 1
        } while node > 0 && !(index.kind(node) == .object && index.member(node, "paywall") == envelope.node)
        return max(node, 0)
    }
}

extension Dialect {
    /// Whether documents of the dialect come in more than one column.
    fileprivate var hasVariants: Bool { self == .sdk1Bridge }
}
