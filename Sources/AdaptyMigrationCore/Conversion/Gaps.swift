/// The bytes between the children of one container: `gaps[i]` stands before child `i`, ``tail`` before the bracket.
struct Gaps: Equatable {
    private let gaps: [ArraySlice<UInt8>]
    let tail: ArraySlice<UInt8>

    init(_ index: JSONIndex, _ node: Int, _ members: [JSONIndex.Member]) {
        self.init(index, node, members.map { Int(index[$0.name].start)..<Int(index[$0.value].end) })
    }

    init(_ index: JSONIndex, _ node: Int, elements: [Int]) {
        self.init(index, node, elements.map { index.range($0) })
    }

    private init(_ index: JSONIndex, _ node: Int, _ children: [Range<Int>]) {
        var position = Int(index[node].start) + 1
        var gaps: [ArraySlice<UInt8>] = []
        gaps.reserveCapacity(children.count)
        for child in children {
            gaps.append(index.bytes[position..<child.lowerBound])
            position = child.upperBound
        }
        self.gaps = gaps
        tail = index.bytes[position..<(Int(index[node].end) - 1)]
    }

    subscript(position: Int) -> ArraySlice<UInt8> { gaps.indices.contains(position) ? gaps[position] : [] }
}
