/// What each member name of one column means to one model: ``TablePlan``, joined with the model's fields.
///
/// Only what needs no second look is done here: members that keep their bytes, members that get another name, values
/// that a codec changes. Everything that takes a decision between members (two spellings, holders, envelopes) is
/// declined.
///
/// **Contract.** `model` is the address of an initialised model of ``layout``, held by the caller; offsets come from
/// the layout alone.
final class DecodePlan: Sendable {
    private enum Kind: Sendable, BitwiseCopyable {
        case field
        /// A name that only counts where the field has no other (`id` for `profile_id`).
        case fallback
        /// The text or the object of a remote config; which of the two, its first byte says.
        case textPayload, objectPayload
        /// A member without a field, under its name in the home column.
        case keep
        /// The home column has no such member.
        case drop
        /// The name of an envelope: declined when it could be one.
        case envelope
        case decline
    }

    private struct Action: Sendable, BitwiseCopyable {
        let kind: Kind
        var check = LeafCheck.always
        var row = 0
        /// The field, or the name among ``names``.
        var position = 0
        /// The plan of the record inside, among ``children``.
        var child = -1
    }

    private let layout: RecordLayout
    private let from: Column
    private let keys: KeyIndex
    private let actions: [Action]
    private let heads: ExpectedHeads
    private let names: [String]
    private let children: [DecodePlan]

    init?(_ layout: RecordLayout, from: Column) {
        // API v2 differs in structure, a promo is around another record.
        guard from != .serverV2, from.isEvent == layout.home.isEvent, layout.table.id != .promo,
            layout.table.rows.count <= 128
        else { return nil }
        self.layout = layout
        self.from = from
        let plan = TablePlan(layout.table, from: from, to: layout.home)
        var keys: [(name: String, value: Int)] = []
        var actions: [Action] = []
        var names: [String] = []
        var children: [DecodePlan] = []
        for row in layout.table.rows {
            // ``TablePlan`` decides which names of the model's own column are read.
            for spelling in row.names[from] + row.names[layout.home] {
                guard let name = spelling.path.first, let action = plan.keys[Array(name.utf8)[...]] else { continue }
                keys.append((name, actions.count))
                actions.append(DecodePlan.action(plan.actions[action], name, plan, layout, from, &names, &children))
            }
        }
        heads = ExpectedHeads(keys.map(\.name))
        for name in Envelope.names { keys.append((name, actions.count)) }
        actions.append(Action(kind: .envelope))
        self.keys = KeyIndex(keys)
        self.actions = actions
        self.names = names
        self.children = children
    }

    private static func action(
        _ action: TablePlan.Action, _ name: String, _ plan: TablePlan, _ layout: RecordLayout, _ from: Column,
        _ names: inout [String], _ children: inout [DecodePlan]
    ) -> Action {
        let decline = Action(kind: .decline)
        guard case .row(let row, _, let use) = action else { return decline }
        let codec = plan.rows[row].codec, check = LeafCheck(codec, to: layout.home)
        guard let target = plan.targets[row] else { return codec.isLeaf ? Action(kind: .drop, row: row) : decline }
        guard target.count == 1 else { return decline }
        guard let slot = layout.byRow[row], layout.slots[slot].name == target[0] else {
            guard use != .fallback, codec.isLeaf, layout.fields.find(target[0]) == nil else { return decline }
            names.append(target[0])
            return Action(kind: .keep, check: check, row: row, position: names.count - 1)
        }
        if use == .fallback {
            return codec.isLeaf ? Action(kind: .fallback, check: check, row: row, position: slot) : decline
        }
        switch codec {
        case .custom(.remoteConfig):
            return from == layout.home && name == target[0]
                ? Action(kind: from.isSDK1 ? .textPayload : .objectPayload, row: row, position: slot) : decline
        case .custom: return decline
        case .record, .entries:
            guard let inner = layout.slots[slot].ops.shape.layout, inner.home == layout.home,
                let child = inner.decoding(from),
                codec.hasSameContainer(from, layout.home)
            else { return decline }
            children.append(child)
            return Action(kind: .field, row: row, position: slot, child: children.count - 1)
        default: return Action(kind: .field, check: check, row: row, position: slot)
        }
    }

    deinit { heads.deallocate() }

    // MARK: Reading

    /// Reads a whole document into a new model at the address.
    ///
    /// - Parameter envelopeID: the id token of an envelope, for a profile that has none of its own.
    func read(_ document: UnsafeBufferPointer<UInt8>, _ model: UnsafeMutableRawPointer, _ envelopeID: [UInt8]?) -> Bool
    {
        guard var reader = TypedReader(document) else { return false }
        reader.skipSpace()
        return read(&reader, model, hasEnvelopeID: envelopeID != nil) && reader.isAtEnd() && setID(envelopeID, model)
    }

    /// The same for a document that may be in the envelope of a JSON:API or of the server API, `{"data": …}`.
    func readWrapped(_ document: UnsafeBufferPointer<UInt8>, _ model: UnsafeMutableRawPointer) -> Bool {
        guard var reader = TypedReader(document) else { return false }
        reader.skipSpace()
        let start = reader.position
        guard reader.take(0x7B) else { return false }
        reader.skipSpace()
        guard reader.takeName("data") else {
            reader.position = start
            return !reader.isDeclined && read(&reader, model) && reader.isAtEnd()
        }
        guard let isAttributes = reader.isJSONAPI() else { return false }
        guard isAttributes ? readAttributes(&reader, model) : read(&reader, model) else { return false }
        reader.skipSpace()
        return reader.take(0x7D) && reader.isAtEnd()
    }

    /// `{"type": …, "id": …, "attributes": {…}}` and nothing else, with the id before the record.
    private func readAttributes(_ reader: inout TypedReader, _ model: UnsafeMutableRawPointer) -> Bool {
        var id: [UInt8]?
        var hasType = false
        guard reader.take(0x7B) else { return false }
        while true {
            reader.skipSpace()
            if !hasType, reader.takeName("type") {
                hasType = true
                guard reader.string() != nil else { return false }
            } else if id == nil, reader.takeName("id") {
                let start = reader.position
                guard reader.string() != nil else { return false }
                id = reader.bytes(from: start)
            } else {
                break
            }
            reader.skipSpace()
            guard reader.take(0x2C) else { return false }
        }
        let isProfile = layout.table.id == .profile
        guard reader.takeName("attributes"), read(&reader, model, hasEnvelopeID: isProfile && id != nil) else {
            return false
        }
        reader.skipSpace()
        return reader.take(0x7D) && (!isProfile || setID(id, model))
    }

    /// Gives a profile without an id the envelope's.
    private func setID(_ envelopeID: [UInt8]?, _ model: UnsafeMutableRawPointer) -> Bool {
        guard let envelopeID, let row = layout.rows.find("profile_id"), let position = layout.byRow[row] else {
            return true
        }
        let fields = layout.references
        guard fields.isAbsent(position, model) else { return true }
        let unknown = (model + layout.unknown).assumingMemoryBound(to: [RawMember].self)
        return !unknown.pointee.contains { $0.name == fields[position].name } && read(envelopeID, position, model)
    }

    /// Reads the object at the reader's position into a new model at the address; false when the reader declined.
    func read(_ reader: inout TypedReader, _ model: UnsafeMutableRawPointer, hasEnvelopeID: Bool = false) -> Bool {
        var seen = SeenRows()
        var unknown = UnknownMembers()
        var fallback: Fallback?
        guard reader.take(0x7B) else { return reader.decline() }
        reader.skipSpace()
        if reader.take(0x7D) { return true }
        var followers = heads.takeFollowers(), last = heads.beginning
        while true {
            var action: Int? = followers[last]
            if !reader.take(heads[followers[last]]) {
                guard let name = reader.string(), !name.hasEscapes, reader.colon() else { return reader.decline() }
                action = keys.find(reader.base + name.start, name.end - name.start)
                if let found = action, actions[found].kind != .envelope {
                    followers[last] = found
                } else {
                    guard action == nil || !reader.isAtContainer, unknown.read(&reader, reader.decode(name)) else {
                        return reader.decline()
                    }
                    action = nil
                }
            }
            if let action {
                guard member(actions[action], &reader, model, &seen, &unknown, &fallback) else {
                    return reader.decline()
                }
                last = action
            }
            guard let goesOn = reader.comma(closing: 0x7D) else { return reader.decline() }
            if !goesOn { break }
        }
        heads.giveBack(followers)
        // The fallback of a profile's id gives way to the envelope's.
        if let fallback, !hasEnvelopeID, !isOverruled(fallback, reader, model, seen) {
            let end = reader.position, count = unknown.members.count
            reader.position = fallback.start
            guard field(fallback.action, &reader, model, &unknown), unknown.members.count == count else {
                return reader.decline()
            }
            reader.position = end
        }
        if !unknown.members.isEmpty {
            (model + layout.unknown).assumingMemoryBound(to: [RawMember].self).pointee = unknown.members
        }
        return true
    }

    private struct Fallback {
        let action: Action
        let start: Int
    }

    /// Whether the field has a value under another name, or both are null.
    private func isOverruled(
        _ fallback: Fallback, _ reader: TypedReader, _ model: UnsafeMutableRawPointer, _ seen: SeenRows
    ) -> Bool {
        guard seen.contains(fallback.action.row) else { return false }
        let fields = layout.references, position = fallback.action.position
        return !fields.isNull(position, model) || reader.base[fallback.start] == 0x6E
    }

    @inline(__always)
    private func member(
        _ action: Action, _ reader: inout TypedReader, _ model: UnsafeMutableRawPointer, _ seen: inout SeenRows,
        _ unknown: inout UnknownMembers, _ fallback: inout Fallback?
    ) -> Bool {
        switch action.kind {
        case .field: return seen.insert(action.row) && field(action, &reader, model, &unknown)
        case .textPayload:
            return seen.insert(action.row) && (reader.byte == 0x22 || reader.byte == 0x6E)
                && field(action, &reader, model, &unknown)
        case .objectPayload:
            return seen.insert(action.row) && (reader.byte == 0x7B || reader.byte == 0x6E)
                && field(action, &reader, model, &unknown)
        case .keep:
            let name = names[action.position]
            guard seen.insert(action.row), !unknown.contains(name) else { return false }
            let start = reader.position
            guard reader.skipValue() else { return false }
            unknown.append(name, recoded(action, reader, start).map { Lexeme($0) } ?? reader.lexeme(from: start))
            return true
        case .drop: return seen.insert(action.row) && reader.skipValue()
        case .fallback:
            guard fallback == nil else { return false }
            fallback = Fallback(action: action, start: reader.position)
            return reader.skipValue()
        case .envelope, .decline: return false
        }
    }

    private func field(
        _ action: Action, _ reader: inout TypedReader, _ model: UnsafeMutableRawPointer, _ unknown: inout UnknownMembers
    ) -> Bool {
        let fields = layout.references, position = action.position
        let start = reader.position, lead = reader.byte
        if fields.read(position, &reader, model, action.child < 0 ? nil : children[action.child]) {
            if action.check.isSame(lead) { return true }
            guard let bytes = recoded(action, reader, start) else { return true }
            return read(bytes, position, model)
        }
        // Of another type. A leaf is kept as it is, or as its codec makes it; the general path looks into a container.
        guard !reader.isDeclined, action.child < 0, reader.position == start, reader.skipValue() else { return false }
        guard let bytes = recoded(action, reader, start) else {
            let name = fields[position].name
            guard !unknown.contains(name) else { return false }
            unknown.append(name, reader.lexeme(from: start))
            return true
        }
        return read(bytes, position, model)
    }

    /// What the codec makes of the value that ends at the reader's position; `nil` when it stays.
    private func recoded(_ action: Action, _ reader: TypedReader, _ start: Int) -> [UInt8]? {
        let value = UnsafeBufferPointer(start: reader.base + start, count: reader.position - start)
        if action.check.isSame(value, room: reader.end - start) { return nil }
        if let repaired = action.check.repaired(value, room: reader.end - start) { return repaired }
        return layout.table.rows[action.row].codec.recoded(Array(value), from: from, to: layout.home)
    }

    /// Sets a field from a recoded value.
    private func read(_ bytes: [UInt8], _ position: Int, _ model: UnsafeMutableRawPointer) -> Bool {
        let fields = layout.references
        return bytes.withUnsafeBufferPointer { bytes in
            guard var reader = TypedReader(bytes) else { return false }
            return fields.read(position, &reader, model, nil) && reader.isAtEnd()
        }
    }
}

extension Codec {
    /// The value as ``recode(_:_:from:to:)`` writes it; `nil` when it stays.
    func recoded(_ value: [UInt8], from: Column, to: Column) -> [UInt8]? {
        guard let index = try? JSONScanner.index(value) else { return nil }
        return switch recode(index, 0, from: from, to: to) {
        case .recoded(let bytes), .repaired(let bytes): bytes
        case .same, .unreadable: nil
        }
    }

    /// Whether entries stay where they are, by key or in order.
    func hasSameContainer(_ from: Column, _ to: Column) -> Bool {
        guard case .entries = self else { return true }
        switch (container(in: from), container(in: to)) {
        case (.dictionary, .dictionary), (.dictionaryOfLists, .dictionaryOfLists), (.list, .list): return true
        default: return false
        }
    }
}
