/// Records in dictionaries and lists.
extension RecordConversion {
    /// Each one where it stands. The data nests two deep; deeper lists are copied.
    ///
    /// - Parameter inner: the kind of what is in the container.
    mutating func entries(
        _ node: Int, _ rules: UnsafePointer<TableRules>, of inner: JSONKind = .object, depth: Int = 0
    ) throws(MigrationError) {
        let isObject = tape.kind(node) == .object
        var position = 0
        for child in isObject ? tape.names(node) : tape.elements(node) {
            let value = isObject ? child + 1 : child, before = edits
            let step = notes?.trace == nil ? [] : [isObject ? tape.string(child) : String(position)]
            notes?.trace?.enter(step)
            let kind = tape.kind(value)
            if kind != inner {
                let words = inner == .array ? "the entries of a key are a list" : "an entry is an object"
                say(.unreadable, value, at: [[]], nil, words + "; kept verbatim")
            }
            switch kind {
            case .array where tape.isEmptyArray(value): if kind == inner { note(.copied, value) }
            case .array where depth < 3: try entries(value, rules, depth: depth + 1)
            case .object: try entry(value, rules)
            default: break
            }
            link(edits > before ? .recoded : .copied, [value], [[]])
            notes?.trace?.leave(step)
            position += 1
        }
    }

    /// An entry, whose record may be in a wrapper of its own.
    private mutating func entry(_ node: Int, _ rules: UnsafePointer<TableRules>) throws(MigrationError) {
        let record = Envelope.record(tape, node, rules.pointee.id)
        if record == node || notes?.trace == nil { return try object(record, rules) }
        for name in tape.names(node) {
            let step = [tape.string(name)], value = name + 1, before = edits
            if value == record {
                notes?.trace?.enter(step)
                try object(record, rules)
                notes?.trace?.leave(step)
            }
            link(edits > before ? .recoded : .copied, [value], [step])
        }
    }

    // MARK: Dictionaries and lists

    /// `[{"key":k,"value":{…}}]` → `{k:{…}}`.
    mutating func map(
        _ node: Int, _ pairs: [KeyedPair], _ child: UnsafePointer<TableRules>
    ) throws(MigrationError) {
        open(node, .openBrace)
        for (element, pair) in zip(tape.elements(node), pairs) {
            copy(to: start(element))
            out.put(tape.text(pair.key))
            out.put(.colon)
            copied = start(pair.value)
            let place = notes?.trace == nil ? [] : [tape.string(pair.key)]
            notes?.trace?.enter(place)
            if tape.kind(pair.value) == .array { try entries(pair.value, child) } else { try object(pair.value, child) }
            notes?.trace?.leave(place)
            link(.recoded, [pair.key, pair.value], [place])
            copy(to: end(pair.value))
            copied = end(element)
        }
        close(node, .closeBrace)
        note(.recoded, node, "list of pairs → dictionary")
    }

    /// `[{"key":k,…}]` → `{k:{…}}`. Of several entries with one key the one that expires last stands, in the place of the
    /// first; where there are lists of entries, those of one key stand together.
    mutating func group(
        _ node: Int, _ rule: UnsafePointer<MemberRule>, _ child: UnsafePointer<TableRules>
    ) throws(MigrationError) {
        let first = keys.count
        defer { keys.shrink(to: first) }
        if let element = gatherKeys(node, rule.pointee.keyNumber) {
            throw refusal(
                .missingRequired,
                "the entry has no \(rule.pointee.keyName), and the target needs it as the entry's key",
                remedy: "add it", at: element)
        }
        let groups = KeyGroups(tape, node, keys, from: first)
        open(node, .openBrace)
        for (position, element) in tape.elements(node).enumerated() {
            let key = Int(keys[first + position]), rivals = groups.rivals(key)
            if rivals.isEmpty || rivals[0] == element {
                copy(to: start(element))
                out.put(tape.text(key))
                out.put(tape.colon(before: key))
                try put(element, rivals, under: key, rule, child)
            }
            copied = end(element)
        }
        close(node, .closeBrace)
        note(.recoded, node, "array → dictionary by \(rule.pointee.keyName)")
    }

    /// The entry of one key, or the list of its entries.
    private mutating func put(
        _ element: Int, _ rivals: [Int], under key: Int, _ rule: UnsafePointer<MemberRule>,
        _ child: UnsafePointer<TableRules>
    ) throws(MigrationError) {
        let place = notes == nil ? [] : [tape.string(key)]
        if rule.pointee.hasLists {
            out.put(.openBracket)
            try put(element, child, at: notes == nil ? [] : place + ["0"])
            for (number, entry) in rivals.enumerated().dropFirst() {
                putGap(before: entry)
                try put(entry, child, at: place + [String(number)])
            }
            return out.put(.closeBracket)
        }
        let standing = rivals.isEmpty ? element : try latest(rivals, rule.pointee.keyName)
        for entry in rivals where entry != standing {
            stash(
                entry, "several entries have the same \(rule.pointee.keyName); the one that expires last was used")
        }
        try put(standing, child, at: place)
    }

    /// The entry that expires last; of several the last.
    ///
    /// - Throws: `unreadable-date` where a date cannot be read: then nobody knows which entry gives access how long.
    private func latest(_ entries: [Int], _ key: String) throws(MigrationError) -> Int {
        var latest = entries[0], end = Int64.min
        for entry in entries {
            let date = Derivation.date("expires_at", tape, entry)
            if case .unreadable(let node) = date, !options.isWayBack {
                throw refusal(
                    .unreadableDate,
                    "several entries have the same \(key), and this date cannot be read to see which expires last",
                    remedy:
                        "write the date with its time zone (2030-01-01T00:00:00+0000), or remove the outdated entries",
                    at: node)
            }
            let own = Derivation.end(tape, entry)
            guard own >= end else { continue }
            (latest, end) = (entry, own)
        }
        return latest
    }

    /// An entry that goes to another place than the bytes around it.
    private mutating func put(
        _ node: Int, _ rules: UnsafePointer<TableRules>, at place: [String], given: Given? = nil
    ) throws(MigrationError) {
        let before = copied
        notes?.trace?.enter(place)
        copied = start(node)
        try object(node, rules, given: given)
        copy(to: end(node))
        copied = before
        notes?.trace?.leave(place)
        link(.recoded, [node], [place])
    }

    /// `{k:{…}}` → `[{"key":k,…}]`; an entry that says its key keeps it.
    mutating func flatten(
        _ node: Int, _ rule: UnsafePointer<MemberRule>, _ child: UnsafePointer<TableRules>
    ) throws(MigrationError) {
        var given = Given(key: rule.pointee.keyName, child), count = 0
        let first = keys.count
        for name in tape.names(node) { keys.append(UInt32(truncatingIfNeeded: name)) }
        let last = hasTwin(from: first) ? lastMembers(node) : [:]
        keys.shrink(to: first)
        open(node, .openBracket)
        for name in tape.names(node) {
            let value = name + 1
            if !last.isEmpty, last[tape.string(name)] != value {
                stash(value, RecordConversion.isOutdone)
                copied = end(value)
                continue
            }
            given?.node = name
            if tape.kind(value) == .array {
                if tape.elements(value).isEmpty {
                    stash(value, "in a list there is no place for a key without entries")
                }
                var last = 0
                for entry in tape.elements(value) {
                    let gap = last == 0 ? (copied, start(name)) : (end(last), start(entry))
                    try put(entry, behind: gap, child, given, &count)
                    last = entry
                }
            } else {
                try put(value, behind: (copied, start(name)), child, given, &count)
            }
            copied = end(value)
        }
        close(node, .closeBracket)
        note(.recoded, node, "dictionary → array with \(rule.pointee.keyName)")
    }

    /// - Parameters:
    ///   - gap: the bytes before the entry.
    ///   - count: of the entries before it.
    private mutating func put(
        _ entry: Int, behind gap: (Int, Int), _ rules: UnsafePointer<TableRules>, _ given: Given?, _ count: inout Int
    ) throws(MigrationError) {
        // In a list there is no place for a key without an entry.
        guard tape.kind(entry) == .object else { return stash(entry, "it is not an entry") }
        if let given { try refuseOtherKey(entry, rules, given) }
        putGap(gap.0, gap.1, isFirst: count == 0)
        try put(entry, rules, at: notes == nil ? [] : [String(count)], given: given)
        count += 1
    }

    /// The bytes between two children, with a comma where the place demands one.
    private mutating func putGap(_ start: Int, _ end: Int, isFirst: Bool) {
        let comma = (start..<end).first { tape.bytes[$0] == .comma }
        if !isFirst, comma == nil { out.put(.comma) }
        let begin = isFirst ? comma.map { $0 + 1 } ?? start : start
        out.put(tape.text(begin, end))
    }

    /// The comma and the white space before an element that is not the first one.
    private mutating func putGap(before element: Int) {
        let end = start(element)
        var start = end
        while tape.bytes[start - 1] <= .space || tape.bytes[start - 1] == .comma { start -= 1 }
        out.put(tape.text(start, end))
    }

    // MARK: One

    /// `[{…}, …]` → `{…}`; the list has an entry.
    mutating func first(_ node: Int, _ rules: UnsafePointer<TableRules>) throws(MigrationError) {
        note(.recoded, node, "list → its first entry")
        var isFirst = true
        for element in tape.elements(node) {
            guard isFirst else {
                stash(element, "the target has the first entry alone")
                continue
            }
            isFirst = false
            copy(to: start(node))
            copied = start(element)
            try object(element, rules)
            copy(to: end(element))
            link(.wrapped, [element], [], nil, "contains fields")
        }
        copied = end(node)
        edits += 1
    }

    /// `{…}` → `[{…}]`.
    mutating func list(_ node: Int, _ rules: UnsafePointer<TableRules>) throws(MigrationError) {
        note(.recoded, node, "entry → list")
        copy(to: start(node))
        out.put(.openBracket)
        let place = notes == nil ? [] : ["0"]
        notes?.trace?.enter(place)
        try object(node, rules)
        notes?.trace?.leave(place)
        copy(to: end(node))
        out.put(.closeBracket)
        link(.wrapped, [], [place], nil, "contains fields")
        edits += 1
    }

    // MARK: Ids

    /// `[{"key":k,…}]` → `[k]`.
    mutating func pluck(_ node: Int, _ rule: UnsafePointer<MemberRule>) {
        open(node, .openBracket)
        var count = 0
        for element in tape.elements(node) {
            // The target has ids alone: an entry without one cannot be in it.
            guard let id = tape.last(rule.pointee.keyNumber, in: element) else {
                stash(element, "the entry has no \(rule.pointee.keyName)")
                continue
            }
            if count > 0 { out.put(.comma) }
            out.put(tape.text(id))
            link(.copied, [id], [[String(count)]])
            stash(element, "the target keeps only the product id")
            count += 1
        }
        copied = end(node) - 1
        close(node, .closeBracket)
    }

    /// `[k]` → `[{"key":k}]`.
    mutating func wrap(_ node: Int, _ rule: UnsafePointer<MemberRule>) {
        open(node, .openBracket)
        for (number, element) in tape.elements(node).enumerated() {
            link(.renamed, [element], [[String(number), rule.pointee.keyName]])
            if number > 0 { out.put(.comma) }
            out.put(.openBrace)
            out.put(rule.pointee.key)
            out.put(.colon)
            out.put(tape.text(element))
            out.put(.closeBrace)
        }
        copied = end(node) - 1
        close(node, .closeBracket)
        note(.recoded, node, target: "products", "ids → entries")
    }
}
