/// Writes a ``Delta`` as ``ResidueText`` does, while the record is converted. What did not change writes nothing: the
/// beginning of an object is written when the first change inside it is.
///
/// Worked example, an access level `premium` with a member that SDK 2 does not have. At the end of the level it has one
/// cut, so now `{"in":{"paid_access_levels":{"in":{"premium":` is written, and then `{"cut":[…]}`.
struct DeltaWriter {
    /// An open object or array.
    private struct Level: BitwiseCopyable {
        let name: Text
        /// The number of elements; -1 for an object.
        let elements: Int
        /// Where it begins; `Int.max` before it is written.
        var start = Int.max
        /// The first of its cuts and names.
        let cuts: Int, names: Int
    }

    private struct Cut: BitwiseCopyable {
        /// The name of the member before it, with quotes; empty at the start.
        let anchor: Text
        let run: Text
        /// The value of `profile_id` that guards it; empty for none.
        let guarding: Text
    }

    private struct Name: BitwiseCopyable {
        let base: Text, original: Text
    }

    /// A state to which the writer can go back.
    struct Mark: BitwiseCopyable {
        fileprivate let text: Int, levels: Int, cuts: Int, names: Int
    }

    private var text = ByteWriter(capacity: 1 << 12)
    private var levels = WorkStack<Level>()
    private var cuts = WorkStack<Cut>()
    private var names = WorkStack<Name>()
    /// The number of levels that are written.
    private var written = 0

    func deallocate() {
        text.deallocate()
        levels.deallocate()
        cuts.deallocate()
        names.deallocate()
    }

    mutating func reset() { restore(Mark(text: 0, levels: 0, cuts: 0, names: 0)) }

    var mark: Mark { Mark(text: text.count, levels: levels.count, cuts: cuts.count, names: names.count) }

    /// Forgets everything since a mark.
    mutating func restore(_ mark: Mark) {
        text.setCount(mark.text)
        levels.shrink(to: mark.levels)
        cuts.shrink(to: mark.cuts)
        names.shrink(to: mark.names)
        written = min(written, mark.levels)
        while written > 0, levels[written - 1].start >= mark.text {
            written -= 1
            levels[written].start = .max
        }
    }

    /// The delta of the whole document; `nil` when nothing changed.
    var whole: Text? { text.count == 0 ? nil : Text(UnsafePointer(text.memory), text.count) }

    // MARK: Levels

    /// - Parameter elements: the number of elements of an array; `nil` for an object.
    @inline(__always)
    mutating func open(_ name: Text, elements: Int? = nil) {
        levels.append(Level(name: name, elements: elements ?? -1, cuts: cuts.count, names: names.count))
    }

    /// Whether anything inside the innermost level is written.
    var isChanged: Bool { written == levels.count }

    /// Ends the innermost object.
    ///
    /// - Parameter drop: the value of a member `profile_id` that the original does not have; empty for none.
    @inline(__always)
    mutating func closeObject(drop: Text = .empty) {
        let level = levels[levels.count &- 1]
        if written == levels.count || cuts.count > level.cuts || names.count > level.names || drop.count > 0 {
            endObject(level, drop)
        }
        levels.shrink(to: levels.count &- 1)
    }

    private mutating func endObject(_ level: Level, _ drop: Text) {
        var needsComma = written == levels.count
        if needsComma {
            text.put(0x7D)
        } else {
            begin(upTo: levels.count - 1)
            putName(of: level, isFirst: isFirst(levels.count - 1))
            text.put(0x7B)
        }
        func comma() {
            if needsComma { text.put(0x2C) }
            needsComma = true
        }
        if cuts.count > level.cuts {
            comma()
            putCuts(level.cuts)
        }
        if names.count > level.names {
            comma()
            putNames(level.names)
        }
        if drop.count > 0 {
            comma()
            text.put("\"drop\":{\"profile_id\":\"")
            Fingerprint.put(drop, &text)
            text.put("\"}")
        }
        text.put(0x7D)
        cuts.shrink(to: level.cuts)
        names.shrink(to: level.names)
        written = min(written, levels.count - 1)
    }

    /// Ends the innermost array.
    mutating func closeArray() {
        if isChanged {
            text.put("}}")
            written -= 1
        }
        levels.shrink(to: levels.count - 1)
    }

    /// Writes the beginnings of the first levels.
    private mutating func begin(upTo count: Int) {
        while written < count {
            let level = levels[written]
            putName(of: level, isFirst: isFirst(written))
            levels[written].start = text.count
            if level.elements >= 0 {
                text.put("{\"n\":")
                text.put(decimal: level.elements)
                text.put(",\"in\":{")
            } else {
                text.put("{\"in\":{")
            }
            written += 1
        }
    }

    /// Whether a level would be the first change inside the one around it.
    private func isFirst(_ position: Int) -> Bool { text.count == 0 || text.memory[text.count - 1] == 0x7B }

    private mutating func putName(of level: Level, isFirst: Bool) {
        let depth = written
        if depth == 0 { return }
        putName(level.name, isFirst: isFirst, inArray: levels[depth - 1].elements >= 0)
    }

    private mutating func putName(_ name: Text, isFirst: Bool, inArray: Bool) {
        if !isFirst { text.put(0x2C) }
        if inArray {
            text.put("\"=")
            text.put(name.start + 1, name.count - 1)
        } else {
            text.put(name)
        }
        text.put(0x3A)
    }

    /// Writes the name of a change in the innermost level.
    private mutating func putInner(_ name: Text) {
        begin(upTo: levels.count)
        if levels.count == 0 { return }
        putName(name, isFirst: isFirst(levels.count), inArray: levels[levels.count - 1].elements >= 0)
    }

    // MARK: Changes of the innermost level

    mutating func cut(_ run: Text, after anchor: Text, guarding: Text = .empty) {
        cuts.append(Cut(anchor: anchor, run: run, guarding: guarding))
    }

    /// A member that the way back calls `base` was spelled otherwise.
    mutating func name(_ base: Text, was original: Text) { names.append(Name(base: base, original: original)) }

    /// The value of a member was another one than the way back writes.
    ///
    /// - Parameter expected: what the way back writes, a text that is its own canonical form.
    mutating func replace(_ name: Text, expected: Text, by original: Text) {
        putInner(name)
        text.put("[\"")
        Fingerprint.put(expected, &text)
        text.put("\",\"")
        text.putEscaped(original)
        text.put("\"]")
    }

    /// A change that was found by comparing.
    mutating func put(_ name: Text, _ delta: Delta) {
        putInner(name)
        text.put(ResidueText.write(delta))
    }

    private mutating func putCuts(_ first: Int) {
        text.put("\"cut\":[")
        for position in first..<cuts.count {
            let cut = cuts[position]
            if position > first { text.put(0x2C) }
            text.put(0x5B)
            if cut.anchor.count == 0 { text.put("null") } else { text.put(cut.anchor) }
            text.put(",\"")
            text.putEscaped(cut.run)
            text.put(0x22)
            if cut.guarding.count > 0 {
                text.put(",\"profile_id\",\"")
                Fingerprint.put(cut.guarding, &text)
                text.put(0x22)
            }
            text.put(0x5D)
        }
        text.put(0x5D)
    }

    private mutating func putNames(_ first: Int) {
        text.put("\"as\":{")
        for position in first..<names.count {
            if position > first { text.put(0x2C) }
            text.put(names[position].base)
            text.put(":\"")
            text.putEscaped(names[position].original)
            text.put(0x22)
        }
        text.put(0x7D)
    }
}
