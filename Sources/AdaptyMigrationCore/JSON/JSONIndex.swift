/// What one node of a ``JSONIndex`` is.
@usableFromInline
package enum JSONKind: UInt8, Sendable {
    case object, array, string, number, `true`, `false`, null

    @inlinable
    package var isContainer: Bool {
        switch self {
        case .object, .array: true
        default: false
        }
    }

    /// Its bit in a set of kinds.
    var bit: UInt8 { 1 << rawValue }
}

/// One value or member name: where its bytes are, and where the next sibling is.
package struct JSONNode: Sendable {
    package let kind: JSONKind
    /// A string or member name that holds at least one backslash.
    package var hasEscapes: Bool
    /// Of a member name, its number in the list that a ``TapeBuilder`` has; ``NameNumbers/none`` for every other.
    package var number: UInt16
    package let start: UInt32
    package var end: UInt32
    /// The index of the first node after this one and everything inside it.
    package var next: UInt32

    package init(
        kind: JSONKind, hasEscapes: Bool = false, number: UInt16 = NameNumbers.none, start: UInt32, end: UInt32,
        next: UInt32
    ) {
        self.kind = kind
        self.hasEscapes = hasEscapes
        self.number = number
        self.start = start
        self.end = end
        self.next = next
    }
}

/// A validated document as one flat array of nodes over its bytes.
///
/// Worked example, `{"a":[1,true]}`:
///
/// ```
/// node  kind    bytes   text          next
/// 0     object  0..<14  the document  5
/// 1     string  1..<4   "a"  (name)   2
/// 2     array   5..<13  [1,true]      5
/// 3     number  6..<7   1             4
/// 4     true    8..<12  true          5
/// ```
///
/// Members of an object alternate name and value, so the first name is at `object + 1`, its value right after, and the
/// next name at `nodes[value].next`. Nothing is decoded and nothing is copied: untouched ranges go out as they came in.
package struct JSONIndex: Sendable {
    package var bytes: [UInt8]
    package var nodes: [JSONNode]

    package init(bytes: [UInt8], nodes: [JSONNode]) {
        self.bytes = bytes
        self.nodes = nodes
    }

    package subscript(node: Int) -> JSONNode { nodes[node] }

    package func range(_ node: Int) -> Range<Int> { Int(nodes[node].start)..<Int(nodes[node].end) }

    package func raw(_ node: Int) -> ArraySlice<UInt8> { bytes[range(node)] }

    package func kind(_ node: Int) -> JSONKind { nodes[node].kind }

    /// The decoded text of a string node; `nil` when the node is not a string.
    package func text(_ node: Int) -> String? {
        guard nodes[node].kind == .string else { return nil }
        return JSONText.decode(raw(node), hasEscapes: nodes[node].hasEscapes)
    }

    /// The decoded member name at a name node.
    package func name(_ node: Int) -> String { JSONText.decode(raw(node), hasEscapes: nodes[node].hasEscapes) }

    /// The members of an object, in order; empty for any other node.
    package func members(_ node: Int) -> Members { Members(index: self, object: node) }

    /// The elements of an array, in order; empty for any other node.
    package func elements(_ node: Int) -> [Int] {
        guard nodes[node].kind == .array else { return [] }
        var found: [Int] = []
        var child = node + 1
        while child < Int(nodes[node].next) {
            found.append(child)
            child = Int(nodes[child].next)
        }
        return found
    }

    /// The value of the last member of that name (the one that counts); `nil` when there is none.
    package func member(_ node: Int, _ name: String) -> Int? { last(node, name.utf8) }

    /// The same for a name whose bytes are at hand.
    package func member(_ node: Int, _ name: [UInt8]) -> Int? { last(node, name) }

    /// The same for a path of names.
    package func member(_ node: Int, at path: [String]) -> Int? {
        path.reduce(node) { node, name in node.flatMap { member($0, name) } }
    }

    package func nameEquals(_ node: Int, _ name: String) -> Bool { isName(node, name.utf8) }

    package func nameEquals(_ node: Int, _ name: [UInt8]) -> Bool { isName(node, name) }

    private func last(_ node: Int, _ name: some Collection<UInt8>) -> Int? {
        var found: Int?
        for member in members(node) where isName(member.name, name) { found = member.value }
        return found
    }

    private func isName(_ node: Int, _ name: some Collection<UInt8>) -> Bool {
        let token = nodes[node]
        if token.hasEscapes { return self.name(node).utf8.elementsEqual(name) }
        var position = Int(token.start) + 1
        guard name.count == Int(token.end) - position - 1 else { return false }
        for byte in name {
            guard bytes[position] == byte else { return false }
            position += 1
        }
        return true
    }

    package struct Member {
        package let name: Int
        package let value: Int
    }

    package struct Members: Sequence, IteratorProtocol {
        let index: JSONIndex
        var cursor: Int
        let end: Int

        init(index: JSONIndex, object: Int) {
            self.index = index
            cursor = object + 1
            end = index.nodes[object].kind == .object ? Int(index.nodes[object].next) : 0
        }

        package mutating func next() -> Member? {
            guard cursor < end else { return nil }
            let member = Member(name: cursor, value: cursor + 1)
            cursor = Int(index.nodes[cursor + 1].next)
            return member
        }
    }
}

extension JSONIndex {
    /// The colon before a member's value, with the white space between them.
    func colon(before value: Int) -> ArraySlice<UInt8> {
        let end = Int(nodes[value].start)
        return bytes[(bytes[..<end].lastIndex(of: .colon) ?? end)..<end]
    }
}
