import AdaptyMigrationCore

/// Where every member of a document went, and where every member of the converted document came from, as the conversion
/// itself did it.
///
/// Worked example, `{"profile_id":"p","app_id":"a","paid_access_levels":{"premium":{"is_active":1}}}` of SDK 1.x:
///
/// ```
/// copied    /profile_id                            → /profile_id
/// stashed   /app_id                                →
/// recoded   /paid_access_levels                    → /paid_access_levels
/// recoded   /paid_access_levels/premium            → /paid_access_levels/premium
/// recoded   /paid_access_levels/premium/is_active  → /paid_access_levels/premium/is_active
/// ```
///
/// Each member and array element of either document is in exactly one entry, or inside a value that is in one. The
/// residue's own member is in none.
public struct Lineage: Sendable, Hashable {
    /// What became of a field: most have one source and one target, a custom codec may have several.
    public struct Entry: Sendable, Hashable {
        public let action: Ledger.Action
        /// JSON pointers (RFC 6901) in the source document; empty for what the source does not have. Where names repeat
        /// in an object, the nth entry with a pointer speaks of the nth member.
        public let sources: [String]
        /// JSON pointers in the target document; empty for what is not in it. Of an entry that is
        /// ``Ledger/Action/missing`` where it would be.
        public let targets: [String]
        /// The row that says so; `nil` for members that are in no table.
        public let field: Field?
        /// What happened and why, in a few words; empty when there is nothing to say.
        public let note: String
    }

    /// One line of the mapping table.
    public struct Field: Sendable, Hashable {
        /// The kind of object, e.g. `Access level`.
        public let table: String
        /// The row's id: the field's name in the current dialect where it has one.
        public let row: String
        /// How values are read and written, in a word or two.
        public let codec: String
        /// What the field is, in one sentence.
        public let summary: String
        /// What happened to the field between the dialects; empty when nothing did.
        public let history: String
    }

    /// In the order of the source document, then of the target.
    public let entries: [Entry]

    /// - Parameter steps: of one conversion, the first of them ``ObservedStep/same(_:_:)``; `nil` when there are none.
    init?(_ steps: [ObservedStep]) {
        var whole: LineageStep?
        for step in steps {
            switch step {
            case .same(let index, let action): whole = .same(index, action)
            case .forward(let source, let target, let trace as LineageTrace):
                whole = whole?.then(LineageStep(source, target, trace))
            case .back(let source, let target, let trace as LineageTrace):
                whole = whole.map { $0.then(LineageStep(source, target, trace).reversed(from: $0.target)) }
            case .forward, .back: return nil
            }
        }
        guard let whole else { return nil }
        self.init(whole)
    }

    private init(_ step: LineageStep) {
        let sources = step.source.pointers(), targets = step.target.pointers()
        entries = step.ordered.map { link in
            Entry(
                action: link.action, sources: link.sources.map { sources[$0] },
                targets: link.expected.map { [$0] } ?? link.targets.map { targets[$0] }, field: link.field,
                note: link.note)
        }
    }
}

extension Lineage.Field {
    init(_ row: Row, _ table: TableID) {
        self.init(
            table: table.title, row: row.id, codec: row.codec.description, summary: row.summary, history: row.note)
    }
}

extension Migration {
    /// Where each member went; `nil` unless ``MigrationOptions/keepsLineage`` asked for it.
    public var lineage: Lineage? { steps.flatMap(Lineage.init) }
}

extension MigrationOptions {
    /// Whether a ``Migration`` tells where each member went.
    public var keepsLineage: Bool {
        get { observer == LineageTrace.self }
        set { observer = newValue ? LineageTrace.self : nil }
    }
}
