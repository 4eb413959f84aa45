/// Brings a document to the dialect a model reads, and what a model writes to the dialect asked for.
enum ModelBridge {
    static func home(_ document: [UInt8], _ dialect: Dialect?, _ home: Dialect, _ table: TableID) throws(MigrationError) -> JSONIndex {
        let index = try JSONScanner.index(document)
        guard let kind = Kind.allCases.first(where: { $0.table == table && !$0.isList }) else {
            // A part of a record has no envelope and no evidence of its own.
            var converter = Converter(Plan.from((dialect ?? home).column, to: home.column), index, MigrationOptions())
            return try JSONScanner.index(try converter.record(0, table) ?? Array(index.raw(0)))
        }
        let envelope = Envelope(index)
        let column: Column
        if let dialect {
            // The caller knows; recognition only tells the variants of the dialect apart.
            let found = try? Recognizer(index, MigrationOptions()).recognise(dialect)
            column = found?.kind == kind ? found?.column ?? dialect.column : dialect.column
        } else {
            let found = try Recognizer(index, MigrationOptions()).recognise(nil)
            guard found.kind == kind else {
                throw MigrationError(.unrecognised, "the document is a \(found.kind.rawValue), not a \(kind.rawValue)", remedy: "decode it as what it is")
            }
            column = found.column
        }
        let node = envelope.wrappers.last == .promo && table == .promo ? promo(index, envelope) : envelope.node
        var converter = Converter(Plan.from(column, to: home.column), index, MigrationOptions(),
                                  envelopeID: table == .profile ? envelope.id.map { Array(index.raw($0)) } : nil)
        return try JSONScanner.index(try converter.record(node, table) ?? Array(index.raw(node)))
    }

    static func away(_ record: [UInt8], _ home: Dialect, _ dialect: Dialect, _ table: TableID) throws(MigrationError) -> [UInt8] {
        let index = try JSONScanner.index(record)
        var converter = Converter(Plan.from(home.column, to: dialect.column), index, MigrationOptions())
        return try converter.record(0, table) ?? record
    }

    /// The promo object around an embedded paywall.
    private static func promo(_ index: JSONIndex, _ envelope: Envelope) -> Int {
        var node = envelope.node
        repeat { node -= 1 } while node > 0 && !(index.kind(node) == .object && index.member(node, "paywall") == envelope.node)
        return max(node, 0)
    }
}
