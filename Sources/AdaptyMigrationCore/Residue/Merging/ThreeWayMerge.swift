/// Brings the edits of an upgraded document into its original, whose other bytes stay.
///
/// All three documents are in the original's dialect: `ours` is the original, `base` what the table alone makes of the
/// upgraded document as it was, and `theirs` what it makes of the document as it is now. What differs between `base`
/// and `theirs` was edited.
///
/// Worked example, an access level whose flag was `0`, and of which somebody changed the id:
///
/// ```
/// ours    {"id":"premium","is_active":0,"vendor_transaction_id":"1"}
/// base    {"id":"premium","is_active":false}
/// theirs  {"id":"gold","is_active":false}
/// result  {"id":"gold","is_active":0,"vendor_transaction_id":"1"}
/// ```
package struct ThreeWayMerge {
    let ours: JSONIndex, base: JSONIndex, theirs: JSONIndex
    /// Who edited the document; `nil` for somebody who sees all of the original, or when an entry at hand may be another
    /// one than the original has.
    var editor: DocumentEditor?
    /// JSON pointers, in the original's record, to what an edit made obsolete.
    private(set) var stale: [String] = []
    /// The node of the record.
    private let record: Int
    /// Whether the envelope has an id, and its token if it was edited.
    private let hasEnvelopeID: Bool
    private(set) var envelopeID: [UInt8]?
    /// How deep the value at hand is, and the depth from which on an edited value is replaced as a whole.
    private var depth = 0
    private static let deepest = 64

    package init(
        _ ours: JSONIndex, record: Int = 0, base: JSONIndex, theirs: JSONIndex, editor: DocumentEditor? = nil,
        hasEnvelopeID: Bool = false
    ) {
        (self.ours, self.record, self.base, self.theirs, self.editor) = (ours, record, base, theirs, editor)
        self.hasEnvelopeID = hasEnvelopeID
    }

    mutating func note(_ o: Int) {
        stale.append(String(ours.pointer(o).dropFirst(ours.pointer(record).count)))
    }

    /// The new bytes of a value of the original; `nil` when it stays.
    package mutating func value(_ o: Int, _ b: Int, _ t: Int, _ context: MergeContext) -> [UInt8]? {
        if isUnedited(b, t) { return nil }
        depth += 1
        defer { depth -= 1 }
        switch (ours.kind(o), base.kind(b), theirs.kind(t)) {
        case (.object, .object, .object) where depth <= ThreeWayMerge.deepest: return object(o, b, t, context)
        case (.array, .array, .array) where depth <= ThreeWayMerge.deepest: return array(o, b, t, context)
        case (.array, .object, .object) where depth <= ThreeWayMerge.deepest:
            return map(o, b, t, context) ?? Array(theirs.raw(t))
        case (.number, .true, .false), (.number, .false, .true):
            // SDK 1.x has flags as numbers.
            return Array(theirs.kind(t) == .true ? "1".utf8 : "0".utf8)
        default:
            if !SameValue.holds(ours, o, base, b) { note(o) }
            return Array(theirs.raw(t))
        }
    }

    func isUnedited(_ b: Int, _ t: Int) -> Bool { SameValue.holds(base, b, theirs, t) }

    // MARK: Objects

    /// What becomes of the members of the original's record, by the nodes of their names, and what is added, by object.
    private struct Changes {
        var values: [Int: [UInt8]] = [:], names: [Int: String] = [:]
        /// By name, the object of the member.
        var removed: [Int: Int] = [:]
        /// By the object, with the names of the objects in between that are not there yet.
        var added: [Int: [(path: ArraySlice<String>, value: [UInt8])]] = [:]
    }

    private mutating func object(_ o: Int, _ b: Int, _ t: Int, _ context: MergeContext) -> [UInt8] {
        let os = context.fields(ours, o), bs = context.fields(base, b), ts = context.fields(theirs, t)
        var changes = Changes()
        for key in bs.order + ts.order.filter({ bs.fields[$0] == nil }) {
            var mine = os.fields[key] ?? [], before = bs.fields[key] ?? [], after = ts.fields[key] ?? []
            if after.contains(where: { !$0.isHolder }), before.contains(where: { !$0.isHolder }) {
                // Beside a member of the same name that says something, the objects are not it.
                (mine, before, after) = (
                    mine.filter { !$0.isHolder }, before.filter { !$0.isHolder }, after.filter { !$0.isHolder }
                )
            }
            if let composite = context.composite(key), composite == .remoteConfig || before.count > 1 || after.count > 1
            {
                compose(mine, before, after, o, &changes)
                continue
            }
            let winner = winner(mine)
            guard let new = after.last else {
                // A program writes only what its types have.
                if let editor, context.isUnseen(key, by: editor) { continue }
                for field in mine {
                    let isSaid = before.last.map { SameValue.holds(ours, field.value, base, $0.value) } ?? false
                    let isNew = changes.removed.updateValue(field.holders.last ?? o, forKey: field.name) == nil
                    if isNew, !isSaid, !field.isHolder { note(field.value) }
                }
                continue
            }
            // What they hold comes by itself.
            if new.isHolder, winner.map(\.isHolder) ?? (Int(theirs[new.value].next) > new.value + 1) { continue }
            if isInEnvelope(mine, key, context) {
                if let old = before.last, isUnedited(old.value, new.value) { continue }
                envelopeID = Array(theirs.raw(new.value))
                continue
            }
            guard let winner else {
                if let old = before.last, isUnedited(old.value, new.value) { continue }
                add(new, o, &changes)
                continue
            }
            if let old = before.last {
                let inner = context.child(key, ours, winner)
                guard let bytes = value(winner.value, old.value, new.value, inner) else { continue }
                changes.values[winner.name] = bytes
            } else {
                note(winner.value)
                changes.values[winner.name] = Array(theirs.raw(new.value))
            }
            for rival in mine where rival.name != winner.name && !yields(rival, to: winner, new) {
                // What said the same says the same.
                if SameValue.holds(ours, rival.value, ours, winner.value) {
                    changes.values[rival.name] = changes.values[winner.name]
                } else {
                    remove(rival, from: o, &changes)
                }
            }
        }
        return write(o, changes)
    }

    /// Whether a field of the original is said by the id of its envelope.
    private func isInEnvelope(_ mine: [MergeContext.Field], _ key: MergeContext.Key, _ context: MergeContext) -> Bool {
        guard hasEnvelopeID, case .record(.profile, _) = context, case .row(let row) = key, mine.allSatisfy(\.isWeak)
        else { return false }
        return Table[.profile].rows[row].id == "profile_id"
    }

    /// The member of a field that the conversion reads.
    private func winner(_ fields: [MergeContext.Field]) -> MergeContext.Field? {
        guard var winner = fields.first else { return nil }
        for other in fields.dropFirst() {
            let isNull = (ours.kind(winner.value) == .null, ours.kind(other.value) == .null)
            let isBetter =
                winner.path == other.path
                ? true
                : isNull.0 != isNull.1
                    ? isNull.0
                    : winner.isWeak != other.isWeak ? winner.isWeak : other.rank < winner.rank
            if isBetter { winner = other }
        }
        return winner
    }

    /// Whether the original may still say a field twice: the conversion would read the edited member all the same.
    private func yields(_ rival: MergeContext.Field, to winner: MergeContext.Field, _ new: MergeContext.Field) -> Bool {
        rival.path == winner.path
            || theirs.kind(new.value) != .null
                && (ours.kind(rival.value) == .null || rival.isWeak && !winner.isWeak)
    }

    private mutating func remove(_ field: MergeContext.Field, from o: Int, _ changes: inout Changes) {
        if changes.removed.updateValue(field.holders.last ?? o, forKey: field.name) == nil { note(field.value) }
    }

    /// Adds a member of the edited document where the original has its objects, at the end.
    private func add(_ new: MergeContext.Field, _ o: Int, _ changes: inout Changes) {
        var object = o, path = new.path[...]
        while path.count > 1, let name = path.first, let inner = ours.member(object, name) {
            // What was no object is replaced as a whole.
            guard ours.kind(inner) == .object else { return }
            (object, path) = (inner, path.dropFirst())
        }
        changes.added[object, default: []].append((path, Array(theirs.raw(new.value))))
    }

    /// Members with the objects around them.
    private static func members(_ added: [(path: ArraySlice<String>, value: [UInt8])]) -> [(
        name: String, value: [UInt8]
    )] {
        var names: [String] = [], inside: [String: [(path: ArraySlice<String>, value: [UInt8])]] = [:]
        for (path, value) in added {
            guard let name = path.first else { continue }
            if inside[name] == nil { names.append(name) }
            inside[name, default: []].append((path.dropFirst(), value))
        }
        return names.compactMap { name in
            let parts = inside[name] ?? []
            if let whole = parts.first(where: { $0.path.isEmpty }) { return (name, whole.value) }
            let texts = members(parts).map { JSONText.member($0.name, $0.value) }
            return (name, [.openBrace] + texts.joined(separator: [.comma]) + [.closeBrace])
        }
    }

    /// A field that is several members: each by itself where the original has the same ones, else all together.
    private mutating func compose(
        _ mine: [MergeContext.Field], _ before: [MergeContext.Field], _ after: [MergeContext.Field], _ o: Int,
        _ changes: inout Changes
    ) {
        func named(_ fields: [MergeContext.Field], _ name: String) -> MergeContext.Field? {
            fields.last { $0.path.last == name }
        }
        let names = Set((before + after).compactMap(\.path.last))
        let edited = names.filter { name in
            switch (named(before, name), named(after, name)) {
            case (let old?, let new?): !isUnedited(old.value, new.value)
            case (nil, nil): false
            default: true
            }
        }
        if edited.isEmpty || mergeConfiguration(mine, before, after, o, &changes) { return }
        // SDK 2.0–2.2 had the text alone.
        if mine.count == 1, after.count == 1, let old = mine.first, let new = after.first, old.path != new.path {
            let name = ours.raw(old.name)
            if theirs.kind(new.value) == .null { return changes.values[old.name] = RemoteConfig.null }
            if let text = RemoteConfig.payload(.init(name: new.name, value: new.value), theirs, under: name) {
                return changes.values[old.name] = text
            }
        }
        let known = Set(mine.compactMap(\.path.last))
        if known.isSubset(of: names) || known.isSuperset(of: names) {
            for name in edited.sorted() {
                let old = named(mine, name), was = named(before, name)
                guard let new = named(after, name) else {
                    for field in mine where field.path.last == name { remove(field, from: o, &changes) }
                    continue
                }
                guard let old else {
                    changes.added[o, default: []].append(([name], Array(theirs.raw(new.value))))
                    continue
                }
                changes.values[old.name] =
                    was.flatMap { value(old.value, $0.value, new.value, .plain) } ?? Array(theirs.raw(new.value))
            }
            // What else says the field would overrule it.
            for field in mine where !names.contains(field.path.last ?? "") { remove(field, from: o, &changes) }
            return
        }
        var rest = after[...]
        if let first = mine.first, let new = rest.popFirst() {
            if !(before.first.map { SameValue.holds(ours, first.value, base, $0.value) } ?? false) { note(first.value) }
            changes.names[first.name] = new.path.last
            changes.values[first.name] = Array(theirs.raw(new.value))
        }
        for field in mine where changes.names[field.name] == nil { remove(field, from: o, &changes) }
        for field in rest {
            changes.added[o, default: []].append((field.path.suffix(1), Array(theirs.raw(field.value))))
        }
    }

    /// A remote config in the members that the original has for it, if these can say the edit.
    private mutating func mergeConfiguration(
        _ mine: [MergeContext.Field], _ before: [MergeContext.Field], _ after: [MergeContext.Field], _ o: Int,
        _ changes: inout Changes
    ) -> Bool {
        func last(_ fields: [MergeContext.Field]) -> [MergeContext.Field] {
            fields.filter { field in fields.last { $0.path == field.path }?.name == field.name }
        }
        func object(_ fields: [MergeContext.Field], _ index: JSONIndex) -> Int? {
            fields.last { $0.path.last == "remote_config" && index.kind($0.value) == .object }?.value
        }
        let own = last(mine)
        guard !before.isEmpty, !after.isEmpty,
            let merge = ConfigurationMerge(
                ours, own.map(\.name), base, last(before).map(\.name), theirs, last(after).map(\.name)),
            let made = merge.changes(
                own.map(\.name),
                object: { value in
                    guard let old = object(before, base), let new = object(after, theirs) else { return nil }
                    return self.value(value, old, new, .plain) ?? Array(ours.raw(value))
                })
        else { return false }
        for field in own {
            switch made[field.name] {
            case .value(let bytes): changes.values[field.name] = bytes
            case .removed: remove(field, from: o, &changes)
            case nil: break
            }
        }
        return true
    }

    /// The object with its changes, and with those in the objects inside that hold its fields.
    private func write(_ o: Int, _ changes: Changes) -> [UInt8] {
        let gone = Set(changes.removed.keys)
        var parts = changes.values.map { (ours.range($0.key + 1), $0.value) }
        parts += changes.names.map { (ours.range($0.key), JSONText.encode($0.value)) }
        // What is removed or replaced as a whole covers what changes inside.
        for object in Set(changes.removed.values).union(changes.added.keys) {
            parts += members(of: object, without: gone, ThreeWayMerge.members(changes.added[object] ?? []))
        }
        return ours.replacing(parts, in: ours.range(o)) ?? Array(ours.raw(o))
    }

    /// What is cut from an object and added to it.
    private func members(of object: Int, without gone: Set<Int>, _ added: [(name: String, value: [UInt8])])
        -> [(Range<Int>, [UInt8])]
    {
        let members = Array(ours.members(object)), kept = members.filter { !gone.contains($0.name) }
        let colon = kept.last.map { ours.colon(before: $0.value) } ?? [.colon], comma = [.comma] + colon.dropFirst()
        let new = Array(added.map { JSONText.encode($0.name) + colon + $0.value }.joined(separator: comma))
        guard let last = members.last, let first = members.first else {
            let range = ours.range(object)
            return [((range.lowerBound + 1)..<(range.upperBound - 1), new)]
        }
        let end = ours.range(last.value).upperBound
        if kept.isEmpty, !added.isEmpty { return [(ours.range(first.name).lowerBound..<end, new)] }
        return ours.cuts(of: gone, in: object).map { ($0, []) } + (added.isEmpty ? [] : [(end..<end, comma + new)])
    }
}
