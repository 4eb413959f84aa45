/// A second record in the envelopes around the first one.
struct SecondRecord {
    /// The node of its value, and the node of the value that contains the first one, beside it.
    let node: Int, first: Int
    /// The node of its name.
    let name: Int

    /// `nil` when there is none.
    init?(_ tape: Tape, _ envelope: Envelope) {
        guard envelope.entries == nil, envelope.node != 0 else { return nil }
        var node = 0
        while node != envelope.node,
            let path = tape.names(node).first(where: {
                $0 < envelope.node && envelope.node < Int(tape.nodes[$0 + 1].next)
            })
        {
            if let other = SecondRecord.other(tape, node, beside: path) {
                (self.node, name, first) = (other + 1, other, path + 1)
                return
            }
            node = path + 1
        }
        return nil
    }

    /// The name of a member beside the path to the first record that holds another one: products, or a placement of a
    /// fallback file whose object by placement is taken for the record itself.
    private static func other(_ tape: Tape, _ node: Int, beside path: Int) -> Int? {
        let number = tape.nodes[path].number
        let other = tape.names(node).first { name in
            tape.nodes[name].number != number && (isHolder(tape, name) || isProducts(tape, name))
        }
        return other
            ?? placements(tape, node).first { name in
                tape.nodes[name].number == NameNumbers.none && isVariations(tape, name + 1)
            }
    }

    private static func isProducts(_ tape: Tape, _ name: Int) -> Bool {
        tape.facts(name).pointee.marks.contains(.products) && !tape.elements(name + 1).isEmpty
    }

    private static func isVariations(_ tape: Tape, _ node: Int) -> Bool {
        let list = tape.kind(node) == .array ? node : tape.member(node, "data") ?? node
        return tape.kind(list) == .array && holdsRecord(tape, list, 0)
    }

    private static func isHolder(_ tape: Tape, _ name: Int, depth: Int = 0) -> Bool {
        tape.facts(name).pointee.envelope.contains(.holder) && holdsRecord(tape, name + 1, depth)
    }

    private static func holdsRecord(_ tape: Tape, _ node: Int, _ depth: Int) -> Bool {
        guard depth < 8 else { return false }
        let records = KindMarks.record.subtracting(.active)
        if tape.kind(node) == .object, !KindMarks(tape, node).isDisjoint(with: records) { return true }
        return tape.elements(node).contains { holdsRecord(tape, $0, depth + 1) }
            || tape.names(node).contains { isHolder(tape, $0, depth: depth + 1) }
            || placements(tape, node).contains { holdsRecord(tape, $0 + 1, depth + 1) }
    }

    /// The names of what a fallback file has for each placement.
    private static func placements(_ tape: Tape, _ node: Int) -> [Int] {
        guard let data = tape.member(node, "data"), tape.member(node, "meta") != nil else { return [] }
        return Array(tape.names(data))
    }
}
