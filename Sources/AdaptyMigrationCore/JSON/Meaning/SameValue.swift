/// Whether a document says the same as another one that a program parsed and wrote anew: in any order of members, with
/// other white space and escapes, with its numbers as ``SameNumber`` allows, and of several members with one name only
/// the last.
struct SameValue {
    /// As it was, and as it is now.
    let a: Tape, b: Tape

    static func holds(_ a: JSONIndex, _ x: Int, _ b: JSONIndex, _ y: Int) -> Bool {
        if a.kind(x) == b.kind(y), a.raw(x) == b.raw(y) { return true }
        return a.withTape { a in b.withTape { b in SameValue(a: a, b: b).holds(x, y) } }
    }

    /// Pairs of values are looked at one after another: no call nests as deep as the documents do.
    func holds(_ x: Int = 0, _ y: Int = 0) -> Bool {
        var open = [(x, y)]
        while let (x, y) = open.popLast() {
            let kind = a.nodes[x].kind
            guard kind == b.nodes[y].kind else { return false }
            let isSame =
                switch kind {
                case .object: pairMembers(x, y, &open)
                case .array: pairElements(x, y, &open)
                case .string: isSameText(x, y)
                case .number: a.text(x) == b.text(y) || SameNumber.holds(a.array(x), now: b.array(y))
                default: true
                }
            if !isSame { return false }
        }
        return true
    }

    private func pairElements(_ x: Int, _ y: Int, _ open: inout [(Int, Int)]) -> Bool {
        var one = x + 1, other = y + 1
        let end = Int(a.nodes[x].next), otherEnd = Int(b.nodes[y].next)
        while one < end, other < otherEnd {
            open.append((one, other))
            (one, other) = (Int(a.nodes[one].next), Int(b.nodes[other].next))
        }
        return one == end && other == otherEnd
    }

    private func isSameText(_ x: Int, _ y: Int) -> Bool {
        if !a.nodes[x].hasEscapes, !b.nodes[y].hasEscapes { return a.text(x) == b.text(y) }
        return SameValue.meaning(a, x) == SameValue.meaning(b, y)
    }

    private static func meaning(_ tape: Tape, _ node: Int) -> [UInt8] {
        let text = tape.text(node).inside.array
        return tape.nodes[node].hasEscapes ? JSONText.unescape(text[...]) : text
    }

    private func isSameName(_ x: Int, _ y: Int) -> Bool {
        let number = a.nodes[x].number
        return number == b.nodes[y].number && (number != NameNumbers.none || isSameText(x, y))
    }

    /// Members in the same order need no table of names.
    private func pairMembers(_ x: Int, _ y: Int, _ open: inout [(Int, Int)]) -> Bool {
        let first = open.count, end = Int(a.nodes[x].next), otherEnd = Int(b.nodes[y].next)
        var name = x + 1, other = y + 1
        while true {
            guard name < end, other < otherEnd, isSameName(name, other) else { break }
            open.append((name + 1, other + 1))
            (name, other) = (Int(a.nodes[name + 1].next), Int(b.nodes[other + 1].next))
        }
        if name == end, other == otherEnd { return true }
        open.removeSubrange(first...)
        return pairByName(x, y, &open)
    }

    private func pairByName(_ x: Int, _ y: Int, _ open: inout [(Int, Int)]) -> Bool {
        let then = members(a, x), now = members(b, y)
        // A program that keeps members with one name apart keeps their order, too.
        guard then.last.count == now.count, now.last.count == now.count else { return false }
        for (name, value) in now.last {
            guard let was = then.last[name] else { return false }
            open.append((was, value))
        }
        return true
    }

    /// The value that counts of each name, and how many members there are.
    private func members(_ tape: Tape, _ object: Int) -> (last: [[UInt8]: Int], count: Int) {
        var last: [[UInt8]: Int] = [:], count = 0, name = object + 1
        while name < Int(tape.nodes[object].next) {
            last[SameValue.meaning(tape, name)] = name + 1
            count += 1
            name = Int(tape.nodes[name + 1].next)
        }
        return (last, count)
    }
}
