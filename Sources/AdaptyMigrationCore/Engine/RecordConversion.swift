/// Converts one record on its tape: what stays is copied in long runs, what changes is written anew, and what the way
/// back would not restore goes to the residue.
///
/// An object is *regular* when each of its members can be converted by its own ``MemberRule``. All members are looked
/// at before a byte is written. Every other object is given to a ``Converter``, and its residue is found by converting
/// it back.
///
/// Worked example, an access level `{"id":"gold","is_active":1,"vendor_transaction_id":"7"}`: `id` needs nothing, `1`
/// becomes `true`, and the transaction is cut. The bytes up to `1` are copied, `true` is written, and the bytes up to
/// the comma before the cut. Three writes, and no tree.
struct RecordConversion {
    /// Why an object cannot be converted member by member.
    enum Failure: Error {
        case irregular
        case refused(MigrationError)
    }

    private let from: Column, to: Column
    private let tape: Tape
    private let options: MigrationOptions
    private var out = ByteWriter(capacity: 1 << 12)
    private var residue = DeltaWriter()
    private var work = WorkStack<MemberWork>()
    /// Bytes before this position are written, or not to be.
    private var copied = 0
    private var edits = 0
    private(set) var counts = ConversionCounts()
    /// The document in memory of its own, made for the first irregular object.
    private lazy var index = tape.index
    private(set) var irregularObjects = 0

    init(_ tape: Tape, from: Column, to: Column, _ options: MigrationOptions) {
        self.tape = tape
        self.from = from
        self.to = to
        self.options = options
    }

    func deallocate() {
        out.deallocate()
        residue.deallocate()
        work.deallocate()
    }

    // MARK: The document

    /// The converted document and its residue; `nil` when it stays as it is.
    ///
    /// - Parameters:
    ///   - node: the record's node.
    ///   - id: the node of the envelope's id; `nil` when there is none.
    mutating func document(_ node: Int, _ kind: RecordKind, id: Int?) throws(MigrationError) -> ConvertedRecord? {
        let root = tape.nodes[0], record = tape.nodes[node], level = residue.open()
        copy(to: Int(root.start))
        copied = Int(record.start)
        edits = node == 0 ? 0 : 1
        try convert(
            node, TableRules.of(kind.table, from: from, to: to), .empty, id: kind.table == .profile ? id : nil)
        guard edits > 0 else { return nil }
        copy(to: Int(record.end))
        copied = Int(root.end)
        copy(to: tape.byteCount)
        return ConvertedRecord(
            document: out.array, residue: hops(residue.whole(level), kind, isEnveloped: node != 0, root, record))
    }

    private func hops(_ delta: Text?, _ kind: RecordKind, isEnveloped: Bool, _ root: JSONNode, _ record: JSONNode)
        -> [UInt8]
    {
        var hop = ByteWriter(capacity: 256)
        defer { hop.deallocate() }
        let head = "{\"v\":\(Residue.version),\"hops\":[{\"from\":\"\(from.id)\",\"to\":\"\(to.id)\""
        hop.put(Array((head + ",\"kind\":\"\(kind.rawValue)\"").utf8))
        if isEnveloped {
            hop.put(",\"wrap\":[\"")
            hop.putEscaped(text(Int(root.start), Int(record.start)))
            hop.put("\",\"")
            hop.putEscaped(text(Int(record.end), Int(root.end)))
            hop.put("\"]")
        }
        if let delta {
            hop.put(",\"delta\":")
            hop.put(delta)
        }
        hop.put("}]}")
        return hop.array
    }

    // MARK: Small parts

    @inline(__always)
    private mutating func copy(to end: Int) {
        guard end > copied else { return }
        out.put(tape.bytes + copied, end - copied)
        copied = end
    }

    private func text(_ start: Int, _ end: Int) -> Text { Text(tape.bytes + start, end - start) }
    private func text(_ node: Int) -> Text { text(Int(tape.nodes[node].start), Int(tape.nodes[node].end)) }

    // MARK: Objects

    private mutating func convert(_ node: Int, _ rules: TableRules, _ name: Text, id: Int?) throws(MigrationError) {
        let before = (out.count, copied, edits, counts), level = residue.open(), first = work.count
        do throws(Failure) {
            let insertsID = try regular(node, rules, id)
            residue.closeObject(level, name, drop: insertsID ? id.map { text($0) } ?? .empty : .empty)
        } catch {
            if case .refused(let refusal) = error { throw refusal }
            out.shrink(to: before.0)
            (copied, edits, counts) = (before.1, before.2, before.3)
            residue.restore(level)
            work.shrink(to: first)
            try irregular(node, rules.id, name, id)
        }
    }

    /// By a ``Converter``, there and back; the delta between them and the original is the residue.
    private mutating func irregular(_ node: Int, _ table: TableID, _ name: Text, _ id: Int?) throws(MigrationError) {
        irregularObjects += 1
        let original = text(node).array
        var converter = Converter(Plan.from(from, to: to), index, options, envelopeID: id.map { text($0).array })
        let converted = try converter.record(node, table)
        counts.add(converter.ledger)
        let there = try JSONScanner.index(
            converted ?? original, maximumDepth: options.maximumDepth, names: KnownNames.numbers)
        var back = Converter(Plan.from(to, to: from), there, options)
        back.isWayBack = true
        let base = try JSONScanner.index(
            back.record(0, table) ?? there.bytes, maximumDepth: options.maximumDepth, names: KnownNames.numbers)
        let context = DeltaContext.record(table, from)
        if let delta = Delta.make(base, 0, index, node, context) {
            var applier = DeltaApplier(base, Plan.from(from, to: to))
            let isExact = applier.apply(delta, 0, context) == original
            residue.put(name, isExact ? delta : .replace(expected: Fingerprint.of(base, 0), text: original))
        }
        guard let converted else { return }
        copy(to: Int(tape.nodes[node].start))
        out.put(converted)
        copied = Int(tape.nodes[node].end)
        edits += 1
    }

    /// - Returns: whether the envelope's id was put before the first member.
    private mutating func regular(_ node: Int, _ rules: TableRules, _ id: Int?) throws(Failure) -> Bool {
        let first = work.count
        defer { work.shrink(to: first) }
        let members = try gather(node, rules, id)
        if members.insertsID, let id {
            copy(to: Int(tape.nodes[node + 1].start))
            out.put("\"profile_id\":")
            out.put(text(id))
            if !members.beginsWithCut { out.put(0x2C) }
            edits += 1
            counts.renamed += 1
        }
        for position in first..<work.count {
            let item = work[position], rule = rules.rules + Int(item.rule), name = tape.nodes[Int(item.name)]
            if rule.pointee.operation == .cut || rule.pointee.isFallback && members.native != 0 {
                try cut(item, node, rules, members)
                continue
            }
            if rule.pointee.isRenamed {
                copy(to: Int(name.start))
                out.put(rule.pointee.target)
                copied = Int(name.end)
                edits += 1
            }
            if rule.pointee.isRespelled || rule.pointee.isRenamed && name.hasEscapes {
                residue.name(rule.pointee.base, was: text(Int(item.name)))
            }
            let before = edits
            let isCounted = try value(rule, Int(item.name) + 1)
            if !isCounted, edits == before || rule.pointee.operation == .leaf { note(rule) }
        }
        return members.insertsID
    }

    /// What is known of an object whose members were looked at.
    private struct Members {
        /// The node of `profile_id`; 0 when there is none.
        var native = 0
        var insertsID = false
        var beginsWithCut = false
    }

    /// Looks at all members, and puts those that need something on the stack.
    private mutating func gather(_ node: Int, _ rules: TableRules, _ id: Int?) throws(Failure) -> Members {
        let nodes = tape.nodes, end = Int(nodes[node].next), slots = rules.slots, first = work.count
        var members = Members(), seen: UInt64 = 0, nulls: UInt64 = 0, previous = 0, anchor = 0, isFallbackThere = false
        var name = node &+ 1
        while name < end {
            let value = name &+ 1, slot = slots[Int(nodes[name].number)]
            defer {
                previous = value
                name = Int(nodes[value].next)
            }
            guard slot > 0 else {
                if nodes[name].number == RecordConversion.residueNumber { throw .irregular }
                counts.unknown &+= 1
                anchor = name
                continue
            }
            let rule = rules.rules + (Int(slot) &- 1), kind = nodes[value].kind
            if rule.pointee.operation == .irregular { throw .irregular }
            if rule.pointee.isProfileID {
                if kind == .null || kind.isContainer { throw .irregular }
                seen |= rule.pointee.bit
                if rule.pointee.isFallback {
                    if isFallbackThere { throw .irregular }
                    isFallbackThere = true
                    let isCut = hasNative(node, rules)
                    work.append(MemberWork(name, previous, anchor, slot - 1))
                    if !isCut { anchor = name }
                    continue
                }
                if members.native != 0 { throw .irregular }
                members.native = name
            } else {
                if seen & rule.pointee.bit != 0 { throw .irregular }
                seen |= rule.pointee.bit
            }
            if kind == .null { nulls |= rule.pointee.bit }
            if needsWork(rule, name, kind) {
                work.append(MemberWork(name, previous, anchor, slot - 1))
            } else {
                counts.copied &+= 1
                if rule.pointee.unreadable & kind.bit != 0 { counts.unreadable &+= 1 }
            }
            if rule.pointee.operation != .cut { anchor = name }
        }
        if anchor == 0, end > node + 1 { throw .irregular }
        if let id, members.native == 0 {
            if isFallbackThere || end == node + 1 || nodes[id].hasEscapes { throw .irregular }
            members.insertsID = true
        }
        if isFallbackThere, members.native != 0, nodes[members.native + 1].hasEscapes { throw .irregular }
        if members.insertsID { seen |= rules.profileIDBit }
        counts.missing &+= (rules.required & ~(seen & ~nulls)).nonzeroBitCount
        members.beginsWithCut =
            work.count > first && Int(work[first].name) == node + 1
            && rules.rules[Int(work[first].rule)].operation == .cut
        return members
    }

    private static let residueNumber = KnownNames.numbers.number(Residue.memberName)

    private func hasNative(_ node: Int, _ rules: TableRules) -> Bool {
        var name = node + 1
        while name < Int(tape.nodes[node].next) {
            let slot = Int(rules.slots[Int(tape.nodes[name].number)])
            if slot > 0, rules.rules[slot - 1].isProfileID, !rules.rules[slot - 1].isFallback { return true }
            name = Int(tape.nodes[name + 1].next)
        }
        return false
    }

    @inline(__always)
    private func needsWork(_ rule: UnsafePointer<MemberRule>, _ name: Int, _ kind: JSONKind) -> Bool {
        if rule.pointee.operation == .cut || rule.pointee.isRenamed || rule.pointee.isRespelled { return true }
        if rule.pointee.operation != .leaf { return kind.isContainer }
        return !stays(rule, name &+ 1, kind)
    }

    /// Whether a leaf stays as it is, there and back.
    @inline(__always)
    private func stays(_ rule: UnsafePointer<MemberRule>, _ value: Int, _ kind: JSONKind) -> Bool {
        if (rule.pointee.same | rule.pointee.unreadable) & kind.bit != 0 { return true }
        guard rule.pointee.isDate, kind == .string else { return false }
        let node = tape.nodes[value]
        return CanonicalDate.matches(tape.bytes + Int(node.start) + 1, Int(node.end - node.start) - 2)
    }

    // MARK: Members

    /// A member goes to the residue with the gap before it; before the first member that stays, with the gap after it.
    private mutating func cut(_ item: MemberWork, _ node: Int, _ rules: TableRules, _ members: Members) throws(Failure)
    {
        let rule = rules.rules[Int(item.rule)], name = Int(item.name), value = tape.nodes[name + 1]
        let guarding = rule.isFallback ? text(members.native + 1) : Text.empty
        edits += 1
        counts.stashed += 1
        guard item.anchor > 0 else {
            let next = Int(tape.nodes[Int(value.next)].start), start = Int(tape.nodes[name].start)
            residue.cut(text(start, next), after: .empty, guarding: guarding)
            if members.insertsID {
                copied = Int(value.end)
            } else {
                copy(to: start)
                copied = next
            }
            return
        }
        let start = Int(tape.nodes[Int(item.previous)].end),
            slot = Int(rules.slots[Int(tape.nodes[Int(item.anchor)].number)])
        let anchor = slot > 0 ? rules.rules[slot - 1].base : text(Int(item.anchor))
        if slot == 0, !isOnly(Int(item.anchor), in: node) { throw .irregular }
        residue.cut(text(start, Int(value.end)), after: anchor, guarding: guarding)
        copy(to: start)
        copied = Int(value.end)
    }

    /// Whether no other member of an object has the name.
    private func isOnly(_ member: Int, in node: Int) -> Bool {
        if tape.nodes[member].hasEscapes { return false }
        let wanted = text(member)
        var name = node + 1
        while name < Int(tape.nodes[node].next) {
            if name != member, tape.nodes[name].hasEscapes || text(name) == wanted { return false }
            name = Int(tape.nodes[name + 1].next)
        }
        return true
    }

    private mutating func note(_ rule: UnsafePointer<MemberRule>) {
        if rule.pointee.isRenamed { counts.renamed &+= 1 } else { counts.copied &+= 1 }
    }

    /// - Returns: whether what happened to the value was counted.
    private mutating func value(_ rule: UnsafePointer<MemberRule>, _ value: Int) throws(Failure) -> Bool {
        let kind = tape.nodes[value].kind
        switch rule.pointee.operation {
        case .record where kind == .object:
            try object(value, TableRules.of(rule.pointee.child, from: from, to: to), rule.pointee.base)
        case .entries where kind == .array:
            try list(value, TableRules.of(rule.pointee.child, from: from, to: to), rule.pointee.base)
        case .entries where kind == .object:
            try dictionary(value, TableRules.of(rule.pointee.child, from: from, to: to), rule.pointee.base)
        case .leaf where !stays(rule, value, kind): return try leaf(rule.pointee, value)
        case .leaf where rule.pointee.unreadable & kind.bit != 0: counts.unreadable &+= 1
        default: break
        }
        return false
    }

    private mutating func object(_ node: Int, _ rules: TableRules, _ name: Text) throws(Failure) {
        do throws(MigrationError) { try convert(node, rules, name, id: nil) } catch { throw .refused(error) }
    }

    private mutating func leaf(_ rule: MemberRule, _ value: Int) throws(Failure) -> Bool {
        let raw = text(value)
        guard let source = try? JSONScanner.index(raw.array) else { throw .irregular }
        guard let trip = ValueConversion(rule, source, from: from, to: to) else { throw .irregular }
        if let new = trip.new {
            copy(to: Int(tape.nodes[value].start))
            out.put(new)
            copied = Int(tape.nodes[value].end)
            edits += 1
        }
        if let base = trip.base {
            // What has escapes may be written another way and mean the same.
            if base.contains(0x5C) { throw .irregular }
            residue.replace(rule.base, expected: Fingerprint.of(base), by: raw)
        }
        switch trip.action {
        case .recoded: counts.recoded += 1
        case .repaired: counts.repaired += 1
        case .unreadable: counts.unreadable += 1
        default: return false
        }
        return trip.action != .unreadable
    }

    // MARK: Entries

    private mutating func dictionary(_ node: Int, _ rules: TableRules, _ name: Text) throws(Failure) {
        let level = residue.open(), end = Int(tape.nodes[node].next)
        var key = node + 1, keys: Set<Text> = []
        while key < end {
            let value = key + 1
            if tape.nodes[key].hasEscapes || !keys.insert(text(key)).inserted { throw .irregular }
            switch tape.nodes[value].kind {
            case .object: try object(value, rules, text(key))
            case .array: try list(value, rules, text(key))
            default: break
            }
            key = Int(tape.nodes[value].next)
        }
        residue.closeObject(level, name)
    }

    private mutating func list(_ node: Int, _ rules: TableRules, _ name: Text) throws(Failure) {
        let level = residue.open(), end = Int(tape.nodes[node].next)
        var element = node + 1, count = 0, identities: Set<Text> = [], areKnown = true
        while element < end {
            guard tape.nodes[element].kind == .object, !isWrapper(element) else { throw .irregular }
            let identity = identity(element, rules)
            if identity.map({ identities.insert($0).inserted }) != true { areKnown = false }
            try object(element, rules, identity ?? .empty)
            count += 1
            element = Int(tape.nodes[element].next)
        }
        if residue.isChanged(level), !areKnown { throw .irregular }
        residue.closeArray(level, name, count: count)
    }

    /// The text that tells an element from the others; `nil` when it has none, several, or one with escapes.
    private func identity(_ element: Int, _ rules: TableRules) -> Text? {
        var name = element + 1, found: Text?
        while name < Int(tape.nodes[element].next) {
            let slot = Int(rules.slots[Int(tape.nodes[name].number)]), value = tape.nodes[name + 1]
            if slot > 0, rules.rules[slot - 1].isIdentity {
                guard found == nil, value.kind == .string, !value.hasEscapes else { return nil }
                found = text(name + 1)
            }
            name = Int(tape.nodes[name + 1].next)
        }
        return found
    }

    /// Whether an element has its record in a wrapper of its own, see ``Envelope``.
    private func isWrapper(_ element: Int) -> Bool {
        var name = element + 1
        while name < Int(tape.nodes[element].next) {
            let number = tape.nodes[name].number
            if number == RecordConversion.attributes || number == RecordConversion.v,
                tape.nodes[name + 1].kind == .object
            {
                return true
            }
            name = Int(tape.nodes[name + 1].next)
        }
        return false
    }

    private static let attributes = KnownNames.numbers.number("attributes"), v = KnownNames.numbers.number("v")
}

/// A member that needs something to be done.
struct MemberWork: BitwiseCopyable {
    /// The nodes of its name, of the value before it, and of the name of the last member before it that stays; 0 for
    /// none.
    let name: UInt32, previous: UInt32, anchor: UInt32
    /// The position of its rule.
    let rule: UInt8

    init(_ name: Int, _ previous: Int, _ anchor: Int, _ rule: UInt8) {
        self.name = UInt32(truncatingIfNeeded: name)
        self.previous = UInt32(truncatingIfNeeded: previous)
        self.anchor = UInt32(truncatingIfNeeded: anchor)
        self.rule = rule
    }
}
