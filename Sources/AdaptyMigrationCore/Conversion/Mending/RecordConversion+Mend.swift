/// Adapts converted records to the decoder of one SDK version. A single value that the decoder cannot read makes it
/// refuse the whole record, and the user loses access while offline.
///
/// Worked example, for SDK 3.12: `{"id":"gold","store":null,"expires_at":"","is_active":false,"is_active":true}`
/// becomes `{"id":"gold","store":"","expires_at":null,"is_active":true}`. SDK 1.x read the record in exactly this way:
/// an unreadable date was no date, a missing text was empty, and of two members the last was used (`JSONDecoder` uses
/// the first). The changes lose nothing: the residue has the original, or the backup of an app's data.
extension RecordConversion {
    /// Writes records of a document into ``out`` as a decoder accepts them, where they stand.
    ///
    /// - Parameter records: the nodes with their rules, in the order of the document.
    /// - Returns: whether anything changed. If not, ``out`` is not to be used.
    /// - Throws: ``MigrationError`` `missing-required` where no value is safe.
    mutating func mend(
        _ tape: Tape, _ records: [(node: Int, rules: UnsafePointer<ReaderRules>)], _ reader: Reader, _ column: Column,
        _ options: MigrationOptions
    ) throws(MigrationError) -> Bool {
        begin(tape, column, column, options)
        self.reader = reader
        for (node, rules) in records { try mend(node, rules) }
        guard edits > 0 else { return false }
        copy(to: tape.byteCount)
        out.clearMargin()
        return true
    }

    /// Mends an object: each value in the form that the decoder reads, without earlier duplicates, and with missing
    /// required members.
    ///
    /// - Parameter key: the node of the key under which an entry is; `nil` for none.
    mutating func mend(_ node: Int, _ rules: UnsafePointer<ReaderRules>, key: Int? = nil) throws(MigrationError) {
        let (unmet, absent, hasTwins) = lacks(node, rules), last = hasTwins ? lastMembers(node) : [:]
        let former = unmet & rules.pointee.renamed == 0 ? nil : former(node, rules)
        var emission = Emission(node), previous = 0
        for name in tape.names(node) {
            let value = name + 1
            defer { previous = value }
            if let reason = leftOut(name, rules, last) {
                advance(to: previous, &emission)
                note(.defaulted, value, reason)
                cut(name, &emission)
                continue
            }
            guard let look = rules.pointee.look(tape.nodes[name].number) else { continue }
            let isUnmet = unmet & look.pointee.need != 0
            guard isUnmet || value == former || needsMending(look, value) else { continue }
            advance(to: previous, &emission)
            begin(name, &emission)
            emission.last = value
            if value == former { rename(value, rules) }
            if isUnmet {
                replace(value, try filler(look.pointee.need.trailingZeroBitCount, rules, node, key))
            } else {
                try mend(value, look, rules, in: node, key)
            }
        }
        var added = unmet & absent & ~(former == nil ? 0 : rules.pointee.renamed)
        while added != 0 {
            let need = added.trailingZeroBitCount, text = try filler(need, rules, node, key)
            advanceToEnd(&emission)
            add(rules.pointee.needs[need].name, &emission)
            out.put(text)
            added &= added - 1
        }
        finish(&emission)
    }

    /// A member that the decoder reads under another name.
    private mutating func rename(_ value: Int, _ rules: UnsafePointer<ReaderRules>) {
        let name = rules.pointee.needs[rules.pointee.renamed.trailingZeroBitCount].name, tape = tape, sdk = reader.sdk
        note(.defaulted, value, "SDK \(sdk) reads it as \(tape.string(name))")
        replace(value - 1, name)
    }

    /// Why a member goes; `nil` when it stays.
    ///
    /// - Parameter last: by name, the last value; empty when no two members have one name.
    private func leftOut(_ name: Int, _ rules: UnsafePointer<ReaderRules>, _ last: [String: Int]) -> String? {
        if tape.nodes[name].number == rules.pointee.shadow { return "it would be read in the place of the record" }
        if last.isEmpty || last[tape.string(name)] == name + 1 { return nil }
        return RecordConversion.isOutdone
    }

    static let isOutdone = "a later member of that name was used"

    // MARK: Needs

    /// The needs that an object does not meet, those whose member it does not have, one bit each, and whether two of its
    /// members have one name.
    private mutating func lacks(_ node: Int, _ rules: UnsafePointer<ReaderRules>) -> (
        unmet: UInt64, absent: UInt64, hasTwins: Bool
    ) {
        var met: UInt64 = 0, there: UInt64 = 0, seen = SIMD16<UInt64>(), hasTwins = false
        let first = keys.count
        for name in tape.names(node) {
            let number = tape.nodes[name].number, word = Int(number >> 6) & 15, bit: UInt64 = 1 << UInt64(number & 63)
            if number == NameNumbers.none {
                keys.append(UInt32(truncatingIfNeeded: name))
                continue
            }
            // Beyond 1024 numbers two would share a bit. Then names are compared that are different.
            if seen[word] & bit != 0 { hasTwins = true }
            seen[word] |= bit
            guard let need = rules.pointee.look(number)?.pointee.need, need != 0 else { continue }
            there |= need
            let isMet = isMet(rules.pointee.needs + need.trailingZeroBitCount, name + 1)
            met = isMet ? met | need : met & ~need
        }
        hasTwins = hasTwins || hasTwin(from: first)
        keys.shrink(to: first)
        var unmet = rules.pointee.all & ~met & (reader.isListed ? ~rules.pointee.inMeta : .max)
        // What an SDK stored itself keeps its names.
        if reader.isStored { unmet &= ~rules.pointee.renamed }
        var copies = unmet & ~there
        while copies != 0 {
            let need = copies.trailingZeroBitCount
            copies &= copies - 1
            let asked = rules.pointee.needs + need
            if asked.pointee.test == .text, text(of: asked, in: node) == nil { unmet &= ~(1 << UInt64(need)) }
        }
        return (unmet, ~there, hasTwins)
    }

    /// Whether two of the names at the end of ``keys`` are the same to a decoder.
    func hasTwin(from first: Int) -> Bool {
        if keys.count - first < 2 { return false }
        if keys.count - first < 12, let hasTwin = hasPlainTwin(from: first) { return hasTwin }
        var names: Set<String> = []
        return (first..<keys.count).contains { !names.insert(tape.string(Int(keys[$0]))).inserted }
    }

    /// The same of a few names; `nil` where their bytes do not say it, as with escapes.
    private func hasPlainTwin(from first: Int) -> Bool? {
        var hasTwin = false
        for one in first..<keys.count {
            let name = tape.text(Int(keys[one]))
            if tape.nodes[Int(keys[one])].hasEscapes || (0..<name.count).contains(where: { name.start[$0] >= 0x80 }) {
                return nil
            }
            hasTwin = hasTwin || (first..<one).contains { tape.text(Int(keys[$0])) == name }
        }
        return hasTwin
    }

    /// By name, the last value.
    func lastMembers(_ node: Int) -> [String: Int] {
        Dictionary(tape.names(node).map { (tape.string($0), $0 + 1) }) { _, last in last }
    }

    private func isMet(_ need: UnsafePointer<ReaderRules.Need>, _ value: Int) -> Bool {
        switch need.pointee.test {
        case .value: tape.nodes[value].kind != .null
        case .text: tape.nodes[value].kind == .string
        case .object: tape.nodes[value].kind == .object
        case .integer: integer(value).map { $0 >= 1 && $0 <= need.pointee.most } ?? false
        }
    }

    /// The value of the member that the decoder reads under another name; `nil` for none.
    private func former(_ node: Int, _ rules: UnsafePointer<ReaderRules>) -> Int? {
        tape.last(rules.pointee.former, in: node).flatMap { integer($0) == nil ? nil : $0 }
    }

    /// What is written for a need, which is told.
    ///
    /// - Throws: ``MigrationError`` where no value is safe.
    mutating func filler(_ need: Int, _ rules: UnsafePointer<ReaderRules>, _ node: Int, _ key: Int?)
        throws(MigrationError) -> Text
    {
        let tape = tape, asked = rules.pointee.needs[need]
        let said = asked.isFixed ? nil : text(rules, need, node, key)
        let text = said ?? (reader.fills && asked.otherwise.count == 0 ? asked.placeholder : asked.otherwise)
        if text.count == 0 {
            let name = tape.string(asked.name), isThere = tape.last(KnownNames.numbers.number(name), in: node) != nil
            throw reader.sdk.refusal(of: tape.index.pointer(node) + "/" + name, isThere: isThere)
        }
        guard notes != nil else {
            counts.add(.defaulted)
            return text
        }
        let whose = rules.pointee.definitions[need].readers, value = String(decoding: text.array, as: UTF8.self)
        let words = "required by SDK \(reader.sdk)\(whose): \(value)"
        note(.defaulted, node, words, below: "/" + tape.string(asked.name))
        return text
    }

    /// What the object itself, or its key, says instead; `nil` for nothing.
    private func text(_ rules: UnsafePointer<ReaderRules>, _ need: Int, _ node: Int, _ key: Int?) -> Text? {
        let asked = rules.pointee.needs + need
        if asked.pointee.test == .text { return text(of: asked, in: node) }
        if asked.pointee.first != NameNumbers.none { return value(of: asked, in: node) }
        switch rules.pointee.definitions[need].filler {
        case .key: return key.map { tape.text($0) }
        case .integer:
            let value = tape.last(KnownNames.numbers.number(tape.string(asked.pointee.name)), in: node)
            return value.flatMap { integer($0) }.flatMap { $0 < 1 ? RecordConversion.one : nil }
        case .earliest(let names): return earliest(names, in: node)
        default: return nil
        }
    }

    /// The value of the object to which a need's names lead.
    private func other(_ need: UnsafePointer<ReaderRules.Need>, in node: Int) -> Int? {
        guard let value = tape.last(need.pointee.first, in: node) else { return nil }
        return need.pointee.second == NameNumbers.none ? value : tape.last(need.pointee.second, in: value)
    }

    private func text(of need: UnsafePointer<ReaderRules.Need>, in node: Int) -> Text? {
        other(need, in: node).flatMap { tape.kind($0) == .string ? tape.text($0) : nil }
    }

    /// That value as the decoder reads it; `nil` where it is of another kind than the text that is written otherwise.
    private func value(of need: UnsafePointer<ReaderRules.Need>, in node: Int) -> Text? {
        guard let other = other(need, in: node) else { return nil }
        let isAlike: Bool
        switch need.pointee.otherwise.start[0] {
        case .quote: isAlike = tape.kind(other) == .string
        case UInt8(ascii: "f"):
            if tape.kind(other) != .false, case .truth(let isTrue)? = Codec.flag.read(tape, other)?.said {
                return isTrue ? RecordConversion.yes : RecordConversion.no
            }
            isAlike = false
        default: isAlike = integer(other) != nil
        }
        return isAlike ? tape.text(other) : nil
    }

    private static let yes = Text(kept: Array("true".utf8)), no = Text(kept: Array("false".utf8)),
        one = Text(kept: Array("1".utf8))

    /// The earliest of these dates that can be read and is not after the object's end; `nil` for none.
    private func earliest(_ names: [String], in node: Int) -> Text? {
        func date(_ name: String) -> (moment: Int64, text: Text)? {
            guard let value = tape.last(KnownNames.numbers.number(name), in: node), tape.kind(value) == .string else {
                return nil
            }
            return DateText.microseconds(tape.array(value)[...]).map { ($0, tape.text(value)) }
        }
        return SDKNeed.earliest(of: names, date)
    }
}
