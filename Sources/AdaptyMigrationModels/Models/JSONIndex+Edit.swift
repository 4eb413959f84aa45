import AdaptyMigrationCore

/// Edits a document in place: all bytes except the edit are kept, and the nodes are patched instead of scanned again.
extension JSONIndex {
    /// `{}`
    static let emptyObject = JSONIndex(
        bytes: [.openBrace, .closeBrace], nodes: [JSONNode(kind: .object, start: 0, end: 2, next: 1)])

    /// `[]`
    static let emptyArray = JSONIndex(
        bytes: [.openBracket, .closeBracket], nodes: [JSONNode(kind: .array, start: 0, end: 2, next: 1)])

    /// One value as a separate document.
    func part(_ node: Int) -> JSONIndex {
        let range = range(node), end = Int(nodes[node].next)
        let moved = nodes[node..<end].map { $0.moved(bytes: -range.lowerBound, nodes: -node) }
        return JSONIndex(bytes: Array(bytes[range]), nodes: moved)
    }

    /// Replaces a value by a document.
    mutating func replace(_ node: Int, with value: JSONIndex) {
        splice(range(node), node..<Int(nodes[node].next), value)
    }

    /// The members of an object or the elements of an array as ranges of nodes.
    func items(_ container: Int) -> [Range<Int>] {
        let isObject = nodes[container].kind == .object
        guard isObject || nodes[container].kind == .array else { return [] }
        var items: [Range<Int>] = []
        var first = container + 1
        while first < Int(nodes[container].next) {
            let next = Int(nodes[isObject ? first + 1 : first].next)
            items.append(first..<next)
            first = next
        }
        return items
    }

    /// Removes a member or an element with its comma and the adjoining white space.
    mutating func remove(_ position: Int, from container: Int) {
        let items = items(container), item = items[position]
        let bytes =
            if position > 0 {
                end(items[position - 1], container)..<end(item, container)
            } else if items.count > 1 {
                Int(nodes[item.lowerBound].start)..<Int(nodes[items[1].lowerBound].start)
            } else {
                Int(nodes[item.lowerBound].start)..<end(item, container)
            }
        splice(bytes, item, nil)
    }

    /// Inserts a member into an object, with the same spacing as its neighbours.
    mutating func insert(name: String, _ value: JSONIndex, at position: Int, in object: Int) {
        let colon: ArraySlice<UInt8> =
            items(object).first.map { bytes[Int(nodes[$0.lowerBound].end)..<Int(nodes[$0.lowerBound + 1].start)] }
            ?? [.colon]
        let token = JSONText.encode(name), start = token.count + colon.count
        let member = JSONIndex(
            bytes: token + colon + value.bytes,
            nodes: [
                JSONNode(
                    kind: .string, hasEscapes: token.contains(.backslash), number: KnownNames.numbers.number(name),
                    start: 0,
                    end: UInt32(token.count), next: 1)
            ] + value.nodes.map { $0.moved(bytes: start, nodes: 1) })
        insert(member, at: position, in: object)
    }

    /// Inserts an element into an array, with the same spacing as its neighbours.
    mutating func insert(_ item: JSONIndex, at position: Int, in container: Int) {
        let items = items(container)
        guard let first = items.first else {
            let start = Int(nodes[container].start) + 1
            return splice(start..<start, container + 1..<container + 1, item)
        }
        let separator: ArraySlice<UInt8>
        if items.count > 1 {
            let after = max(1, min(position, items.count - 1))
            separator = bytes[end(items[after - 1], container)..<Int(nodes[items[after].lowerBound].start)]
        } else {
            separator = [.comma] + bytes[Int(nodes[container].start) + 1..<Int(nodes[first.lowerBound].start)]
        }
        if position > 0 {
            let at = end(items[position - 1], container), node = items[position - 1].upperBound
            splice(at..<at, node..<node, item, before: separator)
        } else {
            let at = Int(nodes[first.lowerBound].start)
            splice(at..<at, first.lowerBound..<first.lowerBound, item, after: separator)
        }
    }

    private func end(_ item: Range<Int>, _ container: Int) -> Int {
        Int(nodes[nodes[container].kind == .object ? item.lowerBound + 1 : item.lowerBound].end)
    }

    /// Replaces bytes and the nodes inside them.
    private mutating func splice(
        _ range: Range<Int>, _ gone: Range<Int>, _ item: JSONIndex?, before: ArraySlice<UInt8> = [],
        after: ArraySlice<UInt8> = []
    ) {
        let written = before + (item?.bytes ?? []) + after
        let grown = written.count - range.count, added = (item?.nodes.count ?? 0) - gone.count
        for node in nodes.indices where !gone.contains(node) {
            if node >= gone.upperBound {
                nodes[node] = nodes[node].moved(bytes: grown, nodes: added)
            } else if Int(nodes[node].end) > range.upperBound {
                // This node contains the edited place, so its end moves.
                nodes[node].end = UInt32(Int(nodes[node].end) + grown)
                nodes[node].next = UInt32(Int(nodes[node].next) + added)
            }
        }
        let start = range.lowerBound + before.count
        nodes.replaceSubrange(
            gone, with: item?.nodes.map { $0.moved(bytes: start, nodes: gone.lowerBound) } ?? [])
        bytes.replaceSubrange(range, with: written)
    }
}

extension JSONNode {
    /// The node in a document with that many more bytes and nodes before it.
    fileprivate func moved(bytes: Int, nodes: Int) -> JSONNode {
        JSONNode(
            kind: kind, hasEscapes: hasEscapes, number: number, start: UInt32(Int(start) + bytes),
            end: UInt32(Int(end) + bytes), next: UInt32(Int(next) + nodes))
    }
}
