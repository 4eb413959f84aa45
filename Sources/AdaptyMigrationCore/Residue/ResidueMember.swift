/// The member `_adapty_migration` of a document.
package enum ResidueMember {
    private static let number = KnownNames.numbers.number(Residue.memberName)

    /// The node of its name; `nil` when there is none.
    ///
    /// - Parameter earlier: the node of the name of an earlier one.
    package static func name(_ tape: Tape, in object: Int = 0, after earlier: Int? = nil) -> Int? {
        let number = number
        return tape.names(object, after: earlier.map { $0 + 1 } ?? 0).first { tape.nodes[$0].number == number }
    }

    /// The bytes of the member, with the gap before it or, if it is the first, after it.
    ///
    /// - Parameter residue: the node of the member's name.
    package static func range(_ tape: Tape, _ residue: Int) -> Range<Int> {
        let value = residue + 1, next = Int(tape.nodes[value].next)
        if residue == 1 {
            let end = next < Int(tape.nodes[0].next) ? Int(tape.nodes[next].start) : Int(tape.nodes[value].end)
            return Int(tape.nodes[residue].start)..<end
        }
        var name = 1
        while Int(tape.nodes[name + 1].next) < residue { name = Int(tape.nodes[name + 1].next) }
        return Int(tape.nodes[name + 1].end)..<Int(tape.nodes[value].end)
    }

    // MARK: Reading

    /// What the residue of a document says; `nil` when there is none.
    ///
    /// - Throws: ``MigrationError`` `foreign-residue`, `unknown-residue-version` or `broken-residue`.
    static func nodes(_ tape: Tape) throws(MigrationError) -> ResidueNodes? {
        guard let name = name(tape) else { return nil }
        func place(_ node: Int) -> MigrationError.Place { tape.index.place(Int(tape.nodes[node].start)) }
        let said: ResidueNodes
        do throws(ResidueNodes.Fault) {
            said = try ResidueNodes(tape, name + 1)
        } catch {
            throw error.error("/" + Residue.memberName, place(name + 1))
        }
        if let second = self.name(tape, after: name) {
            throw MigrationError(
                .foreignResidue, "there are two members \(Residue.memberName)",
                remedy: "remove the one that this project did not write",
                path: "/" + Residue.memberName, place: place(second))
        }
        return said
    }

    /// The document without its residue, and the residue.
    ///
    /// - Throws: ``MigrationError`` as ``Residue/init(json:)``.
    package static func split(_ index: JSONIndex) throws(MigrationError) -> (document: [UInt8], residue: Residue?) {
        guard let said = try index.withTape({ tape throws(MigrationError) in try nodes(tape) }) else {
            return (index.bytes, nil)
        }
        let range = index.withTape { tape -> Range<Int> in ResidueMember.range(tape, said.node - 1) }
        return (
            Array(index.bytes[..<range.lowerBound] + index.bytes[range.upperBound...]), try Residue(index, said.node)
        )
    }

    // MARK: Writing

    /// A document with a residue as its last member.
    package static func embed(_ residue: Residue, in document: [UInt8]) -> [UInt8] {
        let original = Document(residue.original)
        return ByteWriter.array { out in
            var rest = ByteWriter(capacity: ByteWriter.step)
            out.put(document)
            _ = out.embed(residue.head, of: original.view, rest: &rest)
            rest.deallocate()
        }
    }
}
