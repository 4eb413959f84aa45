import AdaptyMigrationAccess
import AdaptyMigrationCore

/// The rules of one table between two columns, found by name. A plain value that is cheap to pass; its ``Program``
/// frees the memory.
struct RuleSet {
    let names: NameTable
    /// One more than names: the last stands for an object's beginning.
    let rules: UnsafeMutablePointer<KeyRule>
    /// The rows that the target's decoder refuses to miss.
    let required: UInt64
    /// The row of `profile_id`; 0 in tables that have none.
    let profileIDBit: UInt64
    let count: Int
    /// The plain rule of each row, and the rows whose plain rule says something of columns or kind.
    let plain: UnsafeMutablePointer<UnsafePointer<KeyRule>>
    let telling: UInt64
    /// What such rows said lately, found by a hash of them.
    private let said: UnsafeMutablePointer<PlainEvidence>
    private static let saidBits: UInt64 = 4

    /// - Parameter columns: the columns that compete for the document; empty where it is known whose it is.
    init(_ id: TableID, from: Column, to: Column, columns: [Column]) {
        let table = Table[id], plan = Plan.from(from, to: to)[id], back = Plan.from(to, to: from)[id]
        let vocabulary = Vocabulary.of(id)
        let isRoot = [.profile, .paywall, .product, .promo, .event].contains(id)
        var texts = Set(plan.keys.names + back.keys.names + vocabulary.names)
        if isRoot { texts.formUnion(KindMarks.all + RuleSet.wrappers) }
        let sorted = texts.filter { $0.utf8.count <= NameTable.longestName }.sorted()
        names = NameTable(sorted)
        count = sorted.count
        rules = .allocate(capacity: count + 1)
        let beginning = rules + count
        beginning.initialize(to: KeyRule(next: beginning))
        required = plan.required.reduce(0) { $0 | 1 << UInt64($1) }
        profileIDBit = table.rows.firstIndex { $0.id == "profile_id" }.map { 1 << UInt64($0) } ?? 0
        plain = .allocate(capacity: 64)
        plain.initialize(repeating: UnsafePointer(beginning), count: 64)
        said = .allocate(capacity: 1 << RuleSet.saidBits)
        said.initialize(repeating: PlainEvidence(), count: 1 << RuleSet.saidBits)
        var telling: UInt64 = 0
        for (number, name) in sorted.enumerated() {
            var rule = KeyRule(next: beginning)
            RuleSet.conversion(&rule, name, table, plan, back, from: from, to: to)
            if !columns.isEmpty { RuleSet.recognition(&rule, vocabulary[name], table, from, columns) }
            if isRoot {
                rule.marks = KindMarks.of(name)
                rule.isWrapper = RuleSet.wrappers.contains(name)
                rule.isResidue = name == Residue.memberName
            }
            rule.findPlain(name, hasTextDates: !from.hasNumericDates && !to.hasNumericDates)
            // Null is missing, and has to be counted so.
            if required & rule.bit != 0 { rule.plain &= ~UInt32(JSONKind.null.bit) }
            (rules + number).initialize(to: rule)
            if rule.plain == 0 { continue }
            plain[rule.row] = UnsafePointer(rules + number)
            if rule.plainEvidence != 0 || rule.hasDoubts || !rule.marks.isEmpty { telling |= rule.bit }
        }
        self.telling = telling
    }

    func deallocate() {
        names.deallocate()
        for number in 0..<count {
            rules[number].target.deallocate()
            rules[number].base.deallocate()
            rules[number].wasOff.deallocate()
            rules[number].wasOn.deallocate()
            rules[number].key.deallocate()
            if let words = rules[number].words {
                words.pointee.deallocate()
                words.deallocate()
            }
        }
        rules.deinitialize(count: count + 1)
        rules.deallocate()
        plain.deallocate()
        said.deallocate()
    }

    /// The rule of the member whose name is at a position; `nil` when its name is none of the table's, or spelled with
    /// escapes.
    @inline(__always)
    func rule(_ bytes: ByteView, _ start: Int, _ end: Int, after last: UnsafeMutablePointer<KeyRule>)
        -> UnsafeMutablePointer<KeyRule>?
    {
        let next = last.pointee.next
        if next.pointee.head.matches(bytes, start) { return next }
        return names.find(bytes, start &+ 1, end &- 1).map { rules + $0 }
    }

    /// The rule of a name that is spelled with escapes.
    func escaped(_ bytes: ByteView, _ start: Int, _ end: Int, _ scratch: inout ByteStore) -> UnsafeMutablePointer<
        KeyRule
    >? {
        scratch.find(JSONText.unescape(bytes.array((start + 1)..<(end - 1))[...]), in: names).map { rules + $0 }
    }

    /// The rule of a member that did not follow last time, from now on the one that is expected.
    @inline(never)
    func unexpected(
        _ bytes: ByteView, _ start: Int, _ quotes: UnsafePointer<UInt32>, after rule: UnsafeMutablePointer<KeyRule>
    ) -> UnsafeMutablePointer<KeyRule>? {
        guard Int(quotes[0]) == start, let number = names.find(bytes, start &+ 1, Int(quotes[1])) else { return nil }
        rule.pointee.next = rules + number
        return rules[number].head.matches(bytes, start) ? rules + number : nil
    }

    /// What the plain members of some ``telling`` rows say.
    @inline(__always)
    func evidence(of rows: UInt64) -> UnsafeMutablePointer<PlainEvidence> {
        let slot = said + Int(truncatingIfNeeded: (rows &* 0x9E37_79B9_7F4A_7C15) &>> (64 &- RuleSet.saidBits))
        if slot.pointee.rows != rows { slot.pointee = PlainEvidence(of: rows, plain) }
        return slot
    }

    static let wrappers = ["data", "attributes", "v", "success", "profile", "meta", Residue.memberName]

    // MARK: Conversion

    private static func conversion(
        _ rule: inout KeyRule, _ name: String, _ table: Table, _ plan: TablePlan, _ back: TablePlan, from: Column,
        to: Column
    ) {
        if case .row(let row, _, _)? = back.action(name), back.targets[row] != nil { rule.isRival = true }
        guard let action = plan.action(name) else {
            // A name that only the way back knows would be changed by it.
            if back.action(name) != nil { rule.operation = .refuse }
            return
        }
        guard case .row(let row, _, let use) = action, row < 64, table.rows.count <= 64 else {
            rule.operation = .refuse
            return
        }
        let definition = table.rows[row]
        rule.row = row
        rule.bit = 1 << UInt64(row)
        rule.codec = definition.codec
        rule.isFallback = use == .fallback
        rule.isProfileID = table.id == .profile && definition.id == "profile_id"
        rule.isIdentity = definition.id == table.identity
        if definition.codec == .custom(.offer) {
            rule.operation =
                RuleSet.readsOffers(from, to) ? .offer : RuleSet.readsOffers(to, from) ? .offerPart : .refuse
            rule.base = NameToken(definition.id)
            return
        }
        if case .custom(let composite) = definition.codec,
            composite != .remoteConfig || !RemoteConfig.isAlone(name, use, from: from, to: to)
        {
            rule.operation = .refuse
            return
        }
        guard let target = plan.targets[row] else {
            rule.operation = rule.isFallback ? .refuse : .drop
            return
        }
        guard target.count == 1, case .row(let sameRow, _, _)? = back.action(target[0]), sameRow == row,
            let base = back.targets[row], base.count == 1,
            !rule.isFallback || definition.id == "profile_id"
        else {
            rule.operation = .refuse
            return
        }
        rule.target = NameToken(target[0])
        rule.base = NameToken(base[0])
        rule.isRenamed = name != target[0]
        rule.isRespelled = name != base[0]
        switch definition.codec {
        case .record(let child):
            rule.operation = .record
            rule.child = child.number
        case .entries(let child, _):
            rule.operation = definition.codec.holdsAlike(from, to) ? .entries : .refuse
            rule.child = child.number
            if let (key, holdsLists) = definition.codec.key(child, from, to) {
                (rule.operation, rule.key, rule.holdsLists) = (.keyed, NameToken(key), holdsLists)
            }
        default:
            rule.operation = .leaf
            (rule.same, rule.unreadable, rule.leaf) = definition.codec.kinds(from, to)
            rule.words = WordForms.of(definition.codec, from: from, to: to)
            // Under one and the same name the configuration is what it was.
            if rule.leaf == .payload, !rule.isRenamed { rule.same = JSONKind.object.bit | JSONKind.null.bit }
            if rule.leaf == .flag || rule.leaf == .sandbox {
                let name = String(decoding: JSONText.encode(base[0]), as: UTF8.self)
                rule.wasOff = NameToken(raw: name + ":[\"false\",\"0\"]")
                rule.wasOn = NameToken(raw: name + ":[\"true\",\"1\"]")
            }
        }
    }

    /// Whether the offers of API v2 become members, and become the same offers again.
    private static func readsOffers(_ from: Column, _ to: Column) -> Bool {
        from == .serverV2 && to != .serverV2 && !to.isCamelCase
    }

    // MARK: Recognition

    private static let samples: [(JSONKind, JSONIndex)] = [
        (JSONKind.object, "{}"), (.array, "[]"), (.string, "\"x\""), (.number, "1"), (.true, "true"), (.false, "false"),
        (.null, "null"),
    ]
    .compactMap { kind, text in (try? JSONScanner.index(Array(text.utf8))).map { (kind, $0) } }

    private static func recognition(
        _ rule: inout KeyRule, _ entry: Vocabulary.Entry?, _ table: Table, _ from: Column, _ columns: [Column]
    ) {
        guard let entry else { return }
        if entry.holders.contains(from) {
            rule.operation = .refuse
            return
        }
        // Other columns hold fields under this name: they look into it, if it is an object.
        if !entry.holders.isDisjoint(with: ColumnSet(columns)) { rule.isEnteredElsewhere = true }
        var doubts: [Column: Int] = [:]
        let own = entry[from]
        for column in columns {
            let meaning = entry[column], bit = UInt32(column.bit)
            if meaning?.row != own?.row { rule.evidence |= SIMD8(repeating: bit << 16) }
            guard let meaning else {
                if entry.elsewhere.contains(column) {
                    rule.evidence |= SIMD8(repeating: bit)
                } else {
                    doubts[column] = 100
                }
                continue
            }
            if meaning.use == .carried { doubts[column] = 100 }
            if meaning.use == .leftover { doubts[column] = 1 }
            let codec = table.rows[meaning.row].codec
            for (kind, sample) in samples where codec.objection(sample, 0, in: column) != nil {
                rule.evidence[Int(kind.rawValue)] |= bit
            }
            if codec.isEntered, ![.record, .entries, .keyed].contains(rule.operation) || meaning.row != own?.row {
                rule.isEnteredElsewhere = true
            }
        }
        for column in columns {
            let doubt = (doubts[column] ?? 0) - (doubts[from] ?? 0)
            rule.doubts[column.rawValue] = Int16(doubt)
            if doubt != 0 { rule.hasDoubts = true }
        }
        rule.isBeyondSDK2 = entry.own.contains(.sdk3) && !entry.own.contains(.sdk2)
    }
}

extension Column {
    var bit: UInt16 { 1 << UInt16(rawValue) }
}

extension JSONKind {
    var bit: UInt8 { 1 << rawValue }
}

extension Codec {
    /// Whether recognition and conversion look into the value.
    fileprivate var isEntered: Bool {
        switch self {
        case .record, .entries: true
        default: false
        }
    }

    /// Whether both columns hold the entries in the same kind of collection.
    fileprivate func holdsAlike(_ a: Column, _ b: Column) -> Bool {
        switch (container(in: a), container(in: b)) {
        case (.dictionary, .dictionary), (.dictionaryOfLists, .dictionaryOfLists), (.list, .list): true
        default: false
        }
    }

    /// Where one column has a list of entries that hold their key and the other a dictionary: the key's name in `from`,
    /// and whether several entries have one.
    fileprivate func key(_ table: TableID, _ from: Column, _ to: Column) -> (name: String, holdsLists: Bool)? {
        func name(_ key: String) -> String? {
            Table[table].rows.first { $0.names.written(.serverV2)?.text == key }?.names.written(from)?.text
        }
        return switch (container(in: from), container(in: to)) {
        case (.keyed(let key), .dictionary), (.dictionary, .keyed(let key)): name(key).map { ($0, false) }
        case (.keyedLists(let key), .dictionaryOfLists), (.dictionaryOfLists, .keyedLists(let key)):
            name(key).map { ($0, true) }
        default: nil
        }
    }

    /// Which kinds of values stay and which cannot be read, whatever they say; how the others are converted.
    fileprivate func kinds(_ from: Column, _ to: Column) -> (same: UInt8, unreadable: UInt8, leaf: KeyRule.Leaf) {
        let all: UInt8 = 0x7F
        func kinds(_ list: JSONKind...) -> UInt8 { list.reduce(JSONKind.null.bit) { $0 | $1.bit } }
        func split(_ same: UInt8, _ open: UInt8, _ leaf: KeyRule.Leaf) -> (UInt8, UInt8, KeyRule.Leaf) {
            (same, all & ~same & ~open, leaf)
        }
        if to.isEvent, self != .eventName { return (all, 0, .none) }
        let isRebuilt = (from == .serverV2) != (to == .serverV2)
        return switch self {
        case .text: split(kinds(.string), 0, .none)
        case .number, .integer: split(kinds(.number), 0, .none)
        case .any, .record, .entries: (all, 0, .none)
        case .custom: (0, 0, .payload)
        case .flag: split(kinds(.true, .false), JSONKind.number.bit | JSONKind.string.bit, .flag)
        case .sandbox where isRebuilt:
            split(kinds(), JSONKind.true.bit | JSONKind.false.bit | JSONKind.number.bit | JSONKind.string.bit, .other)
        case .sandbox: split(kinds(.true, .false), JSONKind.number.bit | JSONKind.string.bit, .sandbox)
        case .timestamp: split(kinds(), JSONKind.number.bit | JSONKind.string.bit, .timestamp)
        case .attributes where isRebuilt:
            split(
                all & ~JSONKind.object.bit & ~JSONKind.array.bit, JSONKind.object.bit | JSONKind.array.bit,
                .attributeList)
        case .attributes: split(kinds(.object), JSONKind.array.bit, .attributes)
        case .eligibility:
            split(kinds(), JSONKind.number.bit | JSONKind.string.bit | JSONKind.true.bit | JSONKind.false.bit, .other)
        case .periodUnit, .paymentMode: split(kinds(), JSONKind.number.bit | JSONKind.string.bit, .other)
        case .eventName: split(kinds(), JSONKind.string.bit, .eventName)
        }
    }
}
