/// What must be done to a document `base` to get `target` back, byte for byte: the heart of the residue.
///
/// `base` is what the table's way back makes of the upgraded document; `target` is the original. Everything the table
/// reproduces by itself is not in the delta, so it is small; and because it is applied to what the way back makes of
/// the document **as it is then**, edits come through: a replaced value is put back only where the value is still the
/// one it belonged to.
///
/// Worked example, an access level whose flag was `0` and whose transaction id has no successor:
///
/// ```
/// target  {"id":"premium","is_active":0,"vendor_transaction_id":"1"}
/// base    {"id":"premium","is_active":false}
/// delta   {"in":{"is_active":["false","0"]},"cut":[["is_active",",\"vendor_transaction_id\":\"1\""]]}
/// ```
package indirect enum Delta: Sendable {
    /// The value was `expected` (a ``Fingerprint``); its original text is `text`.
    case replace(expected: String, text: [UInt8])
    case object(Object)
    case array(Array)

    /// Members are matched by name; what is only in `target` is put in at its anchor.
    package struct Object: Sendable {
        /// Changes inside members, by their name in `base`.
        var inner = NamedList<Delta>()
        /// Runs of bytes to put back after the member named, or at the start.
        var cuts: [Cut] = []
        /// Names written differently, as their original tokens.
        var names = NamedList<[UInt8]>()
        /// Members that are only in `base`, with the fingerprint of the value they had.
        var drops = NamedList<String>()
        /// The whole order and white space, where cuts cannot express it.
        var layout: Layout?

        var isEmpty: Bool { inner.isEmpty && cuts.isEmpty && names.isEmpty && drops.isEmpty && layout == nil }
    }

    struct Cut: Sendable {
        let after: String?
        let text: [UInt8]
        let guarded: Guard?
    }

    /// Put back only while another member still is what it was: otherwise the old text would overrule an edit.
    package struct Guard: Sendable {
        let name: String
        let fingerprint: String
    }

    package struct Layout: Sendable {
        package enum Item: Sendable {
            /// The gap before it, its reference in `base`, and for members the name token with its colon.
            case base(gap: [UInt8], reference: String, name: [UInt8])
            /// What is only in `target`. The guard of an element names the reference of the one with its identity.
            case text(gap: [UInt8], [UInt8], Guard?)
        }

        var items: [Item] = []
        var tail: [UInt8]
    }

    package struct Array: Sendable {
        /// Changes inside elements, by their reference.
        var inner = NamedList<Delta>()
        var layout: Layout?
        /// The number of elements in `base`, which references by position rely on.
        var count: Int
        /// What each element of `base` was, by position, where elements have no identity: an element that moved is
        /// known by it.
        var prints = NamedList<String>()
        /// Elements that are only in `base`, with their fingerprints.
        var drops = NamedList<String>()

        var isEmpty: Bool { inner.isEmpty && layout == nil && drops.isEmpty }
    }
}

/// Where in a document a delta is: which table's names count as one field, and what identifies the entries of an array.
package enum DeltaContext: Sendable {
    case record(TableID, Column)
    /// An object that holds fields of a record (`placement`), by its number in the plan.
    case held(TableID, Column, Int)
    case entries(TableID, Column)
    /// A list document whose entries are of this table.
    case list(TableID, Column)
    /// The offer of API v2.
    case offer
    /// The custom attributes of API v2.
    case attributes
    case plain

    func child(_ index: JSONIndex, _ name: Int, _ value: Int) -> DeltaContext {
        switch self {
        case .record(let table, let column):
            let action = DeltaContext.plan(table, column).action(index, name)
            if case .holder(let holder, _)? = action, index.kind(value) == .object {
                return .held(table, column, holder)
            }
            guard case .row(let row, _, _)? = action else { return .plain }
            switch Table[table].rows[row].codec {
            case .record(let inner): return .record(inner, column)
            case .entries(let inner, _): return .entries(inner, column)
            case .custom(.offer): return .offer
            case .attributes: return .attributes
            default: return .plain
            }
        case .entries(let table, let column): return index.kind(value) == .array ? self : .record(table, column)
        case .list(let table, let column):
            if index.nameEquals(name, "attributes") || index.nameEquals(name, "v"), index.kind(value) == .object {
                return .record(table, column)
            }
            return index.nameEquals(name, "products") ? .list(.product, column) : self
        case .held, .offer, .attributes, .plain: return .plain
        }
    }

    func element(_ index: JSONIndex, _ element: Int) -> DeltaContext {
        switch self {
        case .entries(let table, let column): return .record(table, column)
        case .list(let table, let column):
            guard let inner = Envelope.entry(index, element, table) else { return .plain }
            return inner == element ? .record(table, column) : self
        default: return .plain
        }
    }

    /// What the names of a table mean in a column.
    private static func plan(_ table: TableID, _ column: Column) -> TablePlan {
        Plan.from(column, to: column.dialect.hub.column)[table]
    }

    /// The row a member name stands for; `nil` for unknown members.
    func row(_ index: JSONIndex, _ name: Int) -> Int? {
        if case .offer = self { return Offer.row(index, name) }
        if case .held(let table, let column, let holder) = self {
            let plan = DeltaContext.plan(table, column)
            guard let action = index.lookup(name, in: plan.holders[holder].keys),
                case .row(let row, _, _) = plan.actions[action]
            else { return nil }
            return row
        }
        guard case .record(let table, let column) = self,
            case .row(let row, _, _)? = DeltaContext.plan(table, column).action(index, name)
        else { return nil }
        return row
    }

    /// The row of a record that a name stands for; `nil` for unknown members.
    func row(named name: String) -> Int? {
        guard case .record(let table, let column) = self,
            case .row(let row, _, _)? = DeltaContext.plan(table, column).action(name)
        else { return nil }
        return row
    }

    /// The rows whose values a member holds (`placement`); empty for every other member.
    func heldRows(_ index: JSONIndex, _ member: JSONIndex.Member) -> Set<Int> {
        guard case .record(let table, let column) = self, index.kind(member.value) == .object else { return [] }
        let plan = DeltaContext.plan(table, column)
        guard case .holder(let holder, _)? = plan.action(index, member.name) else { return [] }
        var rows: Set<Int> = []
        func add(_ object: Int) {
            for inner in index.members(object) {
                guard let action = index.lookup(inner.name, in: plan.holders[holder].keys) else { continue }
                switch plan.actions[action] {
                case .row(let row, _, _): rows.insert(row)
                case .platform where object == member.value && index.kind(inner.value) == .object: add(inner.value)
                case .platform, .holder: continue
                }
            }
        }
        add(member.value)
        return rows
    }

    /// Whether the upgrade reads this member into the current document (and does not move it to the residue).
    func isLive(_ row: Int) -> Bool {
        guard case .record(let table, let column) = self else { return false }
        if case .custom = Table[table].rows[row].codec { return true }
        // An older variant of SDK 3 becomes its newest form, which has fields that the current dialect has not.
        if column.dialect.isSDK3 { return true }
        return DeltaContext.plan(table, column).targets[row] != nil
    }

    /// Whether a row is the offer of API v2, which may say nothing: then no member of the current document stands for
    /// it.
    func isOffer(_ row: Int) -> Bool {
        guard case .record(let table, _) = self else { return false }
        return Table[table].rows[row].codec == .custom(.offer)
    }

    /// The identity of each element; `nil` where one has none.
    func identities(_ index: JSONIndex, _ array: Int) -> [String]? {
        let identities = index.elements(array).map { identity(index, $0) }
        let known = identities.compactMap { $0 }
        return known.count == identities.count ? known : nil
    }

    /// The reference of each element: its identity where every one has its own, else its position.
    func references(_ index: JSONIndex, _ array: Int) -> [String] {
        if let known = identities(index, array), Set(known.map(ExactText.init)).count == known.count {
            return known.map { "=" + $0 }
        }
        return index.elements(array).indices.map(String.init)
    }

    private func identity(_ index: JSONIndex, _ element: Int) -> String? {
        let table: TableID, column: Column
        switch self {
        case .entries(let id, let of), .list(let id, let of): (table, column) = (id, of)
        case .attributes: return index.member(element, "key").flatMap { index.text($0) }
        default: return index.kind(element) == .string ? index.text(element) : nil
        }
        if index.kind(element) == .string { return index.text(element) }
        guard let inner = Envelope.entry(index, element, table), let id = Table[table].identity,
            let row = Table[table].row(id)
        else { return nil }
        return row.names[column].lazy.compactMap { index.member(inner, $0.path[$0.path.count - 1]) }.first.flatMap {
            index.text($0)
        }
    }
}

extension Delta.Object {
    /// The whole order and white space.
    package init(layout: Delta.Layout) {
        self.init()
        self.layout = layout
    }
}

extension Delta.Layout {
    /// Items without a gap behind the last.
    package init(_ items: [Item]) { self.init(items: items, tail: []) }
}
