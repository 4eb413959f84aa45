/// Where the residue of a document is that was read: who comes by steps over it.
struct ResiduePlace {
    /// Where its name begins.
    let start: Int
    let end: Int
    /// The number of the first quote behind it.
    let quote: Int

    /// Puts a cursor behind the residue.
    @inline(__always)
    func skip(_ cursor: inout Cursor) { (cursor.at, cursor.quote) = (end, quote) }
}
