import AdaptyMigrationCore

extension JSONIndex {
    /// Every value that is a member or an element, in order: all nodes except the root and the names.
    var memberValues: [Int] { nodes.indices.flatMap { node in children(node).map(\.value) }.sorted() }

    /// The values that contain no others, in order.
    var leaves: [Int] { memberValues.filter { children($0).isEmpty } }

    /// By node, its direct parent; 0 for the root.
    func parents() -> [Int] {
        var parents = Array(repeating: 0, count: nodes.count)
        for node in nodes.indices {
            for (_, child) in children(node) { parents[child] = node }
        }
        return parents
    }

    /// The nodes for each JSON pointer, in order. There are several when a name repeats.
    func places() -> [String: [Int]] {
        let pointers = pointers()
        return Dictionary(grouping: memberValues) { pointers[$0] }
    }

    /// By node, the innermost of the chosen nodes that is the node itself or contains it; `nil` when there is none.
    func owners(_ chosen: Set<Int>) -> [Int?] {
        let parents = parents()
        var owners: [Int?] = Array(repeating: nil, count: nodes.count)
        for node in nodes.indices {
            owners[node] = chosen.contains(node) ? node : node == 0 ? nil : owners[parents[node]]
        }
        return owners
    }

    /// The members that contain chosen nodes but are not chosen themselves.
    func frames(of chosen: Set<Int>) -> [Int] {
        holders(of: chosen).subtracting(chosen).subtracting([0]).sorted()
    }

    private func holders(of chosen: Set<Int>) -> Set<Int> {
        let parents = parents()
        var holders: Set<Int> = [0]
        for var node in chosen {
            while node != 0, holders.insert(parents[node]).inserted { node = parents[node] }
        }
        return holders
    }

    /// The outermost members that are not chosen, contain no chosen node, and are not inside one that is listed as a
    /// whole.
    func left(by chosen: Set<Int>) -> [Int] {
        let parents = parents(), holds = holders(of: chosen)
        return memberValues.filter { !chosen.contains($0) && !holds.contains($0) && holds.contains(parents[$0]) }
    }
}
