/// The changes that a residue has for one object or array, each read once, in the order of the document.
///
/// Worked example, `{"in":{"a":["0","1"],"b":…},"cut":[["a",",\"c\":2"]]}`: the first change inside is that of `a`.
/// When `a` was restored it is that of `b`, and the cut after `a` comes next.
struct Changes {
    private let tape: Tape
    /// The names of the next change inside, of the next member that was spelled otherwise, and of the next one to drop,
    /// and the next cut; each with the end of its list. Equal to the end when there are no more.
    private var inner = 0, innerEnd = 0, name = 0, nameEnd = 0, drop = 0, dropEnd = 0, cut = 0, cutEnd = 0
    /// The number of elements that an array had; -1 for an object.
    private(set) var elements = -1

    /// - Parameter node: the delta; 0 for none.
    /// - Returns: `nil` for a delta of other forms.
    init?(_ tape: Tape, _ node: Int) {
        self.tape = tape
        if node == 0 { return }
        guard tape.nodes[node].kind == .object else { return nil }
        var key = node + 1
        while key < Int(tape.nodes[node].next) {
            let value = key + 1, first = value + 1, end = Int(tape.nodes[value].next), kind = tape.nodes[value].kind
            switch (word(key), kind) {
            case (0x6E69, .object): (inner, innerEnd) = (first, end)
            case (0x7361, .object): (name, nameEnd) = (first, end)
            case (0x706F_7264, .object): (drop, dropEnd) = (first, end)
            case (0x74_7563, .array): (cut, cutEnd) = (first, end)
            case (0x6E, .number):
                guard let count = number(value) else { return nil }
                elements = count
            default: return nil
            }
            key = end
        }
    }

    /// The bytes of a short name, the first one lowest.
    private func word(_ node: Int) -> UInt64 {
        let start = Int(tape.nodes[node].start) + 1, length = Int(tape.nodes[node].end) - start - 1
        return length > 7 ? 0 : tape.view.word(start) & ((1 as UInt64) << UInt64(8 * length) &- 1)
    }

    private func number(_ node: Int) -> Int? {
        var value = 0
        for position in Int(tape.nodes[node].start)..<Int(tape.nodes[node].end) {
            guard tape.bytes[position] &- 0x30 <= 9, value < 1 << 40 else { return nil }
            value = value * 10 + Int(tape.bytes[position] &- 0x30)
        }
        return value
    }

    /// Whether nothing is left.
    var isEmpty: Bool { inner == innerEnd && name == nameEnd && drop == dropEnd && cut == cutEnd }

    /// Whether there are changes inside alone.
    var isInnerOnly: Bool { name == nameEnd && drop == dropEnd && cut == cutEnd }

    @inline(__always)
    private func isNext(_ node: Int, _ end: Int, _ wanted: Text) -> Bool {
        node != end && !tape.nodes[node].hasEscapes && tape.text(node) == wanted
    }

    /// The node of the change inside a member, if it is the next one; 0 otherwise.
    @inline(__always)
    mutating func inside(_ base: Text) -> Int {
        guard isNext(inner, innerEnd, base) else { return 0 }
        defer { inner = Int(tape.nodes[inner + 1].next) }
        return inner + 1
    }

    /// The same of an element, by its identity with quotes.
    mutating func inside(identity: Text) -> Int {
        guard inner != innerEnd, !tape.nodes[inner].hasEscapes else { return 0 }
        let key = tape.text(inner)
        guard key.count == identity.count + 1, key.start[1] == 0x3D,
            Text(key.start + 2, key.count - 2) == Text(identity.start + 1, identity.count - 1)
        else { return 0 }
        defer { inner = Int(tape.nodes[inner + 1].next) }
        return inner + 1
    }

    /// The node of a member's original name, if it is the next one; 0 otherwise.
    @inline(__always)
    mutating func name(_ base: Text) -> Int {
        guard isNext(name, nameEnd, base) else { return 0 }
        defer { name = Int(tape.nodes[name + 1].next) }
        return name + 1
    }

    /// The node of the fingerprint of a member that the original does not have, if it is the next one; 0 otherwise.
    @inline(__always)
    mutating func drop(_ base: Text) -> Int {
        guard isNext(drop, dropEnd, base) else { return 0 }
        defer { drop = Int(tape.nodes[drop + 1].next) }
        return drop + 1
    }

    /// A run of bytes to put back.
    struct Cut {
        /// The nodes of the run, of the name of the guarding member, and of its fingerprint; 0 for none.
        let run: Int, guarding: Int, fingerprint: Int
    }

    /// The next cut, if it stands after a member, or at the start.
    ///
    /// - Parameter base: the member's name; empty for the start.
    @inline(__always)
    mutating func cut(after base: Text) -> Cut? {
        if cut == cutEnd { return nil }
        let anchor = cut + 1
        guard tape.nodes[cut].kind == .array, Int(tape.nodes[cut].next) > cut + 2 else { return nil }
        if base.count == 0 {
            guard tape.nodes[anchor].kind == .null else { return nil }
        } else {
            guard tape.nodes[anchor].kind == .string, !tape.nodes[anchor].hasEscapes, tape.text(anchor) == base
            else { return nil }
        }
        let count = Int(tape.nodes[cut].next) - cut - 1
        for node in cut + 2..<Int(tape.nodes[cut].next) where tape.nodes[node].kind != .string { return nil }
        guard count == 2 || count == 4 else { return nil }
        defer { cut = Int(tape.nodes[cut].next) }
        return Cut(run: cut + 2, guarding: count == 4 ? cut + 3 : 0, fingerprint: count == 4 ? cut + 4 : 0)
    }
}
