import AdaptyMigrationAccess
import AdaptyMigrationCore

/// Converts one record back with its residue in one pass. It walks the current document by the rules of the way back,
/// together with the changes in the residue, which have the same order. The result is that of ``Migrator``, byte for
/// byte. Any sign of an edit that needs judgement is a ``Detour``: a different fingerprint, another order, or a member
/// for which the old dialect has no place.
struct RestoreWalk {
    private let words = Words()
    private let events: EventNames
    private let maximumDepth: Int
    private let fragments = QuoteIndex()
    private var scratch = ByteStore(capacity: 1 << 10)
    private var seen = KeySet()
    private var residue = ResidueReader()
    private var program: Program

    // MARK: The record

    private var cursor: Cursor
    private var out: ByteStore
    /// Bytes of the record before this position are in ``out``, or not to be.
    private var copied = 0
    /// Names of members that occur once, keys and identities that must differ: of the objects and arrays that are open.
    private var anchors = Stack<Token>()
    /// The keys of the dictionaries that are becoming lists.
    private var keys = Stack<Token>()
    private var profileID = NameToken.none.bytes
    private var guardPrint = Token()
    /// The row of an offer that was put back into the record at hand, beside which its members would be a second one.
    /// Such records hold no others.
    private var putBack: UInt64 = 0
    /// Where the residue's name and value stand.
    private var residueName = 0
    private var residueEnd: Cursor

    /// - Parameters:
    ///   - cursor: any; each record brings its own.
    ///   - program: any; each record's residue names its own.
    ///   - out: any; each record brings its own.
    init(_ cursor: Cursor, _ program: Program, maximumDepth: Int, _ events: EventNames, out: ByteStore) {
        self.cursor = cursor
        self.program = program
        self.maximumDepth = maximumDepth
        self.events = events
        self.out = out
        residueEnd = cursor
    }

    func deallocate() {
        words.deallocate()
        scratch.deallocate()
        seen.deallocate()
        residue.deallocate()
        anchors.deallocate()
        keys.deallocate()
    }

    /// What became of a record.
    struct Summary {
        let source: Dialect
        let target: Dialect
        let kind: RecordKind
    }

    /// Restores a record and appends it to a store; if it throws, what it appended is void.
    ///
    /// - Parameter name: the number of the quote at which the residue's name begins.
    mutating func restore(_ cursor: Cursor, residue name: Int, _ programs: Programs, _ out: inout ByteStore)
        throws(Detour) -> Summary
    {
        residueEnd = cursor
        residueEnd.quote = name
        residueEnd.at = Int(cursor.quotes[name])
        residueName = residueEnd.at
        try residueEnd.string()
        try residueEnd.colon()
        try residue.read(&residueEnd)
        let old = residue.from, new = residue.to, kind = residue.kind
        let isStep = new == old.dialect.hub.column || new == old || old == new.dialect.hub.column && new.isRaised
        guard isStep, !kind.isList, kind != .promo, new != .serverV2 else { throw .general }
        if program.from != new || program.to != old || program.table != kind.table.number {
            program = programs.settled(new, to: old, kind)
        }
        self.cursor = cursor
        self.out = out
        defer { out = self.out }
        copied = 0
        anchors.shrink(to: 0)
        keys.shrink(to: 0)
        profileID = NameToken.none.bytes
        guardPrint = Token()
        putBack = 0
        try document()
        return Summary(source: new.dialect, target: old.dialect, kind: kind)
    }

    /// Where the residue is that was read last.
    var residuePlace: ResiduePlace { ResiduePlace(start: residueName, end: residueEnd.at, quote: residueEnd.quote) }

    // MARK: The document

    private mutating func document() throws(Detour) {
        cursor.skipSpace()
        let root = cursor.at
        guard cursor.bytes[root] == 0x7B else { throw .general }
        if !residue.prefix.isEmpty {
            try checkWrap()
            copy(to: root)
            try putUnescaped(residue.prefix)
        }
        try record(program.rules(program.table), residue.hasDelta ? 0 : -1, isRoot: true)
        // An envelope may name the profile where the document does not any more.
        if !residue.prefix.isEmpty, residue.kind == .profile, profileID.count == 0 { throw .general }
        if !residue.suffix.isEmpty {
            copy(to: cursor.at)
            try putUnescaped(residue.suffix)
        }
        let end = cursor.at
        cursor.skipSpace()
        guard end <= cursor.bytes.count, cursor.at >= cursor.bytes.count else { throw .general }
        copy(to: cursor.bytes.count)
    }

    @inline(__always)
    private mutating func copy(to end: Int) {
        guard end > copied else { return }
        out.put(cursor.bytes, copied, end)
        copied = end
    }

    // MARK: Records

    // Methods that change nothing are said to change the walk all the same: else all of it, more than a thousand bytes,
    // is copied to call them.

    /// The changes of one object, of which each is used up in its turn.
    private struct Changes {
        var inner = -1
        var cut = 0, endCut = 0, name = 0, endName = 0
        /// Of which of them the row was looked up last, and the rows.
        var knownInner = -1, knownCut = -1, knownName = -1
        var innerRow: UInt64 = 0, cutRow: UInt64 = 0, nameRow: UInt64 = 0

        var isUsedUp: Bool { inner < 0 && cut == endCut && name == endName }
    }

    private mutating func changes(_ node: Int) throws(Detour) -> Changes {
        guard node >= 0 else { return Changes() }
        let nodes = residue.nodes
        guard nodes[node].text.isEmpty, nodes[node].count < 0, nodes[node].turned == nil else { throw .general }
        return Changes(
            inner: nodes[node].inner, cut: nodes[node].firstCut, endCut: nodes[node].endCut,
            name: nodes[node].firstName, endName: nodes[node].endName)
    }

    private mutating func record(_ rules: RuleSet, _ node: Int, isRoot: Bool) throws(Detour) {
        let bytes = cursor.bytes
        var changes = try changes(node)
        let dropped = node >= 0 ? residue.nodes[node].dropped : Token()
        var run = PlainRun(rules)
        cursor.at &+= 1
        cursor.skipSpace()
        if bytes[cursor.at] == 0x7D {
            guard !isRoot, changes.isUsedUp, dropped.isEmpty else { throw .general }
            cursor.at &+= 1
            return
        }
        let firstQuote = cursor.quote, firstAnchor = anchors.count
        var hasDropped = dropped.isEmpty, isOpening = true, before = cursor.at
        repeat {
            if !isOpening {
                let plain = run.plain
                let isEnd = try cursor.stepOver(&run, rules, stops: stops(&changes, rules))
                if run.plain != plain { before = run.end }
                if isEnd { break }
            }
            let name = cursor.at
            if isRoot, name == residueName {
                // The cuts after the last member are in; the residue goes with the comma before it.
                guard !isOpening, changes.isUsedUp, hasDropped else { throw .general }
                try checkAnchors(firstAnchor, firstQuote)
                try checkGuard()
                copy(to: before)
                cursor = residueEnd
                copied = cursor.at
                guard try !cursor.comma(closing: 0x7D) else { throw .general }
                return
            }
            try cursor.string()
            let nameEnd = cursor.at
            try cursor.colon()
            let kind = try cursor.kind()
            var found = rules.rule(bytes, name, nameEnd, after: run.last)
            if let found {
                run.follow(found)
            } else if cursor.hasEscape(name, nameEnd) {
                found = rules.escaped(bytes, name, nameEnd, &scratch)
                // Changes are found by the name as it is written.
                guard found != nil || changes.isUsedUp else { throw .general }
            }
            let rule = found.map { UnsafePointer($0) }
            if !hasDropped {
                guard let rule, rule.pointee.isProfileID,
                    residue.nodes[node].dropped.equals(bytes.part(name..<nameEnd), in: bytes), !kind.isContainer
                else { throw .general }
                let value = cursor.at
                try cursor.scalar(kind)
                profileID = bytes.part(value..<cursor.at)
                guard try isFingerprint(residue.nodes[node].print, of: profileID) else { throw .general }
                run.met |= rule.pointee.bit
                hasDropped = true
                copy(to: name)
                var next = cursor
                guard try next.comma(closing: 0x7D), next.at != residueName else { throw .general }
                copied = next.at
                try putStart(&changes, rules)
                isOpening = false
                continue
            }
            if isOpening {
                copy(to: name)
                try putStart(&changes, rules)
                isOpening = false
            }
            guard let rule, rule.pointee.operation != .unknown else {
                // Of an object under a wrapper's name the general path takes the inside for the record.
                if let rule, rule.pointee.isResidue && isRoot || rule.pointee.isWrapper && kind.isContainer {
                    throw .general
                }
                try cursor.skip(maximumDepth)
                before = cursor.at
                let view = bytes.part(name..<nameEnd)
                if isNext(changes.inner, view) || isNext(name: changes, view) { throw .general }
                if isNext(cut: changes, view) {
                    anchors.append(Token(start: name, end: nameEnd))
                    try putCuts(&changes, view, rules)
                }
                continue
            }
            guard rule.pointee.operation != .refuse, rule.pointee.operation != .drop, !rule.pointee.isRespelled,
                run.met & rule.pointee.bit == 0,
                !(kind.isContainer && rule.pointee.isWrapper)
            else { throw .general }
            run.met |= rule.pointee.bit
            if rule.pointee.operation == .offerPart {
                before = try offer(rule, name, nameEnd, &changes, rules)
                continue
            }
            let target = rule.pointee.target.bytes
            if isNext(name: changes, target) {
                // Under another of its names the configuration may have another form.
                if rule.pointee.leaf == .payload { throw .general }
                copy(to: name)
                try putUnescaped(residue.names[changes.name].text)
                try check(.name)
                copied = nameEnd
                changes.name += 1
            } else if rule.pointee.isRenamed {
                copy(to: name)
                out.put(target, 0, target.count)
                copied = nameEnd
            }
            var child = -1
            if isNext(changes.inner, target) {
                child = changes.inner
                changes.inner = residue.nodes[child].next
            }
            let value = cursor.at
            try self.value(rule, kind, child)
            before = cursor.at
            if rule.pointee.isProfileID { profileID = bytes.part(value..<before) }
            if isNext(cut: changes, target) { try putCuts(&changes, target, rules) }
        } while try cursor.comma(closing: 0x7D)
        guard !isRoot, changes.isUsedUp, hasDropped else { throw .general }
        if run.met & putBack != 0 { throw .general }
        putBack = 0
        try checkAnchors(firstAnchor, firstQuote)
    }

    /// The members that stand for an offer, of which the first is at hand, become the offer.
    ///
    /// - Returns: where they end.
    private mutating func offer(
        _ rule: UnsafePointer<KeyRule>, _ name: Int, _ nameEnd: Int, _ changes: inout Changes, _ rules: RuleSet
    ) throws(Detour) -> Int {
        let target = rule.pointee.base.bytes
        guard !isNext(name: changes, target), cursor.bytes[nameEnd] == 0x3A else { throw .general }
        let value = cursor.at, spacing = try Spacing.before(value, cursor.bytes), offer = words.offer[spacing]
        var said = try offer.read(cursor.bytes.part(name..<value), &cursor)
        if isNext(changes.inner, target) {
            guard residue.nodes[changes.inner].turned == spacing else { throw .general }
            said.isTurned = true
            changes.inner = residue.nodes[changes.inner].next
        }
        copy(to: name)
        out.put(target, 0, target.count)
        out.put(cursor.bytes, nameEnd, value)
        offer.putOffer(said, cursor.bytes, &out)
        copied = cursor.at
        if isNext(cut: changes, target) { try putCuts(&changes, target, rules) }
        return cursor.at
    }

    // MARK: Values

    private mutating func value(_ rule: UnsafePointer<KeyRule>, _ kind: JSONKind, _ child: Int) throws(Detour) {
        let start = cursor.at
        if child >= 0, !residue.nodes[child].text.isEmpty {
            try cursor.skip(maximumDepth)
            let value = cursor.bytes.part(start..<cursor.at)
            guard !kind.isContainer || value.equals("{}") && rule.pointee.leaf == .attributes else { throw .general }
            let isNumericDate = kind == .number && rule.pointee.leaf == .timestamp && program.from.hasNumericDates
            let made =
                kind.isContainer ? nil : isNumericDate ? try date(value) : try recoded(rule, kind, value, quotes: 0)
            guard try isFingerprint(residue.nodes[child].expected, of: made ?? value) else { throw .general }
            copy(to: start)
            try putUnescaped(residue.nodes[child].text)
            let text = try check(.value)
            // Of several values the way back makes one: of numbers that differ by microseconds, of all that is not
            // eligible. Of event names it does not.
            if made != nil, rule.pointee.leaf != .eventName {
                guard try isMade(value, of: text, rule) else { throw .general }
            }
            copied = cursor.at
            return
        }
        if rule.pointee.operation == .leaf {
            guard child < 0 else { throw .general }
            if rule.pointee.leaf == .attributeList, kind.isContainer {
                guard kind == .object else { throw .general }
                copy(to: start)
                try words.attributes[.before(start, cursor.bytes)].putList(
                    &cursor, depth: maximumDepth, &seen, &out)
                copied = cursor.at
                return
            }
            let quote = cursor.quote
            if kind.isContainer { try cursor.skip(maximumDepth) } else { try cursor.scalar(kind) }
            guard let new = try recoded(rule, kind, cursor.bytes.part(start..<cursor.at), quotes: cursor.quote - quote)
            else { return }
            copy(to: start)
            out.put(new, 0, new.count)
            copied = cursor.at
            return
        }
        guard kind.isContainer else {
            guard child < 0 else { throw .general }
            return try cursor.scalar(kind)
        }
        let rules = program.rules(rule.pointee.child)
        if rule.pointee.operation == .keyed {
            guard kind == .object else { throw .general }
            try keyed(rule, rules, child)
        } else if rule.pointee.operation == .entries {
            if kind == .array { try list(rules, child) } else { try dictionary(rules, child) }
        } else if kind == .object {
            try record(rules, child, isRoot: false)
        } else {
            guard child < 0 else { throw .general }
            try cursor.skip(maximumDepth)
        }
    }

    /// The value as the old dialect writes it; `nil` when it stays. Only conversions that the way up undoes exactly.
    ///
    /// - Parameter quotes: how many quotes the value has.
    private mutating func recoded(_ rule: UnsafePointer<KeyRule>, _ kind: JSONKind, _ value: ByteView, quotes: Int)
        throws(Detour) -> ByteView?
    {
        if (rule.pointee.same | rule.pointee.unreadable) & kind.bit != 0 { return nil }
        switch rule.pointee.leaf {
        case .timestamp where kind == .string && !program.to.hasNumericDates && !program.from.hasNumericDates:
            guard DateForm.isCanonical(value, 1, value.count - 1) else { throw .general }
            return nil
        case .timestamp where program.to.hasNumericDates != program.from.hasNumericDates:
            return try date(rule, kind, value)
        case .eventName:
            guard let spelling = events.find(value, 0, value.count) else { return nil }
            if program.from == .webhookLegacy {
                guard spelling.isLegacy else { throw .general }
                return spelling.isCanonical ? nil : spelling.canonical.bytes
            }
            guard spelling.isCanonical else { throw .general }
            return program.to == .webhookLegacy ? spelling.legacy.bytes : nil
        case .payload where rule.pointee.isRenamed: return try payload(kind, value, quotes: quotes)
        case .flag, .attributes, .attributeList, .payload: throw .general
        default: return try other(rule, value)
        }
    }

    /// A date as text, or as the number that SDK 1.x stored.
    private mutating func date(_ rule: UnsafePointer<KeyRule>, _ kind: JSONKind, _ value: ByteView) throws(Detour)
        -> ByteView?
    {
        if program.to.hasNumericDates {
            guard kind == .string, let milliseconds = StoredDate.milliseconds(value, text: 0..<value.count) else {
                return try other(rule, value)
            }
            scratch.reset()
            StoredDate.put(number: milliseconds, &scratch)
            scratch.clearMargin()
            return scratch.view
        }
        guard kind == .number else { return try other(rule, value) }
        let text = try date(value)
        guard try isMade(value, of: text, rule) else { throw .general }
        return text
    }

    /// The text of a stored number, to the millisecond.
    private mutating func date(_ number: ByteView) throws(Detour) -> ByteView {
        guard let milliseconds = StoredDate.milliseconds(number, number: 0..<number.count) else { throw .general }
        scratch.reset()
        StoredDate.put(text: milliseconds, &scratch)
        scratch.clearMargin()
        return scratch.view
    }

    /// Whether the way there makes this value of a text.
    private mutating func isMade(_ value: ByteView, of text: ByteView, _ rule: UnsafePointer<KeyRule>) throws(Detour)
        -> Bool
    {
        guard let source = try? JSONScanner.index(text.array(0..<text.count)) else { throw .general }
        switch rule.pointee.codec.recode(source, 0, from: program.to, to: program.from) {
        case .recoded(let bytes), .repaired(let bytes): return bytes == value.array(0..<value.count)
        case .same, .unreadable: return text.equals(value)
        }
    }

    private mutating func other(_ rule: UnsafePointer<KeyRule>, _ value: ByteView) throws(Detour) -> ByteView? {
        if let form = rule.pointee.words?.pointee.find(value, 0, value.count) {
            // An edited value may stay on the way back and still be another one on the way up.
            guard form.base.bytes.count == 0 else { throw .general }
            return form.new.bytes.count > 0 ? form.new.bytes : nil
        }
        guard let source = try? JSONScanner.index(value.array(0..<value.count)),
            let trip = RoundTrip(rule.pointee.codec, source, from: program.from, to: program.to), trip.base.isEmpty,
            !trip.new.contains(0x5C)
        else { throw .general }
        if trip.new.isEmpty { return nil }
        scratch.reset()
        for byte in trip.new { scratch.put(byte) }
        scratch.clearMargin()
        return scratch.view
    }

    /// A paywall's configuration: the text out of its object, or, on the way up, the object around it.
    private mutating func payload(_ kind: JSONKind, _ value: ByteView, quotes: Int) throws(Detour) -> ByteView? {
        if kind == .null { return nil }
        guard program.from.isSDK1 else {
            guard let text = words.payload(value, quotes: quotes) else { throw .general }
            return value.part(text)
        }
        guard kind == .string else { throw .general }
        scratch.reset()
        for part in [words.opening.bytes, value, words.closing.bytes] { scratch.put(part, 0, part.count) }
        scratch.clearMargin()
        return scratch.view
    }

    // MARK: Entries

    private mutating func dictionary(_ rules: RuleSet, _ node: Int) throws(Detour) {
        var changes = try changes(node)
        let hasChanges = !changes.isUsedUp, firstAnchor = anchors.count
        guard changes.cut == changes.endCut, changes.name == changes.endName,
            node < 0 || residue.nodes[node].dropped.isEmpty
        else { throw .general }
        cursor.at &+= 1
        cursor.skipSpace()
        if cursor.bytes[cursor.at] == 0x7D {
            guard !hasChanges else { throw .general }
            cursor.at &+= 1
            return
        }
        repeat {
            let start = cursor.at
            try cursor.string()
            let key = cursor.bytes.part(start..<cursor.at)
            if cursor.hasEscape(start, cursor.at) { throw .general }
            if hasChanges { anchors.append(Token(start: start, end: cursor.at)) }
            var child = -1
            if isNext(changes.inner, key) {
                child = changes.inner
                changes.inner = residue.nodes[child].next
            }
            try cursor.colon()
            switch try cursor.kind() {
            case .object: try record(rules, child, isRoot: false)
            case .array: try list(rules, child)
            case let kind:
                guard child < 0 else { throw .general }
                try cursor.scalar(kind)
            }
        } while try cursor.comma(closing: 0x7D)
        guard changes.isUsedUp, seen.takesAll(anchors, from: firstAnchor, of: cursor.bytes) else { throw .general }
        anchors.shrink(to: firstAnchor)
    }

    private mutating func list(_ rules: RuleSet, _ node: Int) throws(Detour) {
        var elements = try elements(node)
        cursor.at &+= 1
        cursor.skipSpace()
        if cursor.bytes[cursor.at] == 0x5D {
            cursor.at &+= 1
        } else {
            repeat { try element(&elements, rules) } while try cursor.comma(closing: 0x5D)
        }
        try close(elements)
    }

    /// `{"a":{"id":"a",…},…}` → `[{"id":"a",…},…]`, and of lists in the dictionary their entries.
    private mutating func keyed(_ rule: UnsafePointer<KeyRule>, _ rules: RuleSet, _ node: Int) throws(Detour) {
        var elements = try elements(node)
        let first = keys.count
        copy(to: cursor.at)
        cursor.at &+= 1
        copied = cursor.at
        out.put(0x5B)
        cursor.skipSpace()
        var isMore = cursor.bytes[cursor.at] != 0x7D
        if !isMore { cursor.at &+= 1 }
        while isMore {
            let start = cursor.at
            copy(to: start)
            try cursor.string()
            let key = Token(start: start, end: cursor.at)
            if cursor.hasEscape(start, key.end) { throw .general }
            keys.append(key)
            try cursor.colon()
            if rule.pointee.holdsLists {
                try entries(rule, key, &elements, rules)
            } else {
                try entry(rule, key, &elements, rules)
            }
            isMore = try cursor.comma(closing: 0x7D)
        }
        copy(to: cursor.at &- 1)
        out.put(0x5D)
        copied = cursor.at
        try close(elements)
        guard seen.takesAll(keys, from: first, of: cursor.bytes) else { throw .general }
        keys.shrink(to: first)
    }

    /// The entries of one key, at whose list the cursor stands.
    private mutating func entries(
        _ rule: UnsafePointer<KeyRule>, _ key: Token, _ elements: inout Elements, _ rules: RuleSet
    ) throws(Detour) {
        guard cursor.bytes[cursor.at] == 0x5B else { throw .general }
        cursor.at &+= 1
        cursor.skipSpace()
        copied = cursor.at
        repeat {
            copy(to: cursor.at)
            try entry(rule, key, &elements, rules)
        } while try cursor.comma(closing: 0x5D)
        copied = cursor.at
    }

    /// An entry, whose own key is the dictionary's.
    private mutating func entry(
        _ rule: UnsafePointer<KeyRule>, _ key: Token, _ elements: inout Elements, _ rules: RuleSet
    ) throws(Detour) {
        guard cursor.bytes[cursor.at] == 0x7B,
            try cursor.text(of: rule.pointee.key.bytes, maximumDepth).isSame(key, in: cursor.bytes)
        else { throw .general }
        copied = cursor.at
        try element(&elements, rules)
        copy(to: cursor.at)
    }

    // MARK: Elements

    /// The changes of an array's elements, of which each is found by its element's identity and used up in its turn.
    private struct Elements {
        let node: Int
        var inner: Int
        let hasChanges: Bool
        let firstAnchor: Int
        var count = 0
    }

    @inline(__always)
    private mutating func elements(_ node: Int) throws(Detour) -> Elements {
        if node >= 0 { guard residue.nodes[node].count >= 0, residue.nodes[node].text.isEmpty else { throw .general } }
        let inner = node < 0 ? -1 : residue.nodes[node].inner
        if inner >= 0, cursor.bytes[residue.nodes[inner].name.start + 1] != 0x3D { throw .general }
        return Elements(node: node, inner: inner, hasChanges: inner >= 0, firstAnchor: anchors.count)
    }

    @inline(__always)
    private mutating func element(_ elements: inout Elements, _ rules: RuleSet) throws(Detour) {
        guard cursor.bytes[cursor.at] == 0x7B else { throw .general }
        var child = -1
        if elements.hasChanges {
            let identity = try identity(rules)
            anchors.append(identity)
            let name = elements.inner < 0 ? Token() : residue.nodes[elements.inner].name
            if elements.inner >= 0,
                cursor.bytes.part((name.start + 2)..<name.end).equals(
                    cursor.bytes.part((identity.start + 1)..<identity.end))
            {
                child = elements.inner
            }
        }
        if child >= 0 { elements.inner = residue.nodes[child].next }
        try record(rules, child, isRoot: false)
        elements.count += 1
    }

    @inline(__always)
    private mutating func close(_ elements: Elements) throws(Detour) {
        guard elements.hasChanges else { return }
        guard elements.inner < 0, elements.count == residue.nodes[elements.node].count,
            seen.takesAll(anchors, from: elements.firstAnchor, of: cursor.bytes)
        else { throw .general }
        anchors.shrink(to: elements.firstAnchor)
    }

    /// The identity of the element that begins here.
    private mutating func identity(_ rules: RuleSet) throws(Detour) -> Token {
        let bytes = cursor.bytes
        return try cursor.text(maximumDepth) { start, end in
            rules.names.find(bytes, start &+ 1, end &- 1).map { rules.rules[$0].isIdentity } ?? false
        }
    }

    // MARK: Changes

    /// The rows for which a change is next. Rows of renamed members may be among them: those are no plain members
    /// anyway.
    private mutating func stops(_ changes: inout Changes, _ rules: RuleSet) -> UInt64 {
        var rows: UInt64 = 0
        if changes.inner >= 0 {
            if changes.inner != changes.knownInner {
                (changes.knownInner, changes.innerRow) = (changes.inner, row(residue.nodes[changes.inner].name, rules))
            }
            rows |= changes.innerRow
        }
        if changes.cut < changes.endCut {
            if changes.cut != changes.knownCut {
                (changes.knownCut, changes.cutRow) = (changes.cut, row(residue.cuts[changes.cut].anchor, rules))
            }
            rows |= changes.cutRow
        }
        if changes.name < changes.endName {
            if changes.name != changes.knownName {
                (changes.knownName, changes.nameRow) = (changes.name, row(residue.names[changes.name].base, rules))
            }
            rows |= changes.nameRow
        }
        return rows
    }

    private mutating func row(_ name: Token, _ rules: RuleSet) -> UInt64 {
        guard !name.isEmpty, let number = rules.names.find(cursor.bytes, name.start &+ 1, name.end &- 1) else {
            return 0
        }
        return rules.rules[number].bit
    }

    private mutating func isNext(_ inner: Int, _ name: ByteView) -> Bool {
        inner >= 0 && residue.nodes[inner].name.equals(name, in: cursor.bytes)
    }

    private mutating func isNext(name changes: Changes, _ name: ByteView) -> Bool {
        changes.name < changes.endName && residue.names[changes.name].base.equals(name, in: cursor.bytes)
    }

    private mutating func isNext(cut changes: Changes, _ name: ByteView) -> Bool {
        changes.cut < changes.endCut && residue.cuts[changes.cut].anchor.equals(name, in: cursor.bytes)
    }

    /// What was cut before the first member that stayed.
    private mutating func putStart(_ changes: inout Changes, _ rules: RuleSet) throws(Detour) {
        while changes.cut < changes.endCut, residue.cuts[changes.cut].anchor.isEmpty {
            try put(residue.cuts[changes.cut], .before, rules)
            changes.cut += 1
        }
    }

    /// What was cut after a member.
    private mutating func putCuts(_ changes: inout Changes, _ name: ByteView, _ rules: RuleSet) throws(Detour) {
        copy(to: cursor.at)
        while isNext(cut: changes, name) {
            try put(residue.cuts[changes.cut], .after, rules)
            changes.cut += 1
        }
    }

    private mutating func put(_ cut: ResidueReader.Cut, _ place: Place, _ rules: RuleSet) throws(Detour) {
        if !cut.rival.isEmpty {
            guard cut.rival.equals(NameToken.profileID.bytes, in: cursor.bytes),
                guardPrint.isEmpty || guardPrint.isSame(cut.print, in: cursor.bytes)
            else { throw .general }
            guardPrint = cut.print
        }
        try putUnescaped(cut.text)
        let name = try check(place)
        // A field that the current document holds may be put back beside it only while it is guarded.
        if cut.rival.isEmpty {
            guard let number = rules.names.find(name, 1, name.count - 1) else {
                for position in 0..<name.count where name[position] == 0x5C { throw .general }
                return
            }
            let rule = rules.rules + number
            switch rule.pointee.operation {
            case .offerPart where name.equals(rule.pointee.base.bytes): putBack |= rule.pointee.bit
            case .unknown, .refuse, .drop: if rule.pointee.isRival { throw .general }
            default: throw .general
            }
        }
    }

    private mutating func checkGuard() throws(Detour) {
        if guardPrint.isEmpty { return }
        guard profileID.count > 0,
            !cursor.hasEscape(
                profileID.start - cursor.bytes.start, profileID.start - cursor.bytes.start + profileID.count),
            try isFingerprint(guardPrint, of: profileID)
        else { throw .general }
    }

    /// The unknown members that something follows occur once.
    private mutating func checkAnchors(_ first: Int, _ quote: Int) throws(Detour) {
        for position in first..<anchors.count {
            let anchor = anchors[position]
            guard cursor.isOnlyString(anchor.start, anchor.end - anchor.start, quotes: quote..<cursor.quote) else {
                throw .general
            }
        }
        anchors.shrink(to: first)
    }

    private mutating func isFingerprint(_ token: Token, of value: ByteView) throws(Detour) -> Bool {
        let before = out.count
        try ResidueWriter.fingerprint(value, &out)
        let isSame = out.view.part(before..<out.count).equals(cursor.bytes.part((token.start + 1)..<(token.end - 1)))
        out.truncate(to: before)
        return isSame
    }

    // MARK: Texts

    private enum Place {
        case value, name, before, after
    }

    /// Where in ``out`` the text put last begins.
    private var fragment = 0

    private mutating func putUnescaped(_ token: Token) throws(Detour) {
        fragment = out.count
        guard out.putUnescaped(cursor.bytes, token.start + 1, token.end - 1, cursor.forms) else { throw .general }
    }

    /// A residue edited by hand must not make a document that is not JSON.
    ///
    /// - Returns: the name of the member, or the whole text of a value.
    @discardableResult
    private mutating func check(_ place: Place) throws(Detour) -> ByteView {
        out.clearMargin()
        let text = out.view.part(fragment..<out.count)
        if let plain = RestoreWalk.plain(text, place, cursor.forms) { return plain }
        guard fragments.scan(text, DefaultMasks.self) else { throw .general }
        var check = Cursor(forms: cursor.forms, bytes: text, quotes: UnsafePointer(fragments.positions))
        func comma() throws(Detour) {
            check.skipSpace()
            guard text[check.at] == 0x2C else { throw .general }
            check.at += 1
            check.skipSpace()
        }
        if place == .after { try comma() }
        let start = check.at
        var end = text.count
        if place != .value {
            try check.string()
            end = check.at
            if place != .name { try check.colon() }
        }
        if place != .name { try check.skip(maximumDepth) }
        if place == .before { try comma() }
        guard check.at == text.count else { throw .general }
        return text.part(start..<end)
    }

    /// What ``check(_:)`` returns, of a text that is ``PlainText``.
    private static func plain(_ text: ByteView, _ place: Place, _ forms: ValueForms) -> ByteView? {
        switch place {
        case .value: return PlainText.value(text, 0, forms) == text.count ? text : nil
        case .name: return PlainText.string(text, 0) == text.count ? text : nil
        case .before:
            guard let (name, end) = PlainText.member(text, 0, forms), text[end] == 0x2C, end &+ 1 == text.count else {
                return nil
            }
            return text.part(0..<name)
        case .after:
            guard text[0] == 0x2C, let (name, end) = PlainText.member(text, 1, forms), end == text.count else {
                return nil
            }
            return text.part(1..<name)
        }
    }

    /// The envelope around an empty object is a document.
    private mutating func checkWrap() throws(Detour) {
        let start = out.count
        try putUnescaped(residue.prefix)
        out.put("{}")
        guard out.putUnescaped(cursor.bytes, residue.suffix.start + 1, residue.suffix.end - 1, cursor.forms) else {
            throw .general
        }
        fragment = start
        try check(.value)
        out.truncate(to: start)
    }
}
