extension Engine {
    /// A document on its way.
    struct State {
        /// The bytes that were given.
        private(set) var given: PaddedView
        /// Without its residue.
        var document: Document { didSet { (view, found, whole) = (document.view, nil, nil) } }
        /// The document's bytes.
        private(set) var view: PaddedView
        /// What the document was recognised as; `nil` once it was converted.
        var found: Found?
        /// The residues of the document, the last one first to come off.
        var layers: ArraySlice<Layer> = []
        /// Whether the record had any.
        var hadResidue = false
        var column: Column { didSet { found = nil } }
        var kind: RecordKind
        private(set) var source: Dialect
        /// The document with its residue, where both are as they were given or kept.
        var whole: PaddedView?
        /// The document before the first conversion of this run; `nil` as long as there was none.
        var origin: Origin?
        /// What the conversions of this run were told, where it had an effect, and what they are told again because an
        /// earlier conversion of the same original was.
        var settings = Residue.Settings(), inherited = Residue.Settings()
        var ledger: Ledger
        /// An event that nothing says is Adapty's, a flow, an onboarding, or a fallback file that an SDK reads as it is.
        var isLeftAlone = false
        /// Whether a document that is the same in both dialects has a residue, too.
        var keepsUnchanged = false
        /// Whether every residue that came off belongs to the very bytes of its document.
        var isAsWritten = true
        /// From the document that was given; `nil` unless somebody asked.
        var steps: [ObservedStep]?

        /// What a conversion began with.
        struct Origin {
            let document: PaddedView, whole: PaddedView
            let column: Column
            let kind: RecordKind
        }

        init(_ given: Document) {
            (self.given, document, view) = (given.view, given, given.view)
            (column, kind, source, ledger) = (.sdk2, .profile, .sdk2, Ledger(keepsEntries: false))
        }

        /// Another document. It is written in the place of the last one, because a copy would cost as much as a step.
        ///
        /// - Parameter document: without its residue.
        mutating func begin(
            _ given: Document, _ document: Document, _ column: Column, _ kind: RecordKind, _ options: MigrationOptions
        ) {
            (self.given, self.document) = (given.view, document)
            (self.column, self.kind, source) = (column, kind, column.dialect)
            (layers, hadResidue, origin, steps) = ([], false, nil, nil)
            (settings, inherited) = (Residue.Settings(), Residue.Settings())
            (isLeftAlone, keepsUnchanged, isAsWritten) = (false, false, true)
            ledger = Ledger(keepsEntries: options.keepsLedger)
        }

        mutating func begin(_ given: Document, _ found: Found, _ options: MigrationOptions) {
            begin(given, given, found.column, found.kind, options)
            (self.found, isLeftAlone) = (found, found.isLeftAlone)
        }

        /// A document that is the same in both dialects begins in the second one.
        mutating func forgetOrigin() {
            if layers.isEmpty, !keepsUnchanged, let origin, origin.document.equals(view) {
                self.origin = nil
            }
        }

        /// The original of a residue that came off, byte for byte.
        mutating func restore(_ layer: Layer) {
            (document, column, kind) = (layer.body, layer.head.from, layer.head.kind)
            if !layers.isEmpty { whole = layer.original.view }
        }
    }

    // What follows is not of the state, which would be copied for it.

    /// Whether the residues lead back to a dialect.
    func came(from dialect: Dialect) -> Bool {
        state.layers.contains { $0.head.columns.contains { $0.dialect == dialect } }
    }

    /// Whether this run made a residue.
    var isMade: Bool {
        guard let origin = state.origin else { return false }
        return state.keepsUnchanged || origin.column != state.column
            || !origin.document.equals(state.view)
    }

    /// The residue, and its original: of what this run converted, else the last one of earlier; `nil` for none.
    var made: (head: Residue.Head, original: PaddedView)? {
        guard isMade, let origin = state.origin else {
            return state.layers.last.map { ($0.head, $0.original.view) }
        }
        let head = Residue.Head(
            from: origin.column, to: state.column, kind: origin.kind, settings: state.settings,
            hash: Fingerprint.Hash(Text(state.view)).value)
        return (head, origin.whole)
    }
}
