/// Brings a document to the dialect a model reads, and what a model writes to the dialect asked for.
enum ModelBridge {
    static func home(_ document: [UInt8], _ dialect: Dialect?, _ home: Dialect, _ table: TableID) throws(MigrationError) -> JSONIndex {
        let index = try JSONScanner.index(document)
        let options = MigrationOptions()
        let envelope = Envelope(index)
        var column = (dialect ?? home).column
        var node = envelope.entries == nil ? envelope.node : 0
        if envelope.wrappers.last == .promo, table == .promo { node = promo(index, envelope) }
        if let kind = Kind.allCases.first(where: { $0.table == table && !$0.isList }), let found = try? Recognizer(index, options).recognise(dialect), found.kind == kind {
            column = found.column
        } else if dialect == nil, let kind = Kind.allCases.first(where: { $0.table == table && !$0.isList }) {
            let found = try Recognizer(index, options).recognise(nil)
            guard found.kind == kind else {
                throw MigrationError(.unrecognised, "the document is a \(found.kind.rawValue), not a \(kind.rawValue)", remedy: "decode it as what it is")
            }
        }
        var converter = Converter(Plan.from(column, to: home.column), index, options, envelopeID: table == .profile ? envelope.id.map { Array(index.raw($0)) } : nil)
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
