import AdaptyMigrationCore

/// The target of every source member, and the source of every target member, recorded during the conversion.
///
/// Worked example, `{"id":"p","type":"t","attributes":{"paid_access_levels":{"premium":{"is_active":1}}}}` of SDK 1.x:
///
/// ```
/// renamed   /id                                               → /profile_id
/// stashed   /type                                             →
/// wrapped   /attributes                                       →
/// recoded   /attributes/paid_access_levels                    → /paid_access_levels
/// recoded   /attributes/paid_access_levels/premium            → /paid_access_levels/premium
/// recoded   /attributes/paid_access_levels/premium/is_active  → /paid_access_levels/premium/is_active
/// ```
///
/// Each member and array element of either document is in exactly one entry, or inside a value that is in one. The
/// member of the residue is in none.
@_spi(Tools) public struct Lineage: Sendable, Hashable {
    /// The result for a field. Most entries have one source and one target; a custom codec may have several.
    public struct Entry: Sendable, Hashable {
        /// How the sources became the targets.
        public let action: Ledger.Action
        /// JSON pointers (RFC 6901) in the source document; empty if the source does not have the field. If names
        /// repeat in an object, the nth entry with a pointer describes the nth member.
        public let sources: [String]
        /// JSON pointers in the target document; empty if the field is not in it. For ``Ledger/Action/missing`` it is
        /// the place where the field would be.
        public let targets: [String]
        /// The row of the mapping table; `nil` for members that are in no table.
        public let field: Field?
        /// The action and its reason, in a few words; may be empty.
        public let note: String
    }

    /// One line of the mapping table.
    public struct Field: Sendable, Hashable {
        /// The kind of object, e.g. `Access level`.
        public let table: String
        /// The row's id: the field's name in the current dialect, if it has one.
        public let row: String
        /// The codec of the value, in a word or two.
        public let codec: String
        /// The description of the field, in one sentence.
        public let summary: String
        /// The changes of the field between the dialects; empty when there are none.
        public let history: String
    }

    /// The entries in the order of the source document, then of the target.
    public let entries: [Entry]

    /// - Parameter steps: the steps of one conversion, beginning with ``ObservedStep/same(_:_:)``; `nil` when there are
    ///   none.
    init?(_ steps: [ObservedStep]) {
        var whole: LineageStep?
        for step in steps {
            switch step {
            case .same(let index, let action): whole = .same(index, action)
            case .mended(let source, let target, let notes):
                whole = whole?.then(LineageStep(source, target, mended: notes))
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
    /// The lineage of all members; `nil` unless ``MigrationOptions/keepsLineage`` requested it.
    @_spi(Tools) public var lineage: Lineage? { steps.flatMap(Lineage.init) }
}

extension MigrationOptions {
    /// Whether a ``Migration`` records where each member went.
    @_spi(Tools) public var keepsLineage: Bool {
        get { observer == LineageTrace.self }
        set { observer = newValue ? LineageTrace.self : nil }
    }
}
