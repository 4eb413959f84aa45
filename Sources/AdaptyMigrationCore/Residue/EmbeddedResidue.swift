/// A residue that was written into a converted document: where it is.
struct EmbeddedResidue {
    /// The member, with the comma before it; and its value.
    let member: Range<Int>, value: Range<Int>
    /// The text of the original, without its quotes.
    let original: Range<Int>

    /// Writes the residue of a conversion as the last member of the document that it made.
    ///
    /// - Parameters:
    ///   - settings: what the conversion was told.
    ///   - rest: memory for what is behind the place of the residue.
    init(
        of original: Tape, _ found: Found, to: Column, _ settings: Residue.Settings, into out: inout ByteWriter,
        rest: inout ByteWriter
    ) {
        let hash = Fingerprint.Hash(Text(out.view)).value
        var end = out.count
        while end > 0, out.memory[end - 1] != 0x7D { end -= 1 }
        end -= 1
        while end > 0, out.memory[end - 1] <= 0x20 { end -= 1 }
        rest.setCount(0)
        rest.put(out.memory + end, out.count - end)
        let isEmpty = out.memory[end - 1] == 0x7B
        out.setCount(end)
        if !isEmpty { out.put(0x2C) }
        let value = out.count + Residue.memberName.utf8.count + 3
        out.put(EmbeddedResidue.head(found.column, to, found.kind))
        if settings != Residue.Settings() { out.put(settings.members) }
        out.put("\"hash\":\"")
        out.putHex(hash)
        out.put("\",\"original\":\"")
        let text = out.count
        out.putEscaped(Text(original.view))
        self.original = text..<out.count
        out.put("\"}")
        (member, self.value) = (end..<out.count, value..<out.count)
        out.put(rest.view)
        out.clearMargin()
    }

    /// The member up to the settings.
    private static func head(_ from: Column, _ to: Column, _ kind: RecordKind) -> Text {
        heads.value((from.rawValue * Column.count + to.rawValue) * RecordKind.count + kind.number) {
            Text(kept: JSONText.member(Residue.memberName, Residue.head(from, to, kind)))
        }
    }

    private static let heads = LazyTable<Text>(count: Column.count * Column.count * RecordKind.count)
}
