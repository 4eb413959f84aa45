import AdaptyMigrationTools

/// A line of a rejects file, as ``Reject`` writes it.
enum RejectLine {
    /// The rejected record, on one line; `nil` when there is none, or when its bytes are not text.
    static func record(in line: [UInt8], maximumDepth: Int) -> [UInt8]? {
        guard let members = MemberScanner.members(of: line, maximumDepth: maximumDepth),
            members.contains(where: { $0.name.elementsEqual("code".utf8) }),
            let value = members.last(where: { $0.name.elementsEqual("record".utf8) })?.value,
            let text = (try? RawJSON(decoding: Array(value)))?.string
        else { return nil }
        return text.utf8.map(LineBreaks.joined)
    }
}
