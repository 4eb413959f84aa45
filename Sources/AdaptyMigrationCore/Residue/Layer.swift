/// A residue that comes off a document, and the document before its conversions.
package final class Layer {
    let head: Residue.Head
    /// The original as the residue has it, and without the residue of an earlier conversion.
    let original: Document, body: Document
    /// The conversions that led from there to the document; `nil` as long as nobody needed them.
    var steps: [ConversionStep]?

    init(_ head: Residue.Head, original: Document, body: Document) {
        (self.head, self.original, self.body) = (head, original, body)
    }
}
