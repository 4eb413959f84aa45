import AdaptyMigrationTools

/// A line of a rejects file, as ``Reject`` writes it.
enum RejectLine {
    /// The record that it keeps, on one line; `nil` when it keeps none, or only bytes that are no text.
    static func record(in line: [UInt8], maximumDepth: Int) -> [UInt8]? {
        guard let members = MemberScanner.members(of: line, maximumDepth: maximumDepth),
            members.contains(where: { $0.name.elementsEqual("code".utf8) }),
            let value = members.last(where: { $0.name.elementsEqual("record".utf8) })?.value,
            let text = (try? RawJSON(decoding: Array(value)))?.string
        else { return nil }
        return text.utf8.map(LineBreaks.joined)
    }
}
