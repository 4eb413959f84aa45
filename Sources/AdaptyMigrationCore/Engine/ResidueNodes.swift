/// Where the residue of a record with one hop is on its tape.
package struct ResidueNodes {
    /// The node of the member's name.
    let name: Int
    let from: Column, to: Column
    let kind: RecordKind
    /// The nodes of the delta, and of the two texts around the record; 0 for none.
    let delta: Int
    private(set) var prefix = 0, suffix = 0

    private static let memberName = KnownNames.numbers.number(Residue.memberName)
    private static let version = Text(kept: Array(String(Residue.version).utf8))
    private static let columns = Column.allCases.map { (Text(kept: JSONText.encode($0.id)), $0) }
    private static let kinds = RecordKind.allCases.map { (Text(kept: JSONText.encode($0.rawValue)), $0) }

    /// The node of the name of a residue in the document; `nil` when there is none.
    package static func name(_ tape: Tape) -> Int? {
        guard tape.nodes[0].kind == .object else { return nil }
        var name = 1
        while name < Int(tape.nodes[0].next) {
            if tape.nodes[name].number == memberName { return name }
            name = Int(tape.nodes[name + 1].next)
        }
        return nil
    }

    /// The bytes of the residue's member, with the gap before it or, if it is the first, after it; `nil` when there is
    /// none.
    package static func range(_ tape: Tape) -> Range<Int>? { name(tape).map { range(tape, $0) } }

    /// - Parameter residue: the node of the member's name.
    static func range(_ tape: Tape, _ residue: Int) -> Range<Int> {
        let value = residue + 1, next = Int(tape.nodes[value].next)
        if residue == 1 {
            let end = next < Int(tape.nodes[0].next) ? Int(tape.nodes[next].start) : Int(tape.nodes[value].end)
            return Int(tape.nodes[residue].start)..<end
        }
        var name = 1
        while Int(tape.nodes[name + 1].next) < residue { name = Int(tape.nodes[name + 1].next) }
        return Int(tape.nodes[name + 1].end)..<Int(tape.nodes[value].end)
    }

    /// `nil` for residues of other forms, and for those that only ``Residue`` can judge.
    init?(_ tape: Tape) {
        guard let name = ResidueNodes.name(tape) else { return nil }
        var other = Int(tape.nodes[name + 1].next)
        while other < Int(tape.nodes[0].next) {
            if tape.nodes[other].number == ResidueNodes.memberName { return nil }
            other = Int(tape.nodes[other + 1].next)
        }
        var hops = 0, isCurrent = false
        guard
            tape.read(
                name + 1,
                { member, value in
                    if member.isEqual("v") {
                        isCurrent = tape.text(value) == ResidueNodes.version
                    } else {
                        hops = value
                        return member.isEqual("hops")
                    }
                    return true
                }), isCurrent, hops > 0, tape.nodes[hops].kind == .array, tape.count(hops) == 1
        else { return nil }
        var from: Column?, to: Column?, kind: RecordKind?, delta = 0, wrap = 0
        guard
            tape.read(
                hops + 1,
                { member, value in
                    if member.isEqual("from") {
                        from = ResidueNodes.column(tape, value)
                    } else if member.isEqual("to") {
                        to = ResidueNodes.column(tape, value)
                    } else if member.isEqual("kind") {
                        kind = ResidueNodes.kinds.first { $0.0 == tape.text(value) }?.1
                    } else if member.isEqual("delta") {
                        delta = value
                    } else {
                        wrap = value
                        return member.isEqual("wrap")
                    }
                    return true
                }), let from, let to, let kind, kind.isConverted
        else { return nil }
        (self.name, self.from, self.to, self.kind, self.delta) = (name, from, to, kind, delta)
        guard wrap > 0 else { return }
        guard tape.nodes[wrap].kind == .array, Int(tape.nodes[wrap].next) == wrap + 3,
            tape.nodes[wrap + 1].kind == .string, tape.nodes[wrap + 2].kind == .string
        else { return nil }
        (prefix, suffix) = (wrap + 1, wrap + 2)
    }

    private static func column(_ tape: Tape, _ node: Int) -> Column? {
        columns.first { $0.0 == tape.text(node) }?.1
    }
}

extension Text {
    func isEqual(_ text: StaticString) -> Bool { self == Text(text.utf8Start, text.utf8CodeUnitCount) }
}

extension Tape {
    func text(_ node: Int) -> Text {
        Text(bytes + Int(nodes[node].start), Int(nodes[node].end) - Int(nodes[node].start))
    }

    /// A copy of a node's bytes.
    package func array(_ node: Int) -> [UInt8] { text(node).array }

    /// A hash of a node's bytes.
    package func hash(_ node: Int) -> UInt64 { Fingerprint.Hash(text(node)).value }

    /// Whether a name without escapes has these bytes.
    package func isName(_ node: Int, _ wanted: [UInt8]) -> Bool {
        let inside = text(node).inside
        return inside.count == wanted.count && wanted.indices.allSatisfy { inside.start[$0] == wanted[$0] }
    }

    /// Whether no other member of an object has the name of a member.
    func isOnly(_ member: Int, in object: Int) -> Bool {
        if nodes[member].hasEscapes { return false }
        let wanted = text(member)
        var name = object + 1
        while name < Int(nodes[object].next) {
            if name != member, nodes[name].hasEscapes || text(name) == wanted { return false }
            name = Int(nodes[name + 1].next)
        }
        return true
    }

    /// Reads the members of an object.
    ///
    /// - Parameter body: is given the name without quotes and the value, and answers whether it knows the name.
    /// - Returns: whether it is an object of such members, none of them twice.
    func read(_ object: Int, _ body: (Text, Int) -> Bool) -> Bool {
        guard nodes[object].kind == .object else { return false }
        var name = object + 1
        while name < Int(nodes[object].next) {
            guard !nodes[name].hasEscapes, body(text(name).inside, name + 1) else { return false }
            var other = object + 1
            while other < name {
                if text(other) == text(name) { return false }
                other = Int(nodes[other + 1].next)
            }
            name = Int(nodes[name + 1].next)
        }
        return true
    }
}
