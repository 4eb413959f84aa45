/// The member `_adapty_migration` of a document.
package enum ResidueMember {
    private static let number = KnownNames.numbers.number(Residue.memberName)

    /// The node of its name; `nil` when there is none.
    ///
    /// - Parameter earlier: the node of the name of an earlier one.
    package static func name(_ tape: Tape, after earlier: Int? = nil) -> Int? {
        tape.names(0, after: earlier.map { $0 + 1 } ?? 0).first { tape.nodes[$0].number == number }
    }

    /// The bytes of the member, with the gap before it or, if it is the first, after it; `nil` when there is none.
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

    package static func embed(_ residue: Residue, in document: [UInt8]) -> [UInt8] { embed(residue.json, in: document) }

    static func embed(_ residue: [UInt8], in document: [UInt8]) -> [UInt8] {
        guard let brace = document.lastIndex(of: 0x7D) else { return document }
        var end = brace
        while end > 0, [0x20, 0x09, 0x0A, 0x0D].contains(document[end - 1]) { end -= 1 }
        let comma: [UInt8] = document[end - 1] == 0x7B ? [] : [0x2C]
        return document[..<end] + comma + JSONText.member(Residue.memberName, residue) + document[end...]
    }

    /// The document without its residue, and the residue.
    ///
    /// - Throws: ``MigrationError`` as ``Residue/init(json:)``.
    package static func split(_ index: JSONIndex) throws(MigrationError) -> (document: [UInt8], residue: Residue?) {
        guard let name = index.withTape({ tape -> Int? in ResidueMember.name(tape) }) else { return (index.bytes, nil) }
        let residue = try Residue(index, name + 1)
        if let second = index.withTape({ ResidueMember.name($0, after: name) }) {
            throw MigrationError(
                .foreignResidue, "there are two members \(Residue.memberName)",
                remedy: "remove the one that this project did not write",
                path: "/" + Residue.memberName, place: index.place(Int(index[second].start)))
        }
        let range = index.withTape { ResidueMember.range($0, name) }
        return (Array(index.bytes[..<range.lowerBound] + index.bytes[range.upperBound...]), residue)
    }
}
