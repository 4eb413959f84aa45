/// Converts one upgraded record back on its tape, and puts back what its residue has kept. It is the way back of
/// ``RecordConversion``.
///
/// The residue's changes come in the order of the document, so each is read once, ``Changes``. An object is *regular*
/// when every change finds its member, unedited. Every other object is given to a ``Converter`` and a ``DeltaApplier``.
struct RecordRestoration: ~Copyable {
    enum Failure: Error {
        case irregular
        /// Something was edited so that a text of the residue does not fit, or the residue is damaged. Only
        /// ``Migrator`` can say what that means.
        case edited
    }

    private var tape = Tape.empty
    private var from = Column.sdk2, to = Column.sdk1Wire
    private let options: MigrationOptions
    private(set) var out = ByteWriter(capacity: 1 << 12)
    private var copied = 0
    /// The last route, which is mostly the next one, too.
    private var route = ConversionRoute.of(.sdk2, .sdk1Wire, .profile)
    private var keys = WorkStack<Text>()
    private var residue = 0
    /// Whether the original is in an envelope, whose id the way up puts into a profile without one.
    private var isEnveloped = false
    private var index: JSONIndex?
    /// Whether the restored document may lack something that was edited into the upgraded one.
    private(set) var isDoubtful = false

    init(_ options: MigrationOptions) {
        var quiet = options
        quiet.strict = false
        quiet.fillRequired = false
        quiet.keepsLedger = false
        quiet.observer = nil
        self.options = quiet
    }

    deinit {
        out.deallocate()
        keys.deallocate()
    }

    // MARK: The document

    /// Restores a document into ``out``.
    ///
    /// - Returns: whether it could be restored.
    mutating func document(_ tape: Tape, _ residue: ResidueNodes) -> Bool {
        (self.tape, from, to, self.residue) = (tape, residue.to, residue.from, residue.name)
        (copied, index, isEnveloped) = (0, nil, residue.prefix > 0)
        // Members with the names of envelopes may make it another document for the way up.
        let envelope = Envelope(tape)
        isDoubtful = residue.kind.isList || envelope.isDoubtful || envelope.node != 0 || envelope.list != nil
        out.setCount(0)
        keys.shrink(to: 0)
        let root = tape.nodes[0]
        copy(to: Int(root.start))
        if residue.prefix > 0 { out.putUnescaped(tape.text(residue.prefix).inside) }
        if !route.leads(from, to, residue.kind) { route = .of(from, to, residue.kind) }
        do throws(Failure) {
            if residue.kind.isList {
                var list = ListEntries(tape, residue.kind, from: from, to: to)
                try entries(0, residue.delta, &list)
            } else {
                try object(0, route.rules, route.back, residue.delta)
            }
        } catch { return false }
        copy(to: Int(root.end))
        if residue.suffix > 0 { out.putUnescaped(tape.text(residue.suffix).inside) }
        copy(to: tape.byteCount)
        out.clearMargin()
        return true
    }

    @inline(__always)
    private mutating func copy(to end: Int) {
        guard end > copied else { return }
        out.put(tape.bytes + copied, end - copied)
        copied = end
    }

    // MARK: Objects

    /// - Parameters:
    ///   - up: the rules of the way up.
    ///   - delta: the node of the changes; 0 for none.
    private mutating func object(
        _ node: Int, _ rules: UnsafePointer<TableRules>, _ up: UnsafePointer<TableRules>, _ delta: Int
    ) throws(Failure) {
        let before = (out.count, copied, isDoubtful), first = keys.count
        do throws(Failure) { try regular(node, rules, up, delta) } catch {
            guard error == .irregular else { throw error }
            out.setCount(before.0)
            (copied, isDoubtful) = (before.1, before.2)
            keys.shrink(to: first)
            try irregular(node, rules.pointee.id, delta)
        }
    }

    /// By a ``Converter``, and the delta applied to what it makes.
    private mutating func irregular(_ node: Int, _ table: TableID, _ delta: Int) throws(Failure) {
        let whole = index ?? tape.index
        index = whole
        isDoubtful = true
        copy(to: Int(tape.nodes[node].start))
        copied = Int(tape.nodes[node].end)
        do {
            let upgraded = try options.index(body(node))
            var converter = Converter(Plan.from(from, to: to), upgraded, options)
            converter.isWayBack = true
            let base = try options.index(converter.record(0, table) ?? upgraded.bytes)
            guard delta > 0 else { return out.put(base.bytes) }
            guard let delta = ResidueText.read(whole, delta) else { throw Failure.edited }
            var applier = DeltaApplier(base, Plan.from(to, to: from))
            out.put(applier.apply(delta, 0, .record(table, to)))
            if !applier.stale.isEmpty { throw Failure.edited }
        } catch { throw .edited }
    }

    /// An object's bytes without the residue.
    private func body(_ node: Int) -> [UInt8] {
        let text = tape.text(node).array
        guard node == 0, residue > 0 else { return text }
        let removed = ResidueNodes.range(tape, residue), start = Int(tape.nodes[0].start)
        return Array(text[..<(removed.lowerBound - start)] + text[(removed.upperBound - start)...])
    }

    private mutating func regular(
        _ node: Int, _ rules: UnsafePointer<TableRules>, _ up: UnsafePointer<TableRules>, _ delta: Int
    ) throws(Failure) {
        guard var changes = Changes(tape, delta), changes.elements < 0 else { throw .irregular }
        let nodes = tape.nodes, end = Int(nodes[node].next)
        var seen: UInt64 = 0, isFirst = true, previous = Int(nodes[node].start) + 1, hasChanges = delta > 0
        var name = node &+ 1
        while name < end {
            let value = name &+ 1
            defer { name = Int(nodes[name &+ 1].next) }
            if node == 0, name == residue {
                let removed = ResidueNodes.range(tape, residue)
                copy(to: removed.lowerBound)
                copied = removed.upperBound
                continue
            }
            let rule = rules.pointee.rule(nodes[name].number)
            if !hasChanges, !nodes[name].hasEscapes,
                rule.map({ $0.pointee.quiet & nodes[value].kind.bit != 0 && seen & $0.pointee.bit == 0 }) ?? true
            {
                seen |= rule.map { $0.pointee.bit } ?? 0
                isFirst = false
                previous = Int(nodes[value].end)
                continue
            }
            if let rule { try take(rule, name, &seen) }
            let base = base(of: name, rule)
            if hasChanges {
                let drop = changes.drop(base)
                if drop > 0 {
                    try remove(name, rule, drop, isFirst: isFirst, previous, end)
                    previous = Int(nodes[value].end)
                    continue
                }
                if isFirst { try putBack(after: .empty, at: Int(nodes[name].start), node, rules, up, &changes) }
            }
            isFirst = false
            if rule?.pointee.operation == .offerPart {
                name = try offer(name, end, hasChanges ? changes.inside(base) : 0)
            } else {
                try member(name, rule, base, rules.pointee.id, up, hasChanges, &changes)
            }
            previous = Int(nodes[name &+ 1].end)
            if hasChanges {
                let isCut = try putBack(after: base, at: previous, node, rules, up, &changes)
                if isCut, rule == nil, !tape.isOnly(name, in: node) { throw .irregular }
                hasChanges = !changes.isEmpty
            }
        }
        guard changes.isEmpty else { throw .irregular }
        if isEnveloped, node == 0, rules.pointee.profileIDBit & ~seen != 0 { isDoubtful = true }
    }

    /// Makes sure that a member is the only one of its row, in its usual spelling, and has a place in the original.
    private func take(_ rule: UnsafePointer<MemberRule>, _ name: Int, _ seen: inout UInt64) throws(Failure) {
        let isOdd =
            rule.pointee.isCut(tape.nodes[name + 1].kind) || rule.pointee.operation == .irregular
            || rule.pointee.isRespelled || rule.pointee.isFallback
        if isOdd || seen & rule.pointee.bit != 0 || tape.nodes[name].hasEscapes { throw .irregular }
        seen |= rule.pointee.bit
    }

    /// The name that the way back writes for a member, with quotes.
    private func base(of name: Int, _ rule: UnsafePointer<MemberRule>?) -> Text {
        guard let rule, rule.pointee.isRenamed || rule.pointee.operation == .offerPart else { return tape.text(name) }
        return rule.pointee.target
    }

    /// Leaves out a member that the original does not have.
    private mutating func remove(
        _ name: Int, _ rule: UnsafePointer<MemberRule>?, _ fingerprint: Int, isFirst: Bool, _ previous: Int, _ end: Int
    ) throws(Failure) {
        let value = tape.nodes[name + 1], next = Int(value.next)
        guard value.kind == .string, !value.hasEscapes, rule.map({ stays($0, name + 1) }) ?? true,
            Fingerprint.matches(tape.text(name + 1), tape.text(fingerprint)), next < end, next != residue || !isFirst
        else { throw .irregular }
        if isFirst {
            copy(to: Int(tape.nodes[name].start))
            copied = Int(tape.nodes[next].start)
        } else {
            copy(to: previous)
            copied = Int(value.end)
        }
    }

    private mutating func member(
        _ name: Int, _ rule: UnsafePointer<MemberRule>?, _ base: Text, _ table: TableID,
        _ up: UnsafePointer<TableRules>, _ hasChanges: Bool, _ changes: inout Changes
    ) throws(Failure) {
        let value = name + 1, original = hasChanges ? changes.name(base) : 0,
            change = hasChanges ? changes.inside(base) : 0
        if original > 0 {
            // A text under an old name: an edited value may not fit that name.
            if change == 0, tape.nodes[value].kind != .null, rule?.pointee.codec == .custom(.remoteConfig) {
                throw .irregular
            }
            copy(to: Int(tape.nodes[name].start))
            let start = out.count
            guard tape.nodes[original].kind == .string else { throw .irregular }
            out.putUnescaped(tape.text(original).inside)
            guard Fragment.isName(text(start..<out.count)) else { throw .irregular }
            copied = Int(tape.nodes[name].end)
        } else if let rule, rule.pointee.isRenamed {
            copy(to: Int(tape.nodes[name].start))
            out.put(base)
            copied = Int(tape.nodes[name].end)
        }
        guard let rule else {
            if change > 0 { throw .irregular }
            return
        }
        let kind = tape.nodes[value].kind
        if kind.isContainer, rule.pointee.operation != .leaf {
            let before = (out.count, copied, isDoubtful), first = keys.count
            do throws(Failure) { return try container(rule, value, kind, change) } catch {
                guard error == .irregular else { throw error }
                out.setCount(before.0)
                (copied, isDoubtful) = (before.1, before.2)
                keys.shrink(to: first)
                return try irregularValue(rule, value, base, table, change)
            }
        }
        if change > 0 {
            guard tape.nodes[change].kind == .array else { throw .irregular }
            return try replace(rule, upRule(up, base), value, change)
        }
        if rule.pointee.child == nil, !stays(rule, value) { try leaf(rule, value) }
    }

    private mutating func container(
        _ rule: UnsafePointer<MemberRule>, _ value: Int, _ kind: JSONKind, _ change: Int
    ) throws(Failure) {
        guard let child = rule.pointee.child else {
            guard change == 0, rule.pointee.operation == .attributeList, kind == .object else { throw .irregular }
            return attributes(value)
        }
        let upChild = TableRules.of(child.pointee.id, from: to, to: from)
        switch (rule.pointee.operation, kind) {
        case (.record, .object): try object(value, child, upChild, change)
        case (.entries, .array): try list(value, child, upChild, change)
        case (.entries, .object): try dictionary(value, child, upChild, change)
        case (.flattened, .object): try flatten(value, rule, child, upChild, change)
        case (.flattened, .array), (.grouped, _): throw .irregular
        default: if change > 0 { throw .irregular }
        }
    }

    /// The same as for an irregular object, for one value of an object that is regular otherwise.
    private mutating func irregularValue(
        _ rule: UnsafePointer<MemberRule>, _ value: Int, _ base: Text, _ table: TableID, _ change: Int
    ) throws(Failure) {
        let row = Table[table].rows[rule.pointee.bit.trailingZeroBitCount], whole = index ?? tape.index
        index = whole
        isDoubtful = true
        copy(to: Int(tape.nodes[value].start))
        copied = Int(tape.nodes[value].end)
        do {
            var converter = Converter(Plan.from(from, to: to), try options.index(tape.text(value).array), options)
            converter.isWayBack = true
            let converted = try converter.convert(0, row) ?? tape.text(value).array
            guard change > 0 else { return out.put(converted) }
            guard let delta = ResidueText.read(whole, change) else { throw Failure.edited }
            // The name says what the value is.
            let member = try options.index([0x7B] + base.array + [0x3A] + converted + [0x7D])
            var applier = DeltaApplier(member, Plan.from(to, to: from))
            out.put(applier.apply(delta, 2, DeltaContext.record(table, to).child(member, 1, 2)))
            if !applier.stale.isEmpty { throw Failure.edited }
        } catch { throw .edited }
    }

    // MARK: Cuts

    /// Puts back the runs that were cut after a member, or at the start.
    ///
    /// - Parameter position: where the writing has to come to before.
    /// - Returns: whether there are any.
    @discardableResult
    private mutating func putBack(
        after base: Text, at position: Int, _ node: Int, _ rules: UnsafePointer<TableRules>,
        _ up: UnsafePointer<TableRules>, _ changes: inout Changes
    ) throws(Failure) -> Bool {
        var isCut = false
        while let cut = changes.cut(after: base) {
            copy(to: position)
            try putBack(cut, node, rules, up)
            isCut = true
        }
        return isCut
    }

    private mutating func putBack(
        _ cut: Changes.Cut, _ node: Int, _ rules: UnsafePointer<TableRules>, _ up: UnsafePointer<TableRules>
    ) throws(Failure) {
        let start = out.count
        out.putUnescaped(tape.text(cut.run).inside)
        let run = Text(UnsafePointer(out.memory + start), out.count - start)
        guard Fragment.isRun(run) else { throw .irregular }
        if cut.guarding > 0 {
            guard holds(cut, node, rules) else { throw .irregular }
            return
        }
        // An earlier duplicate of a field must not become the one that counts.
        guard let name = Fragment.name(run) else { throw .irregular }
        let offset = name.start - UnsafePointer(out.memory)
        let number = KnownNames.numbers.number(out.view, offset, offset + name.count)
        guard let rule = up.pointee.rule(number) else { return }
        if rule.pointee.operation == .offer {
            // An offer that says nothing stands where no other member says one.
            guard Fragment.isNull(run, name: name), !hasOffer(node, rules) else { throw .irregular }
        } else if rule.pointee.operation != .cut {
            throw .irregular
        }
    }

    /// Whether an object has a member that an offer became.
    private func hasOffer(_ node: Int, _ rules: UnsafePointer<TableRules>) -> Bool {
        var name = node + 1
        while name < Int(tape.nodes[node].next) {
            if rules.pointee.rule(tape.nodes[name].number)?.pointee.operation == .offerPart { return true }
            name = Int(tape.nodes[name + 1].next)
        }
        return false
    }

    /// Whether the member that guards a cut is what it was.
    private func holds(_ cut: Changes.Cut, _ node: Int, _ rules: UnsafePointer<TableRules>) -> Bool {
        let wanted = tape.text(cut.guarding)
        var name = node + 1
        while name < Int(tape.nodes[node].next) {
            let rule = rules.pointee.rule(tape.nodes[name].number)
            let base = rule.map { $0.pointee.isRenamed ? $0.pointee.target : tape.text(name) } ?? tape.text(name)
            if base == wanted {
                let value = tape.nodes[name + 1]
                return !value.kind.isContainer && !value.hasEscapes && rule.map { stays($0, name + 1) } ?? true
                    && Fingerprint.matches(tape.text(name + 1), tape.text(cut.fingerprint))
            }
            name = Int(tape.nodes[name + 1].next)
        }
        return false
    }

    // MARK: Values

    @inline(__always)
    private func stays(_ rule: UnsafePointer<MemberRule>, _ value: Int) -> Bool {
        let node = tape.nodes[value]
        if (rule.pointee.same | rule.pointee.unreadable) & node.kind.bit != 0 { return true }
        if rule.pointee.child != nil { return true }
        guard rule.pointee.isDate, node.kind == .string else { return false }
        return CanonicalDate.matches(tape.view, Int(node.start) &+ 1, Int(node.end) &- 1)
    }

    /// Writes what the way back makes of a value.
    private mutating func leaf(_ rule: UnsafePointer<MemberRule>, _ value: Int) throws(Failure) {
        copy(to: Int(tape.nodes[value].start))
        copied = Int(tape.nodes[value].end)
        try put(rule, value)
    }

    /// - Returns: whether what was written is its own canonical text.
    @discardableResult
    private mutating func put(_ rule: UnsafePointer<MemberRule>, _ value: Int) throws(Failure) -> Bool {
        let node = tape.nodes[value], start = Int(node.start), end = Int(node.end)
        if let words = rule.pointee.words, let trip = words.pointee.trip(tape.view, start, end) {
            out.put(trip.pointee.new.count > 0 ? trip.pointee.new : tape.text(value))
            if trip.pointee.base.count > 0 { isDoubtful = true }
            return true
        }
        if rule.pointee.codec == .timestamp, to.hasNumericDates, !from.hasNumericDates, node.kind == .string,
            let milliseconds = StoredDate.milliseconds(tape.view, text: start..<end)
        {
            StoredDate.put(number: milliseconds, &out)
            return true
        }
        let raw = tape.text(value).array
        guard let source = try? JSONScanner.index(raw),
            let trip = ValueConversion(rule.pointee.codec, source, from: from, to: to)
        else { throw .irregular }
        if trip.base != nil { isDoubtful = true }
        out.put(trip.new ?? raw)
        return false
    }

    /// The way up's rule for a name with quotes.
    private func upRule(_ up: UnsafePointer<TableRules>, _ name: Text) -> UnsafePointer<MemberRule>? {
        up.pointee.rule(
            KnownNames.numbers.number(PaddedView(start: name.start, count: name.count), 1, name.count - 1))
    }

    /// A value that the residue has in its original form.
    private mutating func replace(
        _ rule: UnsafePointer<MemberRule>, _ upRule: UnsafePointer<MemberRule>?, _ value: Int, _ change: Int
    ) throws(Failure) {
        let expected = change + 1, original = change + 2
        guard Int(tape.nodes[change].next) == change + 3, tape.nodes[expected].kind == .string,
            tape.nodes[original].kind == .string
        else { throw .irregular }
        copy(to: Int(tape.nodes[value].start))
        copied = Int(tape.nodes[value].end)
        let start = out.count, doubt = isDoubtful, kind = tape.nodes[value].kind
        var isCanonical = !kind.isContainer && !tape.nodes[value].hasEscapes
        if stays(rule, value) { out.put(tape.text(value)) } else { isCanonical = try put(rule, value) && isCanonical }
        let base = Text(UnsafePointer(out.memory + start), out.count - start)
        if isCanonical {
            guard Fingerprint.matches(base, tape.text(expected)) else { throw .irregular }
        } else {
            guard let index = try? JSONScanner.index(base.array), Fingerprint.of(index, 0) == decoded(expected) else {
                throw .irregular
            }
        }
        out.setCount(start)
        out.putUnescaped(tape.text(original).inside)
        guard Fragment.isValue(Text(UnsafePointer(out.memory + start), out.count - start)) else { throw .irregular }
        let comesBack = upRule.map { becomes($0, start..<out.count, value) } ?? false
        isDoubtful = doubt || !comesBack
    }

    /// Whether the way up makes a value of what was written last.
    private mutating func becomes(_ rule: UnsafePointer<MemberRule>, _ original: Range<Int>, _ value: Int) -> Bool {
        let wanted = tape.text(value), end = original.upperBound
        if let words = rule.pointee.words,
            let trip = words.pointee.trip(out.view, original.lowerBound, original.upperBound)
        {
            return (trip.pointee.new.count > 0 ? trip.pointee.new : text(original)) == wanted
        }
        guard rule.pointee.codec == .timestamp else { return false }
        defer { out.setCount(end) }
        if out.memory[original.lowerBound] == 0x22 {
            guard CanonicalDate.lacksFraction(out.view, original.lowerBound + 1, end - 1) else { return false }
            out.put(Text(text(original).start, 20))
            out.put(".000")
            out.put(Text(text(original).start + 20, original.count - 20))
        } else {
            guard to.hasNumericDates, let milliseconds = StoredDate.milliseconds(out.view, number: original) else {
                return false
            }
            StoredDate.put(text: milliseconds, &out)
        }
        return text(end..<out.count) == wanted
    }

    private func text(_ range: Range<Int>) -> Text { Text(UnsafePointer(out.memory + range.lowerBound), range.count) }

    private func decoded(_ node: Int) -> String {
        JSONText.decode(tape.text(node).array[...], hasEscapes: tape.nodes[node].hasEscapes)
    }

    // MARK: Entries

    private mutating func dictionary(
        _ node: Int, _ rules: UnsafePointer<TableRules>, _ up: UnsafePointer<TableRules>, _ delta: Int
    ) throws(Failure) {
        guard var changes = Changes(tape, delta), changes.elements < 0, changes.isInnerOnly else { throw .irregular }
        let first = keys.count, end = Int(tape.nodes[node].next)
        defer { keys.shrink(to: first) }
        var key = node + 1
        while key < end {
            let value = key + 1
            var change = 0
            if delta > 0 {
                if tape.nodes[key].hasEscapes { throw .irregular }
                keys.append(tape.text(key))
                change = changes.inside(tape.text(key))
            }
            switch tape.nodes[value].kind {
            case .object: try object(value, rules, up, change)
            case .array: try list(value, rules, up, change)
            default: if change > 0 { throw .irregular }
            }
            key = Int(tape.nodes[value].next)
        }
        guard changes.isEmpty, delta == 0 || keys.areDifferent(from: first) else { throw .irregular }
    }

    private mutating func list(
        _ node: Int, _ rules: UnsafePointer<TableRules>, _ up: UnsafePointer<TableRules>, _ delta: Int
    ) throws(Failure) {
        guard var changes = Changes(tape, delta), changes.isInnerOnly else { throw .irregular }
        let first = keys.count, end = Int(tape.nodes[node].next)
        defer { keys.shrink(to: first) }
        var element = node + 1, count = 0
        while element < end {
            guard tape.nodes[element].kind == .object, !EntryShape.isWrapper(tape, element) else { throw .irregular }
            var change = 0
            if delta > 0 {
                guard let identity = EntryShape.identity(tape, element, rules) else { throw .irregular }
                keys.append(identity)
                change = changes.inside(identity: identity)
            }
            try object(element, rules, up, change)
            count += 1
            element = Int(tape.nodes[element].next)
        }
        guard changes.isEmpty, delta == 0 || changes.elements == count && keys.areDifferent(from: first) else {
            throw .irregular
        }
    }

    /// `{k:{…}}` → `[{…}]`, for entries that have their key in them.
    private mutating func flatten(
        _ node: Int, _ rule: UnsafePointer<MemberRule>, _ rules: UnsafePointer<TableRules>,
        _ up: UnsafePointer<TableRules>, _ delta: Int
    ) throws(Failure) {
        guard var changes = Changes(tape, delta), changes.isInnerOnly else { throw .irregular }
        let dictionary = tape.nodes[node], end = Int(dictionary.next), first = keys.count
        defer { keys.shrink(to: first) }
        copy(to: Int(dictionary.start))
        out.put(0x5B)
        copied = Int(dictionary.start) + 1
        var key = node + 1, count = 0
        while key < end {
            let value = key + 1, next = Int(tape.nodes[value].next)
            copy(to: Int(tape.nodes[key].start))
            if rule.pointee.hasLists {
                guard tape.nodes[value].kind == .array, next > value + 1 else { throw .irregular }
                copied = Int(tape.nodes[value + 1].start)
                var element = value + 1
                while element < next {
                    try flat(element, key, rule, rules, up, &changes, delta > 0)
                    count += 1
                    copy(to: Int(tape.nodes[element].end))
                    element = Int(tape.nodes[element].next)
                }
            } else {
                copied = Int(tape.nodes[value].start)
                try flat(value, key, rule, rules, up, &changes, delta > 0)
                count += 1
                copy(to: Int(tape.nodes[value].end))
            }
            copied = Int(tape.nodes[value].end)
            key = next
        }
        guard changes.isEmpty, delta == 0 || changes.elements == count && keys.areDifferent(from: first) else {
            throw .irregular
        }
        copy(to: Int(dictionary.end) - 1)
        out.put(0x5D)
        copied = Int(dictionary.end)
    }

    /// An entry of a dictionary as the element of a list.
    private mutating func flat(
        _ entry: Int, _ key: Int, _ rule: UnsafePointer<MemberRule>, _ rules: UnsafePointer<TableRules>,
        _ up: UnsafePointer<TableRules>, _ changes: inout Changes, _ hasChanges: Bool
    ) throws(Failure) {
        guard tape.nodes[entry].kind == .object else { throw .irregular }
        let own = EntryShape.key(tape, entry, rule.pointee.key, rules)
        guard own > 0 else { throw .irregular }
        // The way up writes the entry's own key.
        if tape.text(own) != tape.text(key) { isDoubtful = true }
        var change = 0
        if hasChanges {
            guard let identity = EntryShape.identity(tape, entry, rules) else { throw .irregular }
            keys.append(identity)
            change = changes.inside(identity: identity)
        }
        try object(entry, rules, up, change)
    }

    /// The members that an offer became, as the offer.
    ///
    /// - Returns: the name of the last of them.
    private mutating func offer(_ name: Int, _ end: Int, _ change: Int) throws(Failure) -> Int {
        let value = name + 1, colon = EntryShape.colon(tape, before: value), next = Int(tape.nodes[value].next)
        guard let part = OfferShape.names.firstIndex(of: tape.text(name)), tape.nodes[value].kind != .null,
            !tape.nodes[value].kind.isContainer
        else { throw .irregular }
        let hasID = part == 1 && next < end && tape.text(next) == OfferShape.names[2]
        if hasID, tape.nodes[next + 1].kind == .null || tape.nodes[next + 1].kind.isContainer { throw .irregular }
        copy(to: Int(tape.nodes[name].start))
        out.put(OfferShape.name)
        copied = Int(tape.nodes[name].end)
        copy(to: Int(tape.nodes[value].start))
        out.put("{\"category\"")
        out.put(colon)
        out.put(part == 0 ? "\"introductory\"" : "\"promotional\"")
        if part < 2 { put("\"type\"", value, colon) }
        if part == 0 { try putID(change, colon) } else if change > 0 { throw .irregular }
        if part == 2 { put("\"id\"", value, colon) }
        if hasID { put("\"id\"", next + 1, colon) }
        out.put(0x7D)
        let last = hasID ? next : name
        copied = Int(tape.nodes[last + 1].end)
        return last
    }

    /// A member of an offer after another one.
    private mutating func put(_ name: StaticString, _ value: Int, _ colon: Text) {
        putName(name, colon)
        out.put(tape.text(value))
    }

    private mutating func putName(_ name: StaticString, _ colon: Text) {
        out.put(0x2C)
        out.put(Text(colon.start + 1, colon.count - 1))
        out.put(name)
        out.put(colon)
    }

    /// The id of an introductory offer, which only the residue has.
    private mutating func putID(_ change: Int, _ colon: Text) throws(Failure) {
        putName("\"id\"", colon)
        guard change > 0 else { return out.put(OfferShape.null) }
        guard var changes = Changes(tape, change), changes.elements < 0, changes.isInnerOnly else { throw .irregular }
        let id = changes.inside(OfferShape.id)
        guard id > 0, changes.isEmpty, tape.nodes[id].kind == .array, Int(tape.nodes[id].next) == id + 3,
            tape.nodes[id + 1].kind == .string, tape.nodes[id + 2].kind == .string,
            Fingerprint.matches(OfferShape.null, tape.text(id + 1))
        else { throw .irregular }
        let start = out.count
        out.putUnescaped(tape.text(id + 2).inside)
        guard Fragment.isValue(text(start..<out.count)) else { throw .irregular }
    }

    /// `{k:v}` → `[{"key":k,"value":v}]`
    private mutating func attributes(_ node: Int) {
        let object = tape.nodes[node], end = Int(object.next), first = keys.count
        defer { keys.shrink(to: first) }
        copy(to: Int(object.start))
        out.put(0x5B)
        copied = Int(object.start) + 1
        var name = node + 1
        while name < end {
            keys.append(tape.text(name))
            if tape.nodes[name].hasEscapes { isDoubtful = true }
            let value = name + 1, colon = EntryShape.colon(tape, before: value)
            copy(to: Int(tape.nodes[name].start))
            out.put("{\"key\"")
            out.put(colon)
            out.put(tape.text(name))
            out.put(0x2C)
            out.put(Text(colon.start + 1, colon.count - 1))
            out.put("\"value\"")
            out.put(colon)
            out.put(tape.text(value))
            out.put(0x7D)
            copied = Int(tape.nodes[value].end)
            name = Int(tape.nodes[value].next)
        }
        // Of several with one key the way up takes the last.
        if !keys.areDifferent(from: first) { isDoubtful = true }
        copy(to: Int(object.end) - 1)
        out.put(0x5D)
        copied = Int(object.end)
    }

    // MARK: Lists

    /// Restores the records of a list document where they stand.
    private mutating func entries(_ node: Int, _ delta: Int, _ list: inout ListEntries) throws(Failure) {
        if let rules = list.take(node) {
            if let rules { return try object(node, rules, TableRules.of(rules.pointee.id, from: to, to: from), delta) }
            if delta > 0 { throw .edited }
            return
        }
        guard list.isInside(node) else {
            if delta > 0 { throw .edited }
            return
        }
        guard var changes = Changes(tape, delta), changes.isInnerOnly else { throw .edited }
        let isObject = tape.nodes[node].kind == .object, end = Int(tape.nodes[node].next), first = keys.count
        defer { keys.shrink(to: first) }
        guard delta == 0 || changes.elements == (isObject ? -1 : tape.count(node)) else { throw .edited }
        var child = node + 1
        while child < end {
            let value = isObject ? child + 1 : child
            defer { child = Int(tape.nodes[value].next) }
            if child == residue, node == 0, isObject {
                let removed = ResidueNodes.range(tape, residue)
                copy(to: removed.lowerBound)
                copied = removed.upperBound
                continue
            }
            var change = 0
            if delta > 0 {
                let key = isObject ? tape.nodes[child].hasEscapes ? nil : tape.text(child) : list.identity(value)
                guard let key else { throw .edited }
                keys.append(key)
                change = isObject ? changes.inside(key) : changes.inside(identity: key)
            }
            try entries(value, change, &list)
        }
        guard changes.isEmpty, delta == 0 || keys.areDifferent(from: first) else { throw .edited }
    }
}
