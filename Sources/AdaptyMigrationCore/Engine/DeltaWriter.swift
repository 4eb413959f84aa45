/// Writes a ``Delta`` as ``ResidueText`` does, from the inside out: the text of an object is put together when all its
/// members were converted, from the texts of those inside it. What did not change writes nothing.
///
/// Worked example, an access level `premium` with a member that SDK 2 does not have. Closing the level writes
/// `{"cut":[…]}`. Closing `paid_access_levels` makes `{"in":{"premium":{"cut":[…]}}}` of it.
struct DeltaWriter {
    /// Where the writing of one level began.
    struct Level: BitwiseCopyable {
        fileprivate let text: Int, inners: Int, cuts: Int, names: Int
    }

    /// A change inside a member or element that is written.
    private struct Inner: BitwiseCopyable {
        let name: Text
        let start: Int, end: Int
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

    private var text = ByteWriter(capacity: 1 << 12)
    private var inners = WorkStack<Inner>()
    private var cuts = WorkStack<Cut>()
    private var names = WorkStack<Name>()

    func deallocate() {
        text.deallocate()
        inners.deallocate()
        cuts.deallocate()
        names.deallocate()
    }

    mutating func reset() { restore(Level(text: 0, inners: 0, cuts: 0, names: 0)) }

    /// Begins an object or array.
    func open() -> Level { Level(text: text.count, inners: inners.count, cuts: cuts.count, names: names.count) }

    /// Forgets everything since a level began.
    mutating func restore(_ level: Level) {
        text.shrink(to: level.text)
        inners.shrink(to: level.inners)
        cuts.shrink(to: level.cuts)
        names.shrink(to: level.names)
    }

    // MARK: Changes of the innermost object

    mutating func cut(_ run: Text, after anchor: Text, guarding: Text = .empty) {
        cuts.append(Cut(anchor: anchor, run: run, guarding: guarding))
    }

    /// A member that the way back calls `base` was spelled otherwise.
    mutating func name(_ base: Text, was original: Text) { names.append(Name(base: base, original: original)) }

    /// The value of a member was another one than the way back writes.
    mutating func replace(_ name: Text, expected: String, by original: Text) {
        let start = text.count
        text.put("[")
        text.put(JSONText.encode(expected))
        text.put(",\"")
        text.putEscaped(original)
        text.put("\"]")
        inners.append(Inner(name: name, start: start, end: text.count))
    }

    /// A change that was written elsewhere.
    mutating func put(_ name: Text, _ delta: Delta) {
        let start = text.count
        text.put(ResidueText.write(delta))
        inners.append(Inner(name: name, start: start, end: text.count))
    }

    // MARK: Ends

    /// Ends an object.
    ///
    /// - Parameter drop: the value of a member `profile_id` that the original does not have; empty for none.
    mutating func closeObject(_ level: Level, _ name: Text, drop: Text = .empty) {
        let hasInner = inners.count > level.inners, hasCuts = cuts.count > level.cuts,
            hasNames = names.count > level.names
        guard hasInner || hasCuts || hasNames || drop.count > 0 else { return }
        let start = text.count
        text.put("{")
        if hasInner { putInners(level) }
        if hasCuts {
            if hasInner { text.put(",") }
            putCuts(level)
        }
        if hasNames {
            if hasInner || hasCuts { text.put(",") }
            putNames(level)
        }
        if drop.count > 0 {
            if hasInner || hasCuts || hasNames { text.put(",") }
            text.put("\"drop\":{\"profile_id\":")
            text.put(JSONText.encode(Fingerprint.of(drop.array)))
            text.put("}")
        }
        text.put("}")
        close(level, name, start)
    }

    /// Ends an array whose elements all have identities of their own.
    mutating func closeArray(_ level: Level, _ name: Text, count: Int) {
        guard inners.count > level.inners else { return }
        let start = text.count
        text.put("{\"n\":")
        text.put(Array(String(count).utf8))
        text.put(",")
        putInners(level, isArray: true)
        text.put("}")
        close(level, name, start)
    }

    /// The text since a position becomes all that is left of a level.
    private mutating func close(_ level: Level, _ name: Text, _ start: Int) {
        text.remove(level.text..<start)
        inners.shrink(to: level.inners)
        cuts.shrink(to: level.cuts)
        names.shrink(to: level.names)
        inners.append(Inner(name: name, start: level.text, end: text.count))
    }

    private mutating func putInners(_ level: Level, isArray: Bool = false) {
        text.put("\"in\":{")
        for position in level.inners..<inners.count {
            let inner = inners[position]
            if position > level.inners { text.put(0x2C) }
            if isArray {
                text.put("\"=")
                text.put(inner.name.start + 1, inner.name.count - 1)
            } else {
                text.put(inner.name)
            }
            text.put(0x3A)
            text.putAgain(inner.start..<inner.end)
        }
        text.put("}")
    }

    private mutating func putCuts(_ level: Level) {
        text.put("\"cut\":[")
        for position in level.cuts..<cuts.count {
            let cut = cuts[position]
            if position > level.cuts { text.put(0x2C) }
            text.put("[")
            if cut.anchor.count == 0 { text.put("null") } else { text.put(cut.anchor) }
            text.put(",\"")
            text.putEscaped(cut.run)
            text.put("\"")
            if cut.guarding.count > 0 {
                text.put(",\"profile_id\",")
                text.put(JSONText.encode(Fingerprint.of(cut.guarding.array)))
            }
            text.put("]")
        }
        text.put("]")
    }

    private mutating func putNames(_ level: Level) {
        text.put("\"as\":{")
        for position in level.names..<names.count {
            if position > level.names { text.put(0x2C) }
            text.put(names[position].base)
            text.put(":\"")
            text.putEscaped(names[position].original)
            text.put("\"")
        }
        text.put("}")
    }

    /// Whether anything inside a level changed.
    func isChanged(_ level: Level) -> Bool { inners.count > level.inners }

    /// The text of the one change of a level that is the whole document; `nil` when nothing changed.
    func whole(_ level: Level) -> Text? {
        guard inners.count > level.inners else { return nil }
        let inner = inners[level.inners]
        return Text(UnsafePointer(text.memory + inner.start), inner.end - inner.start)
    }
}
