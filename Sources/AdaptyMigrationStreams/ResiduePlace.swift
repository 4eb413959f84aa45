import AdaptyMigrationAccess
import AdaptyMigrationCore

/// The place of a document's residue after it was read. A walk that reaches it steps over it.
struct ResiduePlace {
    /// Where its name begins.
    let start: Int
    let end: Int
    /// The number of the first quote behind it.
    let quote: Int

    /// Puts a cursor behind the residue.
    @inline(__always)
    func skip(_ cursor: inout Cursor) { (cursor.at, cursor.quote) = (end, quote) }

    /// Whether the residue, which was read, stands where ``ResidueMember`` puts it, and its strings are written as
    /// ``JSONText`` writes them.
    func isAsWritten(_ bytes: ByteView) -> Bool {
        let member = ResiduePlace.opening.bytes
        guard start > 1, bytes[start &- 2] > 0x20,
            bytes.part((start &- 1)..<(start &- 1 &+ member.count)).equals(member), bytes[end] == 0x7D
        else { return false }
        var position = start
        while position < end {
            guard bytes[position] == 0x5C else {
                position &+= 1
                continue
            }
            let escape = bytes[position &+ 1]
            guard escape == 0x75 else {
                guard escape == 0x22 || escape == 0x5C || escape == 0x6E || escape == 0x72 || escape == 0x74 else {
                    return false
                }
                position &+= 2
                continue
            }
            guard ResiduePlace.isControl(bytes, position &+ 2) else { return false }
            position &+= 6
        }
        return true
    }

    /// Whether these four digits are those of a control character that has no shorter escape.
    private static func isControl(_ bytes: ByteView, _ digits: Int) -> Bool {
        let high = bytes[digits &+ 2], low = bytes[digits &+ 3]
        guard bytes[digits] == 0x30, bytes[digits &+ 1] == 0x30, high == 0x30 || high == 0x31,
            (0x30...0x39).contains(low) || (0x61...0x66).contains(low)
        else { return false }
        return high == 0x31 || low != 0x39 && low != 0x61 && low != 0x64
    }

    private static let opening = NameToken(raw: ",\"\(Residue.memberName)\":{")
}
