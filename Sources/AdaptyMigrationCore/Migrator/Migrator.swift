/// Converts records between dialects, from bytes to bytes, without loss.
///
/// ```swift
/// let migration = try Migrator().upgrade(oldPayload)
/// let current = migration.document                          // the current document with its residue
/// let original = try Migrator().downgrade(current).document  // == oldPayload
/// ```
public struct Migrator: Sendable {
    /// The options of its conversions.
    public let options: MigrationOptions

    /// Creates a migrator. It has no state: it can be kept, copied and used by several threads.
    public init(_ options: MigrationOptions = MigrationOptions()) { self.options = options }

    /// Upgrades a document to a dialect. A document that is newer than the target, or already in the target dialect,
    /// stays as it is.
    ///
    /// - Parameters:
    ///   - from: the document's dialect; `nil` to recognise it.
    ///   - to: the target; `nil` for the current dialect of its kind. A kind that `sdk2` or `sdk3` does not have, as
    ///     events, goes to its own current dialect.
    public func upgrade(_ document: [UInt8], from: Dialect? = nil, to: Dialect? = nil, residue: Residue? = nil)
        throws(MigrationError) -> Migration
    {
        try migration(document, Request(.upgrade, from: from, to: to, options), residue)
    }

    /// Downgrades a document to the dialect that its residue names, byte for byte where nothing was edited; or to the
    /// dialect `to`, as far as the mapping table goes.
    ///
    /// - Parameters:
    ///   - to: the target. `nil` restores a document with residue and leaves every other document as it is. A kind that
    ///     `sdk2` or `sdk3` does not have, as events, goes to its own current dialect.
    ///   - residue: the residue kept beside the document; `nil` when it is embedded. If it belongs to another document
    ///     than this one, it is not used (``Ledger/Action/otherDocument``).
    public func downgrade(_ document: [UInt8], from: Dialect? = nil, to: Dialect? = nil, residue: Residue? = nil)
        throws(MigrationError) -> Migration
    {
        try migration(document, Request(.downgrade, from: from, to: to, options), residue)
    }

    /// Converts a document to a newer or older dialect: through an embedded residue if it leads there, otherwise by the
    /// mapping table.
    ///
    /// - Parameter from: the document's dialect; `nil` to recognise it.
    /// - Throws: ``MigrationError`` `no-such-target` when the dialect has no such record, or another code with the
    ///   reason why the document cannot be converted.
    public func convert(_ document: [UInt8], from: Dialect? = nil, to target: Dialect) throws(MigrationError)
        -> Migration
    {
        try migration(document, Request(.convert, from: from, to: target, options))
    }

    /// The same for a record of a kind and dialect that are known, and that is not recognised again.
    package func convert(_ document: [UInt8], from: Dialect, _ kind: RecordKind, to target: Dialect)
        throws(MigrationError) -> Migration
    {
        try migration(document, Request(.convert, from: from, kind: kind, to: target, options))
    }

    /// An upgrade of a record of a kind and dialect that are known, and that is not recognised again.
    package func upgrade(_ document: [UInt8], from: Dialect, _ kind: RecordKind) throws(MigrationError) -> Migration {
        try migration(document, Request(.upgrade, from: from, kind: kind, options))
    }

    /// The residue of a document that is the same in both dialects: what the way back by the table alone would change
    /// in it.
    package func residue(ofUnchanged document: [UInt8], from: Dialect, to target: Dialect) throws(MigrationError)
        -> Residue
    {
        var request = Request(.convert, from: from, to: target, options)
        request.keepsUnchanged = true
        guard let residue = try migration(document, request).residue else { throw Residue.broken("") }
        return residue
    }

    private func migration(_ document: [UInt8], _ request: Request, _ residue: Residue? = nil) throws(MigrationError)
        -> Migration
    {
        try Engine.lend { engine throws(MigrationError) in
            engine.migration(try engine.run(engine.load(document), request, residue: residue))
        }
    }

    // MARK: Recognition

    /// What a document without its residue is. The dialect is stated by its residue, too.
    package func recognise(_ document: [UInt8], from dialect: Dialect?) throws(MigrationError) -> (
        index: JSONIndex, found: Found, stated: Dialect?
    ) {
        try Engine.lend { engine throws(MigrationError) in
            let (tape, found, stated) = try engine.recognise(engine.load(document), from: dialect, options)
            return (tape.index, found, stated)
        }
    }

    /// What a document is.
    ///
    /// - Parameter isOurs: whether the caller knows that it is Adapty's, so that little evidence is enough.
    /// - Throws: ``MigrationError`` `unrecognised` or `ambiguous`.
    package func found(_ index: JSONIndex, _ dialect: Dialect?, isOurs: Bool = false) throws(MigrationError) -> Found {
        try index.withPaddedTape { tape throws(MigrationError) in
            try Engine.lend { engine throws(MigrationError) in try engine.found(tape, dialect, isOurs: isOurs) }
        }
    }

    // MARK: Comparison

    /// Whether two documents of a dialect are the same record, edited or not.
    package func isSame(_ document: [UInt8], _ other: [UInt8], _ kind: RecordKind, _ dialect: Dialect)
        throws(MigrationError) -> Bool
    {
        let one = try options.index(document), two = try options.index(other)
        return DocumentIdentity.haveSameIDs(one, two, kind, dialect.column)
    }

    /// What tells a document from others, in every dialect and edited or not: its kind and its ids; `nil` when it has none.
    package func identity(_ document: [UInt8]) -> String? {
        guard let upgraded = try? upgrade(document), upgraded.source != nil,
            let index = try? options.index(upgraded.documentWithoutResidue)
        else { return nil }
        return DocumentIdentity(index, upgraded.kind.upgraded, upgraded.target.column).text
    }

    /// Whether a document has the values of another one, but for those that no decoder of its dialect reads: a program
    /// writes only what its types have.
    package func saysTheSame(_ document: [UInt8], _ typed: [UInt8], _ kind: RecordKind, _ dialect: Dialect) -> Bool {
        guard let all = try? options.index(document), let some = try? options.index(typed),
            some.onlyHere(0, than: all, 0).isEmpty
        else { return false }
        let passed = Set(PassedFields.pointers(in: all, kind.upgraded, dialect.column))
        return passed.isSuperset(of: all.onlyHere(0, than: some, 0))
    }

    /// Whether a document has the values of another one, whatever program wrote it anew.
    package func saysTheSame(_ document: [UInt8], _ anew: [UInt8]) -> Bool {
        if document == anew { return true }
        guard let then = try? options.index(document), let now = try? options.index(anew) else { return false }
        return SameValue.holds(then, 0, now, 0)
    }
}

extension MigrationOptions {
    /// The index of a document, no deeper than allowed.
    package func index(_ document: [UInt8]) throws(MigrationError) -> JSONIndex {
        try JSONScanner.index(document, maximumDepth: maximumDepth)
    }
}
