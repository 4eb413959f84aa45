/// Where the residue of a record that was converted once is on its tape.
package struct ResidueNodes {
    /// The node of the member's name.
    let name: Int
    let from: Column, to: Column
    let kind: RecordKind
    let hash: UInt64
    /// The node of the original's text.
    let original: Int
    /// Whether the conversion was told something.
    let hasSettings: Bool

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
        var from: Column?, to: Column?, kind: RecordKind?, hash = 0, original = 0, isCurrent = false
        var hasSettings = false
        guard
            tape.read(
                name + 1,
                { member, value in
                    if member.isEqual("v") {
                        isCurrent = tape.text(value) == ResidueNodes.version
                    } else if member.isEqual("from") {
                        from = ResidueNodes.column(tape, value)
                    } else if member.isEqual("to") {
                        to = ResidueNodes.column(tape, value)
                    } else if member.isEqual("kind") {
                        kind = ResidueNodes.kinds.first { $0.0 == tape.text(value) }?.1
                    } else if member.isEqual("hash") {
                        hash = value
                    } else if member.isEqual("at") || member.isEqual("sdk") || member.isEqual("fill") {
                        hasSettings = true
                    } else {
                        original = value
                        return member.isEqual("original")
                    }
                    return true
                }), isCurrent, hash > 0, original > 0, tape.nodes[original].kind == .string, let from, let to, let kind,
            kind.isConverted, kind.dialects.contains(from.dialect),
            let digest = Residue.hash(
                digits: UnsafeBufferPointer(start: tape.text(hash).start, count: tape.text(hash).count))
        else { return nil }
        (self.name, self.from, self.to, self.kind) = (name, from, to, kind)
        (self.hash, self.original, self.hasSettings) = (digest, original, hasSettings)
    }

    private static func column(_ tape: Tape, _ node: Int) -> Column? {
        columns.first { $0.0 == tape.text(node) }?.1
    }
}

extension Text {
    func isEqual(_ text: StaticString) -> Bool { self == Text(text.utf8Start, text.utf8CodeUnitCount) }
}
