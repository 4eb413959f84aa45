import AdaptyMigrationAccess
import AdaptyMigrationCore

/// Upgrades one record in one pass. It walks the record by the rules of a ``Program``, copies unchanged parts, writes
/// changed parts, and writes the residue at the same time. The result is that of ``Migrator``, byte for byte. When that
/// is not certain, the walk takes a ``Detour``.
///
/// Worked example, an access level `{"id":"gold","is_active":1,"vendor_transaction_id":"7"}`. `id` stays, so nothing is
/// written yet. At the value `1` the bytes up to it are copied, and `true` is written in its place. The last member is
/// cut: the bytes up to the comma before it are copied, and copying resumes after it. That makes three copies and no
/// tree.
struct UpgradeWalk {
    private let words = Words()
    private let events: EventNames
    private let maximumDepth: Int
    private var residue: ResidueWriter
    private var scratch = ByteStore(capacity: 1 << 10)
    /// The keys of the lists that are becoming dictionaries.
    private var keys = Stack<Token>()
    private var seen = KeySet()

    // MARK: The kind of record, the same for most

    /// The program's tables belong to it; ``program`` keeps it.
    private var program: Program
    private var sets: UnsafeMutablePointer<RuleSet?>
    private var from: Column, to: Column
    private var table: Int
    private var guess: Guess
    private var embeds = true
    /// Records were upgraded before, and their dialect is known: their residue stays.
    private var isUpgraded = false
    /// Where the residue of such a record is, if it was read.
    private var residuePlace: ResiduePlace?

    // MARK: The record

    private var cursor: Cursor
    /// The same, where the document begins: what is copied instead of the one that moves.
    private var beginning: Cursor
    private var out: ByteStore
    private var recognition = Recognition()
    /// What happened to the fields of the record that was walked last.
    private(set) var counts = LedgerCounts()
    private var edits = 0
    /// Bytes of the record before this position are in ``out``, or not to be.
    private var copied = 0
    private var wrap: ResidueWriter.Wrap?
    /// The envelope's id, with quotes.
    private var envelopeID: Range<Int>?
    /// Where the record's last value and the record itself end.
    private var lastValue = 0, recordEnd = 0
    /// The number of the first quote after the record.
    private var recordQuote = 0

    /// - Parameters:
    ///   - cursor: any; each record brings its own.
    ///   - out: any; each record brings its own.
    init(_ cursor: Cursor, _ program: Program, _ guess: Guess, maximumDepth: Int, events: EventNames, out: ByteStore) {
        self.cursor = cursor
        beginning = cursor
        residue = ResidueWriter(cursor)
        self.program = program
        self.guess = guess
        self.maximumDepth = maximumDepth
        self.events = events
        self.out = out
        sets = program.sets
        from = program.from
        to = program.to
        table = program.table
    }

    func deallocate() {
        words.deallocate()
        residue.deallocate()
        scratch.deallocate()
        keys.deallocate()
        seen.deallocate()
    }

    /// What the records that follow are taken for.
    ///
    /// - Parameters:
    ///   - isUpgraded: whether they were upgraded before, and their dialect is known.
    ///   - residue: where the next one's residue is, if it was read.
    mutating func expect(
        _ guess: Guess, _ program: Program, embeds: Bool, isUpgraded: Bool, residue: ResiduePlace? = nil
    ) {
        self.program = program
        self.guess = guess
        self.embeds = embeds
        self.isUpgraded = isUpgraded
        residuePlace = residue
        sets = program.sets
        from = program.from
        to = program.to
        table = program.table
    }

    /// Upgrades a record and appends it to a store; if it throws, what it appended is void.
    mutating func upgrade(_ cursor: Cursor, _ out: inout ByteStore) throws(Detour) -> Summary {
        self.cursor = cursor
        beginning = cursor
        self.out = out
        defer { out = self.out }
        recognition = Recognition()
        counts = LedgerCounts()
        (edits, copied, wrap, envelopeID) = (0, 0, nil, nil)
        keys.shrink(to: 0)
        try document()
        return summary()
    }

    // MARK: The document

    private mutating func document() throws(Detour) {
        residue.begin(beginning)
        cursor.skipSpace()
        let root = cursor.at
        guard cursor.bytes[root] == 0x7B else { throw .general }
        if cursor.startsAsEnvelope {
            try enveloped(root)
        } else {
            if guess.insertsID { throw misjudged { $0.insertsID = false } }
            try self.root()
        }
        let end = cursor.at
        cursor.skipSpace()
        guard end <= cursor.bytes.count, cursor.at >= cursor.bytes.count else { throw .general }
        if !isUpgraded { try judge() }
        if edits > 0 {
            copy(to: lastValue)
            if embeds { embed() }
            copy(to: recordEnd)
            copied = end
        }
        copy(to: cursor.bytes.count)
    }

    /// What became of the record.
    struct Summary {
        /// The dialect that ``Recognizer`` names.
        let source: Dialect
        let target: Dialect
        let isChanged: Bool
    }

    /// It changes nothing; were that said, all of the walk would be copied for it.
    private mutating func summary() -> Summary {
        // Old event names alone tell the two dialects of events apart.
        Summary(
            source: guess.kind == .event ? edits > 0 ? .webhookLegacy : .webhook : guess.column.dialect,
            target: to.dialect, isChanged: edits > 0)
    }

    private func misjudged(_ mend: (inout Guess) -> Void) -> Detour {
        var other = guess
        mend(&other)
        return other == guess ? .general : .misjudged(other)
    }

    /// A record of another kind, and of another dialect where this one has no such record.
    private func misjudged(as kind: RecordKind) -> Detour {
        misjudged {
            $0.kind = kind
            if !kind.dialects.contains(guess.column.dialect) {
                ($0.column, $0.insertsID) = (kind == .event ? .webhookLegacy : .sdk1Wire, false)
            }
        }
    }

    /// `{"data":{"type":…,"id":…,"attributes":{record}}}` or `{"data":{record}}`.
    private mutating func enveloped(_ root: Int) throws(Detour) {
        if guess.kind == .event { throw isUpgraded ? .general : misjudged(as: .profile) }
        cursor.at = root + 1
        cursor.skipSpace()
        try cursor.string()
        try cursor.colon()
        guard cursor.bytes[cursor.at] == 0x7B else { throw .general }
        let data = cursor
        let isJSONAPI = try findAttributes()
        if !isJSONAPI {
            cursor.move(to: data)
            envelopeID = nil
        }
        recognition.meet(isJSONAPI ? program.enveloped : program.inData)
        if guess.kind != .profile { envelopeID = nil }
        if envelopeID == nil, guess.insertsID { throw misjudged { $0.insertsID = false } }
        let start = cursor.at
        copy(to: root)
        copied = start
        edits &+= 1
        try self.root()
        if isJSONAPI { try skipWrapper() }
        if try cursor.comma(closing: 0x7D) { throw .general }
        wrap = .init(prefix: root..<start, suffix: recordEnd..<cursor.at, suffixQuote: recordQuote)
    }

    private mutating func root() throws(Detour) {
        residue.push(NameToken.none.bytes, quote: cursor.quote)
        try record(rules(table), isRoot: true)
        recordEnd = cursor.at
        recordQuote = cursor.quote
        if guess.insertsID, let envelopeID { residue.dropped = cursor.bytes.part(envelopeID) }
        try close()
    }

    /// Looks for the record in a JSON:API object, whose other members carry no records.
    private mutating func findAttributes() throws(Detour) -> Bool {
        cursor.at += 1
        cursor.skipSpace()
        if cursor.bytes[cursor.at] == 0x7D { throw .general }
        repeat {
            let start = cursor.at
            try cursor.string()
            let name = cursor.bytes.part(start..<cursor.at)
            if cursor.hasEscape(start, cursor.at) { throw .general }
            try cursor.colon()
            let value = cursor.at
            if name.equals("\"attributes\"") {
                guard cursor.bytes[value] == 0x7B else { throw .general }
                return true
            }
            guard name.equals("\"id\"") || name.equals("\"type\"") || !isRecordMember(name) else { return false }
            try cursor.skip(maximumDepth)
            guard name.equals("\"id\"") else { continue }
            envelopeID = cursor.bytes[value] == 0x22 ? value..<cursor.at : nil
            if cursor.hasEscape(value, cursor.at) { throw .general }
        } while try cursor.comma(closing: 0x7D)
        return false
    }

    /// The members after `attributes`.
    private mutating func skipWrapper() throws(Detour) {
        while try cursor.comma(closing: 0x7D) {
            let start = cursor.at
            try cursor.string()
            let name = cursor.bytes.part(start..<cursor.at)
            if cursor.hasEscape(start, cursor.at) || name.equals("\"id\"")
                || (!name.equals("\"type\"") && isRecordMember(name))
            {
                throw .general
            }
            try cursor.colon()
            try cursor.skip(maximumDepth)
        }
    }

    private mutating func isRecordMember(_ name: ByteView) -> Bool {
        let rules = rules(table)
        guard let found = rules.names.find(name, 1, name.count - 1) else { return false }
        return rules.rules[found].isWrapper || !rules.rules[found].marks.isEmpty
    }

    /// Whether the record is what it was taken for.
    private mutating func judge() throws(Detour) {
        guard let kind = recognition.marks.kind, kind != .promo, kind.isConverted else { throw .general }
        if kind != guess.kind { throw misjudged(as: kind) }
        if kind == .event {
            // With members that the table does not know it may be another service's.
            guard counts.unknown == 0 || recognition.marks.contains(.sureEvent) else { throw .general }
            return
        }
        if recognition.isPlan(program) { return }
        guard let column = recognition.column(program.columns) else { throw unclear }
        if column != guess.column { throw misjudged { $0.column = column } }
    }

    /// Something that this plan cannot judge: the plan may, of the column that what was met so far speaks for most.
    private var unclear: Detour {
        mutating get {
            guard !isUpgraded, let column = recognition.likeliest(program.columns) else { return .general }
            return misjudged { $0.column = column }
        }
    }

    private mutating func embed() {
        out.put(",\"_adapty_migration\":")
        residue.putHops(program.head.bytes, wrap, &out)
    }

    @inline(__always)
    private func rules(_ table: Int) -> RuleSet { sets[table] ?? program.make(table) }

    // MARK: Copying

    @inline(__always)
    private mutating func copy(to end: Int) {
        guard end > copied else { return }
        out.put(cursor.bytes, copied, end)
        copied = end
    }

    /// The envelope's id before the first member, whose comma follows if that member stays.
    private mutating func insertID() {
        guard let envelopeID else { return }
        copy(to: cursor.at)
        out.put("\"profile_id\":")
        out.put(cursor.bytes, envelopeID.lowerBound, envelopeID.upperBound)
        residue.guarding = cursor.bytes.part(envelopeID)
        edits &+= 1
        counts.renamed &+= 1
    }

    private mutating func replace(_ value: Range<Int>, with new: ByteView, anchor: ByteView, expected: ByteView?)
        throws(Detour)
    {
        copy(to: value.lowerBound)
        out.put(new, 0, new.count)
        copied = value.upperBound
        edits &+= 1
        if let expected { try residue.replace(anchor, expected: expected, value.lowerBound, value.upperBound) }
    }

    @inline(__always)
    private mutating func note(_ rule: UnsafePointer<KeyRule>) {
        if rule.pointee.isRenamed { counts.renamed &+= 1 } else { counts.copied &+= 1 }
    }

    // MARK: Records

    /// What is known of the object being walked.
    private struct Members {
        /// The end of the last value.
        var before = 0
        /// The name, in the base, of the last member that stays.
        var anchor = NameToken.none.bytes
        /// No member has stayed yet; some were cut.
        var isOpening = true, hasOpeningCut = false
        /// The next member that stays needs a comma before it.
        var needsComma = false
        var hasNativeID = false, hasFallbackID = false
        /// The envelope's id was put before the first member.
        var hasInsertedID = false
    }

    /// A record: from its brace to after its closing brace. Its level in the residue is the caller's to open and close.
    private mutating func record(_ rules: RuleSet, isRoot: Bool) throws(Detour) {
        let bytes = self.cursor.bytes
        var members = Members(), run = PlainRun(rules)
        // A copy, which stays in registers where nothing else is called.
        var cursor = beginning
        cursor.move(to: self.cursor)
        defer { self.cursor.move(to: cursor) }
        cursor.at &+= 1
        members.before = cursor.at
        cursor.skipSpace()
        if bytes[cursor.at] == 0x7D {
            if isRoot { throw .general }
            cursor.at &+= 1
            counts.missing &+= rules.required.nonzeroBitCount
            return
        }
        var doubtful = 0
        if isRoot, guess.insertsID {
            self.cursor.move(to: cursor)
            insertID()
            members.needsComma = true
            members.hasInsertedID = true
        }
        repeat {
            if !members.needsComma, !members.hasOpeningCut || !members.isOpening {
                let plain = run.plain
                let isEnd = try cursor.stepOver(&run, rules, stops: 0)
                if run.plain != plain {
                    members.anchor = run.last.pointee.base.bytes
                    members.before = run.end
                    members.isOpening = false
                }
                if isEnd { break }
            }
            let name = cursor.at, quote = cursor.quote
            try cursor.string()
            let nameEnd = cursor.at
            try cursor.colon()
            let value = cursor.at
            let kind = try cursor.kind()
            if members.hasOpeningCut, members.isOpening {
                residue.extendLastCut(to: name)
                if !members.hasInsertedID { copied = name }
            }
            var found = rules.rule(bytes, name, nameEnd, after: run.last)
            if let found {
                run.follow(found)
            } else if cursor.hasEscape(name, nameEnd) {
                found = rules.escaped(bytes, name, nameEnd, &scratch)
            }
            guard let rule = found.map({ UnsafePointer($0) }), rule.pointee.operation != .unknown else {
                if let found {
                    // Somebody else's member of that name is refused, with its place.
                    if found.pointee.isResidue, isRoot, !isUpgraded { throw .general }
                    try meet(found, kind, isRoot)
                    doubtful &+= 1
                    if doubtful > 64 { throw .general }
                }
                counts.unknown &+= 1
                if let residuePlace, residuePlace.start == name, isRoot, let found, found.pointee.isResidue {
                    residuePlace.skip(&cursor)
                } else {
                    try cursor.skip(maximumDepth)
                }
                keep(&members, bytes.part(name..<nameEnd))
                members.before = cursor.at
                continue
            }
            try meet(rule, kind, isRoot)
            if rule.pointee.operation == .refuse { throw unclear }
            if rule.pointee.isProfileID, try isCutID(rule, kind, &members) {
                try cursor.skip(maximumDepth)
                cut(name, cursor.at, quote, &members, isGuarded: true)
                counts.stashed &+= 1
                continue
            }
            if run.met & rule.pointee.bit != 0 {
                throw rule.pointee.isProfileID ? misjudged { $0.fallbackIsDropped = true } : .general
            }
            run.met |= rule.pointee.bit
            if kind == .null { run.nulls |= rule.pointee.bit }
            if rule.pointee.operation == .drop {
                try cursor.skip(maximumDepth)
                cut(name, cursor.at, quote, &members, isGuarded: false)
                counts.stashed &+= 1
                continue
            }
            if rule.pointee.operation == .offer {
                self.cursor.move(to: cursor)
                defer { cursor.move(to: self.cursor) }
                try offer(rule, name, nameEnd, quote, &members)
                continue
            }
            let base = rule.pointee.base.bytes
            keep(&members, base)
            if rule.pointee.isRespelled || (rule.pointee.isRenamed && cursor.hasEscape(name, nameEnd)) {
                residue.name(base, name, nameEnd, quote: quote)
            }
            if rule.pointee.isRenamed {
                copy(to: name)
                out.put(rule.pointee.target)
                copied = nameEnd
                edits &+= 1
            }
            if rule.pointee.operation == .leaf {
                let valueQuote = cursor.quote
                if kind.isContainer { try cursor.skip(maximumDepth) } else { try cursor.scalar(kind) }
                if rule.pointee.same & kind.bit != 0 {
                    note(rule)
                } else if rule.pointee.unreadable & kind.bit != 0 {
                    counts.unreadable &+= 1
                    note(rule)
                } else {
                    try leaf(rule, kind, value..<cursor.at, base, quotes: valueQuote..<cursor.quote)
                }
                if rule.pointee.isIdentity, kind == .string { residue.identify(Token(start: value, end: cursor.at)) }
                if rule.pointee.isProfileID, !guess.insertsID { residue.guarding = bytes.part(value..<cursor.at) }
            } else {
                let before = edits
                self.cursor.move(to: cursor)
                defer { cursor.move(to: self.cursor) }
                try inner(rule, kind, base)
                if edits == before { note(rule) }
            }
            members.before = cursor.at
        } while try cursor.comma(closing: 0x7D)
        if members.isOpening { throw .general }
        if !run.identity.isEmpty { residue.identify(run.identity) }
        if isRoot { try finishRoot(members, &run) }
        counts.copied &+= run.plain.nonzeroBitCount
        recognition.meet(rules, plain: run.plain, isRoot)
        counts.missing &+= (rules.required & ~(run.met & ~run.nulls)).nonzeroBitCount
    }

    @inline(__always)
    private mutating func meet(_ rule: UnsafePointer<KeyRule>, _ kind: JSONKind, _ isRoot: Bool) throws(Detour) {
        recognition.meet(rule, kind)
        if kind.isContainer,
            rule.pointee.isWrapper && !(isUpgraded && isRoot && rule.pointee.isResidue)
                || rule.pointee.isEnteredElsewhere
        {
            throw unclear
        }
        guard isRoot else { return }
        recognition.marks.formUnion(rule.pointee.marks)
        if rule.pointee.marks.contains(.event), guess.kind != .event { throw misjudged(as: .event) }
    }

    /// A member stays: what follows it is found again by its name.
    @inline(__always)
    private mutating func keep(_ members: inout Members, _ anchor: ByteView) {
        members.anchor = anchor
        members.isOpening = false
        if members.needsComma {
            out.put(0x2C)
            members.needsComma = false
        }
    }

    /// A member goes to the residue, with the gap before it; before the first member that stays, with the gap after it.
    private mutating func cut(_ name: Int, _ end: Int, _ quote: Int, _ members: inout Members, isGuarded: Bool) {
        if members.isOpening {
            residue.cut(.init(anchor: NameToken.none.bytes, start: name, end: end, quote: quote, isGuarded: isGuarded))
            members.hasOpeningCut = true
            if members.hasInsertedID { copied = end } else { copy(to: name) }
        } else {
            residue.cut(
                .init(anchor: members.anchor, start: members.before, end: end, quote: quote, isGuarded: isGuarded))
            copy(to: members.before)
            copied = end
        }
        members.needsComma = false
        members.before = end
        edits &+= 1
    }

    /// `profile_id` and `id`: which of them stands depends on the other and on the envelope; it was guessed and is
    /// checked here.
    private mutating func isCutID(_ rule: UnsafePointer<KeyRule>, _ kind: JSONKind, _ members: inout Members)
        throws(Detour) -> Bool
    {
        if kind == .null || kind.isContainer { throw .general }
        guard rule.pointee.isFallback else {
            if guess.insertsID { throw misjudged { $0.insertsID = false } }
            if members.hasNativeID { throw .general }
            members.hasNativeID = true
            return false
        }
        // Beside an inserted id the two would be matched with each other.
        if members.hasFallbackID || guess.insertsID { throw .general }
        members.hasFallbackID = true
        if envelopeID != nil, !guess.fallbackIsDropped { throw misjudged { $0.fallbackIsDropped = true } }
        return guess.fallbackIsDropped
    }

    private mutating func finishRoot(_ members: Members, _ run: inout PlainRun) throws(Detour) {
        lastValue = members.before
        if guess.insertsID { run.met |= rules(table).profileIDBit }
        if envelopeID != nil, !members.hasNativeID, !guess.insertsID { throw misjudged { $0.insertsID = true } }
        if members.hasFallbackID, guess.fallbackIsDropped, envelopeID == nil, !members.hasNativeID {
            throw misjudged { $0.fallbackIsDropped = false }
        }
    }

    // MARK: Values

    private mutating func inner(_ rule: UnsafePointer<KeyRule>, _ kind: JSONKind, _ name: ByteView) throws(Detour) {
        guard kind.isContainer else { return try cursor.scalar(kind) }
        if rule.pointee.operation == .keyed { return try keyed(rule, kind, name) }
        let rules = rules(rule.pointee.child)
        if rule.pointee.operation == .entries {
            if kind == .array { try list(rules, name) } else { try dictionary(rules, name) }
        } else if kind == .object {
            residue.push(name, quote: cursor.quote)
            try record(rules, isRoot: false)
            try close()
        } else {
            try cursor.skip(maximumDepth)
        }
    }

    private mutating func dictionary(_ rules: RuleSet, _ name: ByteView) throws(Detour) {
        residue.push(name, quote: cursor.quote)
        cursor.at &+= 1
        cursor.skipSpace()
        if cursor.bytes[cursor.at] == 0x7D {
            cursor.at &+= 1
            return try close()
        }
        repeat {
            let start = cursor.at
            try cursor.string()
            let key = cursor.bytes.part(start..<cursor.at)
            if cursor.hasEscape(start, cursor.at) { throw .general }
            residue.key(start, cursor.at)
            try cursor.colon()
            switch try cursor.kind() {
            case .object:
                residue.push(key, quote: cursor.quote)
                try record(rules, isRoot: false)
                try close()
            case .array: try list(rules, key)
            case let kind: try cursor.scalar(kind)
            }
        } while try cursor.comma(closing: 0x7D)
        try close()
    }

    private mutating func list(_ rules: RuleSet, _ name: ByteView) throws(Detour) {
        residue.push(name, quote: cursor.quote, isArray: true)
        cursor.at &+= 1
        cursor.skipSpace()
        if cursor.bytes[cursor.at] == 0x5D {
            cursor.at &+= 1
            return try close()
        }
        repeat {
            guard cursor.bytes[cursor.at] == 0x7B else { throw .general }
            residue.pushElement(quote: cursor.quote)
            try record(rules, isRoot: false)
            try residue.popElement(quote: cursor.quote)
        } while try cursor.comma(closing: 0x5D)
        try close()
    }

    /// `[{"id":"a",…},…]` → `{"a":{…},…}`; of entries that several may have one key, those next to each other become
    /// its list.
    private mutating func keyed(_ rule: UnsafePointer<KeyRule>, _ kind: JSONKind, _ name: ByteView) throws(Detour) {
        guard kind == .array, from == .serverV2 else { throw unclear }
        let rules = rules(rule.pointee.child), first = keys.count, holdsLists = rule.pointee.holdsLists
        residue.push(name, quote: cursor.quote, isArray: true)
        copy(to: cursor.at)
        cursor.at &+= 1
        copied = cursor.at
        out.put(0x7B)
        edits &+= 1
        counts.recoded &+= 1
        cursor.skipSpace()
        var isMore = cursor.bytes[cursor.at] != 0x5D
        if !isMore { cursor.at &+= 1 }
        while isMore {
            guard cursor.bytes[cursor.at] == 0x7B else { throw .general }
            putKey(try cursor.text(of: rule.pointee.key.bytes, maximumDepth), after: first, holdsLists)
            residue.pushElement(quote: cursor.quote)
            try record(rules, isRoot: false)
            try residue.popElement(quote: cursor.quote)
            copy(to: cursor.at)
            isMore = try cursor.comma(closing: 0x5D)
        }
        guard seen.takesAll(keys, from: first, of: cursor.bytes) else { throw .general }
        if keys.count > first, holdsLists { out.put(0x5D) }
        copy(to: cursor.at &- 1)
        out.put(0x7D)
        keys.shrink(to: first)
        copied = cursor.at
        try close()
    }

    /// Begins an entry at which the cursor stands; with the key only where it is not the one of the entry before.
    private mutating func putKey(_ key: Token, after first: Int, _ holdsLists: Bool) {
        let isFirst = keys.count == first
        if !isFirst, holdsLists {
            if key.equals(cursor.bytes.part(keys[keys.count - 1].start..<keys[keys.count - 1].end), in: cursor.bytes) {
                return copy(to: cursor.at)
            }
            out.put(0x5D)
        }
        copy(to: cursor.at)
        keys.append(key)
        out.put(cursor.bytes, key.start, key.end)
        out.put(cursor.bytes, cursor.bytes.colon(before: key.start), key.start)
        if holdsLists { out.put(0x5B) }
    }

    private var canBeV2: Bool { !isUpgraded && program.columns.contains(.serverV2) }

    /// An offer becomes the members that its category stands for, and none where there is no offer.
    private mutating func offer(
        _ rule: UnsafePointer<KeyRule>, _ name: Int, _ nameEnd: Int, _ quote: Int, _ members: inout Members
    ) throws(Detour) {
        counts.recoded &+= 1
        if try cursor.kind() == .null {
            try cursor.scalar(.null)
            return cut(name, cursor.at, quote, &members, isGuarded: false)
        }
        // The way back writes the name anew, with a colon right behind it.
        guard cursor.bytes[nameEnd] == 0x3A, !cursor.hasEscape(name, nameEnd) else { throw .general }
        let offer = words.offer[try .before(cursor.at, cursor.bytes)], said = try offer.read(&cursor)
        keep(&members, rule.pointee.base.bytes)
        copy(to: name)
        offer.putMembers(said, cursor.bytes, &out)
        if said.isTurned { residue.lay(rule.pointee.base.bytes, offer.turned.bytes) }
        copied = cursor.at
        edits &+= 1
        members.before = cursor.at
    }

    private mutating func close() throws(Detour) { try residue.pop(quote: cursor.quote) }

    /// - Parameter quotes: the numbers of the value's quotes.
    private mutating func leaf(
        _ rule: UnsafePointer<KeyRule>, _ kind: JSONKind, _ value: Range<Int>, _ anchor: ByteView, quotes: Range<Int>
    ) throws(Detour) {
        let bytes = cursor.bytes
        switch rule.pointee.leaf {
        case .flag where UpgradeWalk.isBit(bytes, value), .sandbox where UpgradeWalk.isBit(bytes, value):
            let isOn = bytes[value.lowerBound] == 0x31
            try replace(value, with: isOn ? words.true.bytes : words.false.bytes, anchor: anchor, expected: nil)
            residue.note(isOn ? rule.pointee.wasOn.bytes : rule.pointee.wasOff.bytes)
            counts.recoded &+= 1
        case .flag where kind == .string:
            guard value.count == 2 else {
                counts.unreadable &+= 1
                return note(rule)
            }
            try replace(value, with: words.false.bytes, anchor: anchor, expected: words.false.bytes)
            counts.repaired &+= 1
        case .timestamp where kind == .string && to.hasNumericDates:
            guard let milliseconds = StoredDate.milliseconds(bytes, text: value) else {
                return try other(rule, value, anchor)
            }
            scratch.reset()
            StoredDate.put(number: milliseconds, &scratch)
            scratch.clearMargin()
            try recode(rule, value, anchor, .recoded, new: scratch.view, base: scratch.view.part(0..<0))
        case .timestamp where kind == .string && !from.hasNumericDates:
            if DateForm.isCanonical(bytes, value.lowerBound + 1, value.upperBound - 1) { return note(rule) }
            guard DateForm.lacksFraction(bytes, value.lowerBound + 1, value.upperBound - 1), !to.readsAnyDate else {
                return try other(rule, value, anchor)
            }
            scratch.reset()
            scratch.put(bytes, value.lowerBound, value.lowerBound + 20)
            scratch.put(".000")
            scratch.put(bytes, value.lowerBound + 20, value.upperBound)
            scratch.clearMargin()
            try replace(value, with: scratch.view, anchor: anchor, expected: scratch.view)
            counts.recoded &+= 1
        case .timestamp where kind == .number && from.hasNumericDates:
            guard let milliseconds = StoredDate.milliseconds(bytes, number: value) else {
                return try other(rule, value, anchor)
            }
            scratch.reset()
            StoredDate.put(text: milliseconds, &scratch)
            let split = scratch.count
            StoredDate.put(number: milliseconds, &scratch)
            scratch.clearMargin()
            let base = scratch.view.part(split..<scratch.count)
            try recode(
                rule, value, anchor, .recoded, new: scratch.view.part(0..<split),
                base: base.equals(bytes.part(value)) ? base.part(0..<0) : base)
        case .attributeList:
            guard from == .serverV2, kind == .array else { throw unclear }
            var list = cursor
            (list.at, list.quote) = (value.lowerBound, quotes.lowerBound)
            copy(to: value.lowerBound)
            try words.attributes[.before(value.lowerBound, bytes)].putObject(
                &list, depth: maximumDepth, &seen, &out)
            copied = value.upperBound
            edits &+= 1
            counts.recoded &+= 1
        case .attributes where kind == .array && value.count > 2 && canBeV2: throw misjudged { $0.column = .serverV2 }
        case .attributes:
            guard bytes.part((value.lowerBound + 1)..<(value.upperBound - 1)).isSpace else { throw .general }
            try replace(value, with: words.empty.bytes, anchor: anchor, expected: words.empty.bytes)
            counts.repaired &+= 1
        case .eventName:
            if cursor.hasEscape(value.lowerBound, value.upperBound) { throw .general }
            guard let spelling = events.find(bytes, value.lowerBound, value.upperBound) else { return note(rule) }
            if to == .webhookLegacy {
                // The way down, of current names alone.
                if !spelling.isCanonical { throw .general }
                if spelling.isLegacy { return note(rule) }
                try replace(value, with: spelling.legacy.bytes, anchor: anchor, expected: nil)
            } else {
                if spelling.isCanonical { return note(rule) }
                try replace(
                    value, with: spelling.canonical.bytes, anchor: anchor,
                    expected: spelling.isLegacy ? nil : spelling.legacy.bytes)
            }
            counts.recoded &+= 1
        case .payload:
            try payload(rule, kind, value, quotes.count)
        default: try other(rule, value, anchor)
        }
    }

    /// A text gets its object, and on the way down the object gives it back.
    private mutating func payload(_ rule: UnsafePointer<KeyRule>, _ kind: JSONKind, _ value: Range<Int>, _ quotes: Int)
        throws(Detour)
    {
        // Under one and the same name anything else is unreadable.
        guard rule.pointee.isRenamed else { throw .general }
        if kind != .null {
            if from.isSDK1 {
                guard kind == .string else { throw .general }
                copy(to: value.lowerBound)
                out.put(words.opening)
                copy(to: value.upperBound)
                out.put(words.closing)
            } else {
                guard let text = words.payload(cursor.bytes.part(value), quotes: quotes) else { throw .general }
                copy(to: value.lowerBound)
                copied = value.lowerBound + text.lowerBound
                copy(to: value.lowerBound + text.upperBound)
                copied = value.upperBound
            }
        }
        counts.recoded &+= 1
    }

    /// Whether a value is `0` or `1`.
    @inline(__always)
    private static func isBit(_ bytes: ByteView, _ value: Range<Int>) -> Bool {
        value.count == 1 && bytes[value.lowerBound] & 0xFE == 0x30
    }

    /// By the codec itself, there and back: worked out beforehand for the words of an enumeration.
    private mutating func other(_ rule: UnsafePointer<KeyRule>, _ value: Range<Int>, _ anchor: ByteView) throws(Detour)
    {
        if let form = rule.pointee.words?.pointee.find(cursor.bytes, value.lowerBound, value.upperBound) {
            return try recode(rule, value, anchor, form.action, new: form.new.bytes, base: form.base.bytes)
        }
        // To recognition an empty text is no text here.
        if rule.pointee.codec == .eligibility, value.count == 2 { throw .general }
        guard let source = try? JSONScanner.index(cursor.bytes.array(value)),
            let trip = RoundTrip(rule.pointee.codec, source, from: from, to: to)
        else { throw .general }
        scratch.reset()
        for byte in trip.new { scratch.put(byte) }
        let split = scratch.count
        for byte in trip.base { scratch.put(byte) }
        scratch.clearMargin()
        try recode(
            rule, value, anchor, trip.action, new: scratch.view.part(0..<split),
            base: scratch.view.part(split..<scratch.count))
    }

    /// - Parameters:
    ///   - new: of no length when the value stays.
    ///   - base: what the way back makes of it; of no length when it is the value itself.
    private mutating func recode(
        _ rule: UnsafePointer<KeyRule>, _ value: Range<Int>, _ anchor: ByteView, _ action: RoundTrip.Action,
        new: ByteView, base: ByteView
    ) throws(Detour) {
        switch action {
        case .same: note(rule)
        case .unreadable:
            counts.unreadable &+= 1
            return note(rule)
        case .recoded: counts.recoded &+= 1
        case .repaired: counts.repaired &+= 1
        }
        let expected = base.count == 0 ? nil : base
        if new.count > 0 {
            try replace(value, with: new, anchor: anchor, expected: expected)
        } else if let expected {
            // The current form stands in an old document, and the way back would not write it.
            try residue.replace(anchor, expected: expected, value.lowerBound, value.upperBound)
        }
    }
}
