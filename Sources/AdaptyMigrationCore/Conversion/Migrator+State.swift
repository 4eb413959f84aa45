extension Migrator {
    /// A document on its way.
    struct State {
        var document: [UInt8] { didSet { index = nil } }
        /// The document's index, where it is at hand.
        private(set) var index: JSONIndex?
        var hops: [Residue.Hop]
        var dialect: Dialect
        var column: Column
        var kind: RecordKind
        let source: Dialect
        /// What was given with a residue inside: as it was, without the residue, and what that held; `nil` for every
        /// other document.
        var given: (record: [UInt8], document: [UInt8], hops: [Residue.Hop])?
        var ledger: Ledger
        /// An event that nothing says is Adapty's, a flow, an onboarding, or a fallback file that an SDK reads as it is.
        var isLeftAlone = false
        /// From the document that was given; `nil` unless somebody asked.
        var steps: [ObservedStep]?

        func indexed(_ options: MigrationOptions) throws(MigrationError) -> JSONIndex {
            if let index { index } else { try options.index(document) }
        }

        func migration(_ target: Dialect) -> Migration {
            Migration(
                document: document, residue: hops.isEmpty ? .none : .parsed(Residue(hops: hops)), whole: unchanged,
                ledger: ledger, source: source, target: target, kind: kind,
                steps: steps)
        }

        /// Whether the residue leads back to a dialect.
        func came(from dialect: Dialect) -> Bool { hops.contains { $0.from.dialect == dialect } }

        private var unchanged: [UInt8]? {
            guard let given, given.document == document, Residue(hops: given.hops) == Residue(hops: hops) else {
                return nil
            }
            return given.record
        }
    }
}
