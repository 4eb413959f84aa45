/// Converts one record on its tape: what stays is copied in long runs, and what changes is written anew.
///
/// An object is *regular* when each of its members can be converted by its own ``MemberRule``. All members are looked
/// at before a byte is written. Every other object is given to a ``Converter``.
///
/// Worked example, an access level `{"id":"gold","is_active":1,"vendor_transaction_id":"7"}`: `id` needs nothing, `1`
/// becomes `true`, and the transaction is cut. The bytes up to `1` are copied, `true` is written, and the bytes up to
/// the comma before the cut. Three writes, and no tree.
struct RecordConversion: ~Copyable {
    /// Why an object cannot be converted member by member.
    enum Failure: Error {
        case irregular
        case refused(MigrationError)
    }

    private var tape: Tape
    private var from = Column.sdk1Wire, to = Column.sdk2
    private let options: MigrationOptions
    private(set) var out = ByteWriter(capacity: 1 << 12)
    /// What was written behind the place of the residue.
    private var rest = ByteWriter(capacity: 1 << 6)
    private var work = WorkStack<MemberWork>()
    /// The keys of the entries at hand.
    private var groups = WorkStack<Text>()
    /// Bytes before this position are written, or not to be.
    private var copied = 0
    /// The last route, which is mostly the next one, too.
    private var route = ConversionRoute.of(.sdk1Wire, .sdk2, .profile)
    private var edits = 0
    private var skipped = 0
    /// Where in ``out`` the residue's member is, with the comma before it, where its value is, and where the original is.
    private(set) var residue = 0..<0, residueValue = 0..<0, embedded = 0..<0
    private(set) var counts = ConversionCounts()
    /// The document in memory of its own, made for the first irregular object.
    private var index: JSONIndex?
    private(set) var irregularObjects = 0

    init(_ options: MigrationOptions) {
        self.options = options
        tape = Tape.empty
    }

    deinit {
        out.deallocate()
        rest.deallocate()
        work.deallocate()
        groups.deallocate()
    }

    mutating func clearCounts(newerThanTarget: UInt32 = 0) {
        counts = ConversionCounts()
        counts.newerThanTarget = newerThanTarget
    }

    mutating func addCounts(_ more: ConversionCounts) { counts.add(more) }

    // MARK: The document

    /// Converts a document into ``out``.
    ///
    /// - Parameters:
    ///   - embedsResidue: whether the residue becomes its last member.
    ///   - skipped: the name of a member of the root that is not the record's, 0 for none. Then only the returned value
    ///     counts.
    /// - Returns: whether anything changed. If not, ``out`` is not to be used.
    /// - Throws: for lists whose changes cannot be told by the identities of their entries, and for what a
    ///   ``Converter`` refuses.
    mutating func document(
        _ tape: Tape, _ found: TapeRecognizer.Found, to: Column, embedsResidue: Bool, skipping skipped: Int = 0
    ) throws(Failure) -> Bool {
        (self.tape, from, self.to, self.skipped) = (tape, found.column, to, skipped)
        (copied, edits, index, counts) = (0, 0, nil, ConversionCounts())
        irregularObjects = 0
        out.setCount(0)
        work.shrink(to: 0)
        groups.shrink(to: 0)
        let root = tape.nodes[0], node = found.node, record = tape.nodes[node], kind = found.kind
        if !route.leads(from, to, kind) { route = .of(from, to, kind) }
        copy(to: Int(root.start))
        if kind.isList {
            var list = ListEntries(tape, kind, from: from, to: to)
            try entries(0, &list)
        } else {
            copied = Int(record.start)
            edits = node == 0 ? 0 : 1
            try object(node, route.rules, id: kind == .profile ? found.id : nil)
        }
        guard edits > 0 else { return false }
        copy(to: Int(record.end))
        copied = Int(root.end)
        copy(to: tape.byteCount)
        if embedsResidue { embed() }
        out.clearMargin()
        return true
    }

    /// The residue as the last member of what was written.
    private mutating func embed() {
        out.clearMargin()
        let hash = Fingerprint.Hash(Text(out.view)).value
        var end = out.count
        while end > 0, out.memory[end - 1] != 0x7D { end -= 1 }
        end -= 1
        while end > 0, out.memory[end - 1] <= 0x20 { end -= 1 }
        rest.setCount(0)
        rest.put(out.memory + end, out.count - end)
        let isEmpty = out.memory[end - 1] == 0x7B
        out.setCount(end)
        if !isEmpty { out.put(0x2C) }
        let value = out.count + Residue.memberName.utf8.count + 3
        out.put(route.residue)
        out.putHex(hash)
        out.put("\",\"original\":\"")
        let original = out.count
        out.putEscaped(Text(tape.bytes, tape.byteCount))
        embedded = original..<out.count
        out.put("\"}")
        (residue, residueValue) = (end..<out.count, value..<out.count)
        out.put(rest.view)
    }

    // MARK: Small parts

    @inline(__always)
    private mutating func copy(to end: Int) {
        guard end > copied else { return }
        out.put(tape.bytes + copied, end - copied)
        copied = end
    }

    private func text(_ start: Int, _ end: Int) -> Text { Text(tape.bytes + start, end - start) }
    private func text(_ node: Int) -> Text { tape.text(node) }

    // MARK: Objects

    /// What is taken back when something turns out to be irregular.
    private struct State {
        let written: Int, copied: Int, edits: Int, work: Int, groups: Int
        let counts: ConversionCounts
    }

    private var state: State {
        get {
            State(
                written: out.count, copied: copied, edits: edits, work: work.count, groups: groups.count,
                counts: counts)
        }
        set {
            out.setCount(newValue.written)
            (copied, edits, counts) = (newValue.copied, newValue.edits, newValue.counts)
            work.shrink(to: newValue.work)
            groups.shrink(to: newValue.groups)
        }
    }

    private mutating func object(_ node: Int, _ rules: UnsafePointer<TableRules>, id: Int? = nil) throws(Failure) {
        let before = state
        do throws(Failure) { try regular(node, rules, id) } catch {
            if case .refused = error { throw error }
            state = before
            do throws(MigrationError) { try irregular(node, rules.pointee.id, id) } catch { throw .refused(error) }
        }
    }

    /// By a ``Converter``.
    private mutating func irregular(_ node: Int, _ table: TableID, _ id: Int?) throws(MigrationError) {
        irregularObjects += 1
        if node == 0, skipped > 0 {
            // A ``Converter`` would take the residue for a member.
            edits += 1
            return
        }
        let index = index ?? tape.index
        self.index = index
        var converter = Converter(Plan.from(from, to: to), index, options, envelopeID: id.map { text($0).array })
        let converted = try converter.record(node, table)
        counts.add(converter.ledger)
        put(converted, node)
    }

    private mutating func put(_ converted: [UInt8]?, _ node: Int) {
        guard let converted, converted != text(node).array else { return }
        copy(to: Int(tape.nodes[node].start))
        out.put(converted)
        copied = Int(tape.nodes[node].end)
        edits += 1
    }

    private mutating func regular(_ node: Int, _ rules: UnsafePointer<TableRules>, _ id: Int?) throws(Failure) {
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
            let item = work[position], rule = rules.pointee.rules + Int(item.rule), name = tape.nodes[Int(item.name)]
            if rule.pointee.isCut(tape.nodes[Int(item.name) + 1].kind) || rule.pointee.isFallback && members.native != 0
            {
                cut(item, rules, members)
                continue
            }
            if rule.pointee.operation == .offer {
                try offer(Int(item.name))
                continue
            }
            if rule.pointee.isRenamed {
                copy(to: Int(name.start))
                out.put(rule.pointee.target)
                copied = Int(name.end)
                edits += 1
            }
            let before = edits
            let isCounted = try value(rule, Int(item.name) + 1, rules.pointee.id)
            if !isCounted, edits == before || rule.pointee.operation == .leaf { note(rule) }
        }
    }

    /// What is known of an object whose members were looked at.
    private struct Members {
        /// The node of `profile_id`; 0 when there is none.
        var native = 0
        var insertsID = false
        var beginsWithCut = false
    }

    /// Looks at all members, and puts those that need something on the stack.
    private mutating func gather(_ node: Int, _ rules: UnsafePointer<TableRules>, _ id: Int?) throws(Failure) -> Members
    {
        let nodes = tape.nodes, end = Int(nodes[node].next), slots = rules.pointee.slots, first = work.count
        var members = Members(), seen: UInt64 = 0, nulls: UInt64 = 0, previous = 0, kept = 0, isFallbackThere = false
        var name = node &+ 1, quiet: UInt32 = 0
        while name < end {
            let value = name &+ 1, slot = slots[Int(nodes[name].number)]
            defer {
                previous = value
                name = Int(nodes[value].next)
            }
            guard slot > 0 else {
                if name == skipped, name > 0 { continue }
                if nodes[name].number == RecordConversion.residueNumber { throw .irregular }
                counts.unknown &+= 1
                kept = name
                continue
            }
            let rule = rules.pointee.rules + (Int(slot) &- 1), kind = nodes[value].kind
            if rule.pointee.quiet & kind.bit != 0, seen & rule.pointee.bit == 0 {
                seen |= rule.pointee.bit
                if kind == .null { nulls |= rule.pointee.bit }
                quiet &+= 1
                kept = name
                continue
            }
            if rule.pointee.operation == .irregular { throw .irregular }
            let isCut = rule.pointee.isCut(kind)
            if rule.pointee.operation == .offerPart { throw .irregular }
            if rule.pointee.isProfileID {
                if kind == .null || kind.isContainer { throw .irregular }
                seen |= rule.pointee.bit
                if rule.pointee.isFallback {
                    if isFallbackThere { throw .irregular }
                    isFallbackThere = true
                    let isCut = hasNative(node, rules)
                    work.append(MemberWork(name, previous, kept, slot - 1))
                    if !isCut { kept = name }
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
                work.append(MemberWork(name, previous, kept, slot - 1))
            } else {
                counts.copied &+= 1
                if rule.pointee.unreadable & kind.bit != 0 { counts.unreadable &+= 1 }
            }
            if !isCut { kept = name }
        }
        counts.copied &+= quiet
        if kept == 0, end > node + 1 { throw .irregular }
        if id != nil, members.native == 0 {
            if isFallbackThere || end == node + 1 { throw .irregular }
            members.insertsID = true
        }
        if members.insertsID { seen |= rules.pointee.profileIDBit }
        let missing = rules.pointee.required & ~(seen & ~nulls)
        counts.missing &+= UInt32(truncatingIfNeeded: missing.nonzeroBitCount)
        members.beginsWithCut =
            work.count > first && Int(work[first].name) == node + 1
            && rules.pointee.rules[Int(work[first].rule)].isCut(nodes[node + 2].kind)
        return members
    }

    private static let residueNumber = KnownNames.numbers.number(Residue.memberName)

    private func hasNative(_ node: Int, _ rules: UnsafePointer<TableRules>) -> Bool {
        var name = node + 1
        while name < Int(tape.nodes[node].next) {
            let slot = Int(rules.pointee.slots[Int(tape.nodes[name].number)])
            if slot > 0, rules.pointee.rules[slot - 1].isProfileID, !rules.pointee.rules[slot - 1].isFallback {
                return true
            }
            name = Int(tape.nodes[name + 1].next)
        }
        return false
    }

    @inline(__always)
    private func needsWork(_ rule: UnsafePointer<MemberRule>, _ name: Int, _ kind: JSONKind) -> Bool {
        if rule.pointee.operation == .cut || rule.pointee.isRenamed { return true }
        if rule.pointee.operation == .offer { return true }
        if rule.pointee.operation != .leaf { return kind.isContainer }
        return !stays(rule, name &+ 1, kind)
    }

    /// Whether a leaf stays as it is, there and back.
    @inline(__always)
    private func stays(_ rule: UnsafePointer<MemberRule>, _ value: Int, _ kind: JSONKind) -> Bool {
        if (rule.pointee.same | rule.pointee.unreadable) & kind.bit != 0 { return true }
        guard rule.pointee.isDate, kind == .string else { return false }
        let node = tape.nodes[value]
        return CanonicalDate.matches(tape.view, Int(node.start) &+ 1, Int(node.end) &- 1)
    }

    // MARK: Members

    /// A member goes with the gap before it; before the first member that stays, with the gap after it.
    private mutating func cut(_ item: MemberWork, _ rules: UnsafePointer<TableRules>, _ members: Members) {
        let name = Int(item.name), value = tape.nodes[name + 1]
        edits += 1
        // An offer that says nothing is recoded to no member.
        if rules.pointee.rules[Int(item.rule)].operation == .offer { counts.recoded += 1 } else { counts.stashed += 1 }
        if item.kept > 0 {
            copy(to: Int(tape.nodes[Int(item.previous)].end))
        } else if !members.insertsID {
            copy(to: Int(tape.nodes[name].start))
            copied = Int(tape.nodes[Int(value.next)].start)
            return
        }
        copied = Int(value.end)
    }

    private mutating func note(_ rule: UnsafePointer<MemberRule>) {
        if rule.pointee.isRenamed { counts.renamed &+= 1 } else { counts.copied &+= 1 }
    }

    /// - Returns: whether what happened to the value was counted.
    private mutating func value(
        _ rule: UnsafePointer<MemberRule>, _ value: Int, _ table: TableID
    ) throws(Failure) -> Bool {
        let kind = tape.nodes[value].kind
        if kind.isContainer, rule.pointee.operation != .leaf {
            let before = state
            do throws(Failure) { return try container(rule, value, kind) } catch {
                if case .refused = error { throw error }
                state = before
                do throws(MigrationError) { return try irregularValue(rule, value, table) } catch {
                    throw .refused(error)
                }
            }
        }
        if rule.pointee.child == nil, !stays(rule, value, kind) { return try leaf(rule, value) }
        if rule.pointee.operation == .leaf, rule.pointee.unreadable & kind.bit != 0 { counts.unreadable &+= 1 }
        return false
    }

    /// - Returns: whether what happened to the value was counted.
    private mutating func container(
        _ rule: UnsafePointer<MemberRule>, _ value: Int, _ kind: JSONKind
    ) throws(Failure) -> Bool {
        guard let child = rule.pointee.child else {
            if rule.pointee.operation == .attributeObject, kind == .array { return try attributes(value) }
            throw .irregular
        }
        switch (rule.pointee.operation, kind) {
        case (.record, .object): try object(value, child)
        case (.entries, .array): try list(value, child)
        case (.entries, .object): try dictionary(value, child)
        case (.grouped, .array): try group(value, rule, child)
        case (.grouped, .object), (.flattened, _): throw .irregular
        default: break
        }
        return false
    }

    /// The same as for an irregular object, for one value of an object that is regular otherwise.
    ///
    /// - Returns: whether what happened to the value was counted.
    private mutating func irregularValue(
        _ rule: UnsafePointer<MemberRule>, _ value: Int, _ table: TableID
    ) throws(MigrationError) -> Bool {
        let row = Table[table].rows[rule.pointee.bit.trailingZeroBitCount], index = index ?? tape.index
        self.index = index
        irregularObjects += 1
        var converter = Converter(Plan.from(from, to: to), index, options)
        let converted = try converter.convert(value, row)
        counts.add(converter.ledger)
        put(converted, value)
        return converted != nil
    }

    // MARK: Values

    /// - Returns: whether it was counted.
    private mutating func leaf(_ rule: UnsafePointer<MemberRule>, _ value: Int) throws(Failure) -> Bool {
        let node = tape.nodes[value], start = Int(node.start), end = Int(node.end)
        if let words = rule.pointee.words, let trip = words.pointee.trip(tape.view, start, end) {
            if trip.pointee.new.count > 0 {
                copy(to: start)
                out.put(trip.pointee.new)
                copied = end
                edits += 1
            }
            return count(trip.pointee.action)
        }
        if rule.pointee.codec == .timestamp, date(rule, start, end, node) { return count(.recoded) }
        return try anyLeaf(rule, value)
    }

    private mutating func count(_ action: Ledger.Action) -> Bool {
        switch action {
        case .recoded: counts.recoded &+= 1
        case .repaired: counts.repaired &+= 1
        case .unreadable: counts.unreadable &+= 1
        default: return false
        }
        return action != .unreadable
    }

    /// The two usual forms of a date that must be changed: without its fraction, and stored as a number.
    private mutating func date(_ rule: UnsafePointer<MemberRule>, _ start: Int, _ end: Int, _ node: JSONNode) -> Bool {
        if node.kind == .string, from.hasServerDates, to.hasServerDates, !to.readsAnyDate, !node.hasEscapes {
            guard CanonicalDate.lacksFraction(tape.view, start + 1, end - 1) else { return false }
            copy(to: start + 20)
            out.put(".000")
            copy(to: end)
            edits += 1
            return true
        }
        if node.kind == .number, from.hasNumericDates, !to.hasNumericDates,
            let milliseconds = StoredDate.milliseconds(tape.view, number: start..<end)
        {
            copy(to: start)
            StoredDate.put(text: milliseconds, &out)
            copied = end
            edits += 1
            return true
        }
        return false
    }

    private mutating func anyLeaf(_ rule: UnsafePointer<MemberRule>, _ value: Int) throws(Failure) -> Bool {
        let raw = text(value)
        guard let source = try? JSONScanner.index(raw.array),
            let trip = ValueConversion(rule.pointee.codec, source, from: from, to: to)
        else { throw .irregular }
        if let new = trip.new {
            copy(to: Int(tape.nodes[value].start))
            out.put(new)
            copied = Int(tape.nodes[value].end)
            edits += 1
        }
        return count(trip.action)
    }

    // MARK: Entries

    private mutating func dictionary(_ node: Int, _ rules: UnsafePointer<TableRules>) throws(Failure) {
        let end = Int(tape.nodes[node].next)
        var key = node + 1
        while key < end {
            let value = key + 1
            switch tape.nodes[value].kind {
            case .object: try object(value, rules)
            case .array: try list(value, rules)
            default: break
            }
            key = Int(tape.nodes[value].next)
        }
    }

    private mutating func list(_ node: Int, _ rules: UnsafePointer<TableRules>) throws(Failure) {
        let end = Int(tape.nodes[node].next)
        var element = node + 1
        while element < end {
            if tape.nodes[element].kind == .object {
                if EntryShape.isWrapper(tape, element) { throw .irregular }
                try object(element, rules)
            } else if tape.nodes[element].kind == .array {
                throw .irregular
            }
            element = Int(tape.nodes[element].next)
        }
    }

    /// `[{"key":k,…}]` → `{k:{…}}`, for entries with other keys; where there are lists of entries, those of one key stand
    /// together.
    private mutating func group(
        _ node: Int, _ rule: UnsafePointer<MemberRule>, _ child: UnsafePointer<TableRules>
    ) throws(Failure) {
        let array = tape.nodes[node], end = Int(array.next), firstGroup = groups.count
        defer { groups.shrink(to: firstGroup) }
        copy(to: Int(array.start))
        out.put(0x7B)
        copied = Int(array.start) + 1
        var element = node + 1
        while element < end {
            let entry = tape.nodes[element], key = entry.kind == .object ? self.key(of: element, rule) : 0
            guard key > 0 else { throw .irregular }
            let isOpen = rule.pointee.hasLists && groups.count > firstGroup
            if !isOpen || groups[groups.count - 1] != text(key) {
                if isOpen { out.put(0x5D) }
                groups.append(text(key))
                copy(to: Int(entry.start))
                out.put(text(key))
                out.put(EntryShape.colon(tape, before: key))
                if rule.pointee.hasLists { out.put(0x5B) }
            }
            try object(element, child)
            copy(to: Int(entry.end))
            element = Int(entry.next)
        }
        if rule.pointee.hasLists, groups.count > firstGroup { out.put(0x5D) }
        copy(to: Int(array.end) - 1)
        out.put(0x7D)
        copied = Int(array.end)
        edits += 1
        counts.recoded += 1
        if !groups.areDifferent(from: firstGroup) { throw .irregular }
    }

    private func key(of entry: Int, _ rule: UnsafePointer<MemberRule>) -> Int {
        EntryShape.key(tape, entry, rule.pointee.key, nil)
    }

    /// `[{"key":k,"value":v}]` → `{k:v}`, for other keys, and elements as the way back writes them.
    private mutating func attributes(_ node: Int) throws(Failure) -> Bool {
        let array = tape.nodes[node], end = Int(array.next), first = groups.count
        defer { groups.shrink(to: first) }
        copy(to: Int(array.start))
        out.put(0x7B)
        copied = Int(array.start) + 1
        var element = node + 1
        while element < end {
            let entry = tape.nodes[element], key = element + 2, name = key + 1, value = key + 2
            guard entry.kind == .object, Int(entry.next) > value, tape.nodes[value].next == entry.next,
                text(element + 1).isEqual("\"key\""), text(name).isEqual("\"value\""),
                tape.nodes[key].kind == .string, !tape.nodes[key].hasEscapes
            else { throw .irregular }
            let colon = EntryShape.colon(tape, before: value), space = Text(colon.start + 1, colon.count - 1)
            let isUsual =
                between(entry.start + 1, tape.nodes[element + 1].start) == .empty
                && between(tape.nodes[element + 1].end, tape.nodes[key].start) == colon
                && between(tape.nodes[key].end + 1, tape.nodes[name].start) == space
                && tape.bytes[Int(tape.nodes[key].end)] == 0x2C
                && between(tape.nodes[name].end, tape.nodes[value].start) == colon
                && between(tape.nodes[value].end, entry.end - 1) == .empty
            guard isUsual else { throw .irregular }
            groups.append(text(key))
            copy(to: Int(entry.start))
            out.put(text(key))
            out.put(colon)
            copied = Int(tape.nodes[value].start)
            copy(to: Int(tape.nodes[value].end))
            copied = Int(entry.end)
            element = Int(entry.next)
        }
        guard groups.areDifferent(from: first) else { throw .irregular }
        copy(to: Int(array.end) - 1)
        out.put(0x7D)
        copied = Int(array.end)
        edits += 1
        counts.recoded += 1
        return true
    }

    /// The offer of API v2 as the members that its category stands for, if the way back writes it as it is.
    private mutating func offer(_ name: Int) throws(Failure) {
        let value = name + 1, colon = EntryShape.colon(tape, before: value)
        guard let offer = OfferShape(tape, value, colon) else { throw .irregular }
        copy(to: Int(tape.nodes[name].start))
        out.put(OfferShape.names[offer.isIntroductory || offer.type > 0 ? offer.isIntroductory ? 0 : 1 : 2])
        copied = Int(tape.nodes[name].end)
        copy(to: Int(tape.nodes[value].start))
        out.put(text(offer.type > 0 ? offer.type : offer.id))
        if !offer.isIntroductory, offer.type > 0, offer.id > 0 {
            out.put(0x2C)
            out.put(Text(colon.start + 1, colon.count - 1))
            out.put(OfferShape.names[2])
            out.put(colon)
            out.put(text(offer.id))
        }
        copied = Int(tape.nodes[value].end)
        edits += 1
        counts.recoded &+= 1
    }

    private func between(_ start: UInt32, _ end: UInt32) -> Text { text(Int(start), Int(end)) }

    // MARK: Lists

    /// Converts the records of a list document where they stand. What is around them stays.
    private mutating func entries(_ node: Int, _ list: inout ListEntries) throws(Failure) {
        if let rules = list.take(node) {
            if let rules { try object(node, rules) } else if to != .sdk3 { counts.noSuccessor += 1 }
            return
        }
        guard list.isInside(node) else { return }
        let isObject = tape.nodes[node].kind == .object, end = Int(tape.nodes[node].next)
        var child = node + 1
        while child < end {
            let value = isObject ? child + 1 : child
            try entries(value, &list)
            child = Int(tape.nodes[value].next)
        }
    }
}

/// A member that needs something to be done.
struct MemberWork: BitwiseCopyable {
    /// The nodes of its name, of the value before it, and of the name of the last member before it that stays; 0 for
    /// none.
    let name: UInt32, previous: UInt32, kept: UInt32
    /// The position of its rule.
    let rule: UInt8

    init(_ name: Int, _ previous: Int, _ kept: Int, _ rule: UInt8) {
        self.name = UInt32(truncatingIfNeeded: name)
        self.previous = UInt32(truncatingIfNeeded: previous)
        self.kept = UInt32(truncatingIfNeeded: kept)
        self.rule = rule
    }
}

extension WorkStack<Text> {
    /// Whether all from a position on are different texts.
    func areDifferent(from first: Int) -> Bool {
        if count - first <= 16 {
            for position in first..<count {
                for other in first..<position where self[position] == self[other] { return false }
            }
            return true
        }
        var seen: Set<Text> = []
        for position in first..<count where !seen.insert(self[position]).inserted { return false }
        return true
    }
}
