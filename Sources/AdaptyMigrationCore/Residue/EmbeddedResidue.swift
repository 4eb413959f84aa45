/// Where a residue is that was written into a document.
package struct EmbeddedResidue {
    /// The member, with the comma before it; and its value.
    package let member: Range<Int>, value: Range<Int>
    /// The text of the original, without its quotes.
    let original: Range<Int>
}

extension ByteWriter {
    /// Writes a residue as the last member of the document that was written.
    ///
    /// - Parameter rest: memory for what is behind the place of the residue.
    mutating func embed(_ head: Residue.Head, of original: PaddedView, rest: inout ByteWriter) -> EmbeddedResidue {
        var end = count
        while end > 0, memory[end - 1] != .closeBrace { end -= 1 }
        end -= 1
        while end > 0, memory[end - 1] <= .space { end -= 1 }
        rest.setCount(0)
        rest.put(memory + end, count - end)
        let isEmpty = memory[end - 1] == .openBrace
        setCount(end)
        if !isEmpty { put(.comma) }
        put(EmbeddedResidue.name)
        let value = count, text = head.put(original: original, into: &self)
        defer { put(rest.view) }
        return EmbeddedResidue(member: end..<count, value: value..<count, original: text)
    }
}

extension EmbeddedResidue {
    /// The member up to its value.
    fileprivate static let name = Text(kept: JSONText.encode(Residue.memberName) + [.colon])
}
