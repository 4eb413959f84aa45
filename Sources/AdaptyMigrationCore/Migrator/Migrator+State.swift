extension Migrator {
    /// A document on its way.
    struct State {
        /// Without its residue.
        var document: [UInt8] { didSet { (index, whole) = (nil, nil) } }
        /// The document's index, where it is at hand.
        private(set) var index: JSONIndex?
        /// The residues of the document, the last one first to come off.
        var layers: [Residue.Layer]
        var column: Column
        var kind: RecordKind
        let source: Dialect
        /// The document with its residue, where both are as they were given or kept.
        var whole: [UInt8]?
        /// The document before the first conversion of this call; `nil` as long as there was none.
        var origin: Origin?
        /// What the conversions of this call were told, where it had an effect, and what they are told again because
        /// an earlier conversion of the same original was.
        var settings = Residue.Settings(), inherited = Residue.Settings()
        var ledger: Ledger
        /// An event that nothing says is Adapty's, a flow, an onboarding, or a fallback file that an SDK reads as it is.
        var isLeftAlone = false
        /// Whether a document that is the same in both dialects has a residue too.
        var keepsUnchanged = false
        /// From the document that was given; `nil` unless somebody asked.
        var steps: [ObservedStep]?

        /// What a conversion began with.
        struct Origin {
            let document: [UInt8], whole: [UInt8]
            let column: Column
            let kind: RecordKind
        }

        init(
            _ document: [UInt8], _ index: JSONIndex, _ column: Column, _ kind: RecordKind, layers: [Residue.Layer] = [],
            whole: [UInt8]? = nil, ledger: Ledger
        ) {
            (self.document, self.index, self.layers, self.whole) = (document, index, layers, whole)
            (self.column, self.kind, self.ledger, source) = (column, kind, ledger, column.dialect)
        }

        var dialect: Dialect { column.dialect }

        func indexed(_ options: MigrationOptions) throws(MigrationError) -> JSONIndex {
            if let index { index } else { try options.index(document) }
        }

        /// Notes where a conversion begins.
        mutating func begin() {
            guard origin == nil else { return }
            let whole = whole ?? layers.last.map { ResidueMember.embed($0.residue, in: document) } ?? document
            origin = Origin(document: document, whole: whole, column: column, kind: kind)
        }

        /// A document that is the same in both dialects begins in the second one.
        mutating func forgetOrigin() {
            if layers.isEmpty, !keepsUnchanged, origin?.document == document { origin = nil }
        }

        /// The original of a residue that came off, byte for byte.
        mutating func restore(_ layer: Residue.Layer) {
            (document, column, kind) = (layer.body, layer.residue.from, layer.residue.kind)
            if !layers.isEmpty { whole = layer.residue.original }
        }

        func migration(_ target: Dialect) -> Migration {
            let earlier = layers.last?.residue, made = residue
            return Migration(
                document: document, residue: (made ?? earlier).map { .parsed($0) } ?? .none,
                whole: made == nil ? whole : nil, ledger: ledger, source: source, target: target, kind: kind,
                steps: steps)
        }

        /// The residue of what this call converted; `nil` if nothing changed.
        private var residue: Residue? {
            guard let origin, keepsUnchanged || origin.document != document || origin.column != column else {
                return nil
            }
            return Residue(
                from: origin.column, to: column, kind: origin.kind, settings: settings, of: document,
                original: origin.whole)
        }

        /// Whether the residues lead back to a dialect.
        func came(from dialect: Dialect) -> Bool {
            layers.contains { $0.residue.columns.contains { $0.dialect == dialect } }
        }
    }
}
