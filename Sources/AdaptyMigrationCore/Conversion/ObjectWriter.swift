/// Writes an object's members with the white space of the object they came from.
///
/// Worked example: dropping `"b"` from `{ "a": 1, "b": 2, "c": 3 }` cuts the bytes `, "b": 2`: each kept member keeps
/// the gap before it, and the first one written takes the gap after the brace. So what is cut is always one run of
/// bytes that begins or ends at a kept member, and can be put back as one run.
struct ObjectWriter {
    /// One member to write.
    struct Member {
        /// Its position among the source's members; `nil` for a member the source does not have.
        var ordinal: Int?
        /// Of a member the source does not have: the one whose colon it takes, and after its comma the white space
        /// after that colon.
        var like: Int?
        /// The new name; `nil` keeps the source's bytes.
        var name: String?
        /// The new value; `nil` keeps the source's bytes.
        var value: [UInt8]?
    }

    let index: JSONIndex
    let node: Int
    private let members: [JSONIndex.Member]

    init(_ index: JSONIndex, _ node: Int) {
        self.index = index
        self.node = node
        members = Array(index.members(node))
    }

    func write(_ written: [Member]) -> [UInt8] {
        var out: [UInt8] = [0x7B]
        for (position, member) in written.enumerated() {
            out += position == 0 ? gap(before: 0) : separator(member)
            guard let ordinal = member.ordinal, members.indices.contains(ordinal) else {
                out += JSONText.encode(member.name ?? "") + colon(member) + (member.value ?? [])
                continue
            }
            let source = members[ordinal]
            out += member.name.map(JSONText.encode) ?? Array(index.raw(source.name))
            out += index.bytes[Int(index[source.name].end)..<Int(index[source.value].start)]
            if let value = member.value { out += value } else { out += index.raw(source.value) }
        }
        if !written.isEmpty { out += tail }
        return out + [0x7D]
    }

    private func separator(_ member: Member) -> ArraySlice<UInt8> {
        guard let ordinal = member.ordinal, ordinal > 0 else { return [0x2C] + colon(member).dropFirst() }
        return gap(before: ordinal)
    }

    private func colon(_ member: Member) -> ArraySlice<UInt8> {
        guard let like = member.like, members.indices.contains(like) else { return [0x3A] }
        return index.colon(before: members[like].value)
    }

    private func gap(before ordinal: Int) -> ArraySlice<UInt8> {
        guard members.indices.contains(ordinal) else { return [] }
        let start = ordinal == 0 ? Int(index[node].start) + 1 : Int(index[members[ordinal - 1].value].end)
        return index.bytes[start..<Int(index[members[ordinal].name].start)]
    }

    private var tail: ArraySlice<UInt8> {
        guard let last = members.last else { return [] }
        return index.bytes[Int(index[last.value].end)..<(Int(index[node].end) - 1)]
    }
}
