extension JSONIndex {
    /// The bytes that go with some members of an object. Each other member keeps the gap before it, and the first one takes
    /// the gap after the brace.
    ///
    /// - Parameter names: the nodes of their names; those of other objects do not count.
    func cuts(of names: Set<Int>, in object: Int) -> [Range<Int>] {
        let members = Array(members(object))
        guard let first = members.first else { return [] }
        guard let leading = members.first(where: { !names.contains($0.name) }) else {
            return [(range(object).lowerBound + 1)..<(range(object).upperBound - 1)]
        }
        let begin = range(first.name).lowerBound..<range(leading.name).lowerBound
        let later = zip(members, members.dropFirst()).filter { names.contains($1.name) && $1.name > leading.name }
        return [begin] + later.map { range($0.value).upperBound..<range($1.value).upperBound }
    }

    /// The document without some members.
    ///
    /// - Parameters:
    ///   - names: the nodes of their names.
    ///   - renamed: new names of others, by the nodes of their names.
    func without(_ names: Set<Int>, renaming renamed: [Int: String] = [:]) -> [UInt8] {
        let cuts =
            names.isEmpty
            ? [] : nodes.indices.filter { kind($0) == .object }.flatMap { self.cuts(of: names, in: $0) }
        let parts =
            cuts.filter { !$0.isEmpty }.map { ($0, [UInt8]()) }
            + renamed.map { (range($0.key), JSONText.encode($0.value)) }
        return replacing(parts, in: 0..<bytes.count) ?? bytes
    }
}
