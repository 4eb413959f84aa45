/// One converted record.
public struct Migration: Sendable {
    /// The converted document, without its residue.
    public let documentWithoutResidue: [UInt8]
    /// The document with its residue as the last member of the root: the form to store. A record that was given with
    /// its residue and did not change is returned as it was given. This holds even if its spacing or the position of
    /// its residue was changed in between (a `jsonb` column changes both). A document for JavaScript (`sdk3-bridge`) never
    /// has one inside: its SDK refuses members that it does not know.
    public let document: [UInt8]
    /// The original, from which the way back is exact; `nil` when nothing changed.
    public var residue: Residue? {
        // It was written a moment ago.
        json.flatMap { try? Residue(json: $0) }
    }
    /// Whether there is a ``residue``.
    public var hasResidue: Bool { json != nil }
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

    /// The residue as it is written.
    private let json: [UInt8]?
    /// What tells the losses; `nil` when there are none, or the ledger has them.
    private let unsaid: Unsaid?

    /// A conversion that can be made again, to be told what it lost.
    struct Unsaid: Sendable {
        let document: [UInt8]
        let request: Request
        let residue: Residue?
    }

    init(
        document: [UInt8], residue: [UInt8]?, whole: [UInt8], ledger: Ledger, _ outcome: Outcome,
        steps: [ObservedStep]?, unsaid: Unsaid?
    ) {
        (documentWithoutResidue, json, self.document) = (document, residue, whole)
        (self.ledger, self.steps, self.unsaid) = (ledger, steps, unsaid)
        (source, target, kind) = (outcome.source, outcome.target, outcome.kind)
    }
}

extension Migration {
    /// The data that is missing in ``documentWithoutResidue``: members that only the residue has
    /// (``Ledger/Action/stashed``), and edits for which the older dialect has no place (``Ledger/Action/dropped``). Without
    /// ``MigrationOptions/keepsLedger`` the conversion is made once more to find them.
    public var losses: [Ledger.Entry] {
        let told = unsaid.flatMap { try? $0.told() } ?? ledger
        return told.entries.filter { $0.action == .stashed || $0.action == .dropped }
    }
}

extension Migration.Unsaid {
    fileprivate func told() throws(MigrationError) -> Ledger {
        var request = request
        request.options.keepsLedger = true
        return try Engine.lend { engine throws(MigrationError) in
            engine.migration(try engine.run(engine.load(document), request, residue: residue)).ledger
        }
    }
}
