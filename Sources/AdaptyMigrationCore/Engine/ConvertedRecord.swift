/// A record that was converted on its tape.
package struct ConvertedRecord: Sendable {
    /// The converted document, without its residue.
    package let document: [UInt8]
    /// The residue as compact JSON.
    package let residue: [UInt8]

    /// The document with its residue as the last member.
    package var documentWithResidue: [UInt8] { ResidueMember.embed(residue, in: document) }
}
