/// One converted record.
public struct Migration: Sendable {
    /// The converted document, without its residue.
    public let documentWithoutResidue: [UInt8]
    /// The original, from which the way back is exact; `nil` when nothing changed.
    public var residue: Residue? {
        switch kept {
        case .none: nil
        case .parsed(let residue): residue
        // It was written a moment ago.
        case .text(let text): try? Residue(json: text)
        }
    }
    /// Whether there is a ``residue``.
    public var hasResidue: Bool { if case .none = kept { false } else { true } }
    /// The actions by field; entries only with ``MigrationOptions/keepsLedger``.
    public let ledger: Ledger
    /// The dialect of the given document; `nil` for one of which nothing is known, which a downgrade leaves as it is.
    public let source: Dialect?
    /// The dialect of ``documentWithoutResidue``. Without a ``source`` it says nothing.
    public let target: Dialect
    /// The kind of record. Without a ``source`` it says nothing.
    public let kind: RecordKind
    /// The steps of the conversion; `nil` without an observer.
    package let steps: [ObservedStep]?

    /// The residue in the form in which it is at hand.
    enum Kept: Sendable {
        case none
        case parsed(Residue)
        case text([UInt8])
    }

    private let kept: Kept
    /// ``document``, where it is at hand: as it was written, or as it was given, if the record was already upgraded and
    /// neither it nor its residue changed.
    private let whole: [UInt8]?

    init(
        document: [UInt8], residue: Kept, whole: [UInt8]? = nil, ledger: Ledger, source: Dialect?,
        target: Dialect, kind: RecordKind, steps: [ObservedStep]? = nil
    ) {
        documentWithoutResidue = document
        kept = residue
        self.whole = whole
        self.ledger = ledger
        self.source = source
        self.target = target
        self.kind = kind
        self.steps = steps
    }

    /// The document with its residue as the last member of the root: the form to store. A record that was given with
    /// its residue and did not change is returned as it was given. This holds even if its spacing or the position of
    /// its residue was changed in between (a `jsonb` column changes both). A document for JavaScript (`sdk3-bridge`) never
    /// has one inside: its SDK refuses members that it does not know.
    public var document: [UInt8] {
        if let whole { return whole }
        guard let residue, target.holdsResidue else { return documentWithoutResidue }
        return ResidueMember.embed(residue, in: documentWithoutResidue)
    }
}

extension Migration {
    /// The data that is missing in ``documentWithoutResidue``: members that only the residue has
    /// (``Ledger/Action/stashed``), and edits for which the older dialect has no place (``Ledger/Action/dropped``).
    /// Entries only with ``MigrationOptions/keepsLedger``.
    public var losses: [Ledger.Entry] { ledger.entries.filter { $0.action == .stashed || $0.action == .dropped } }
}
