extension Tape {
    package func kind(_ node: Int) -> JSONKind { nodes[node].kind }

    func text(_ node: Int) -> Text { text(Int(nodes[node].start), Int(nodes[node].end)) }

    /// The bytes between two positions.
    func text(_ start: Int, _ end: Int) -> Text { Text(bytes + start, end - start) }

    /// A copy of a node's bytes.
    package func array(_ node: Int) -> [UInt8] { text(node).array }

    /// The decoded text of a string or name.
    func string(_ node: Int) -> String {
        let inside = text(node).inside
        if nodes[node].hasEscapes { return String(decoding: JSONText.unescape(inside.array[...]), as: UTF8.self) }
        return String(decoding: UnsafeBufferPointer(start: inside.start, count: inside.count), as: UTF8.self)
    }

    /// A name with quotes and without escapes.
    func string(_ name: Text) -> String { String(decoding: name.inside.array, as: UTF8.self) }

    /// The same of a value; `nil` when it is no string.
    package func stringValue(_ node: Int) -> String? { nodes[node].kind == .string ? string(node) : nil }

    /// A hash of a node's bytes.
    package func hash(_ node: Int) -> UInt64 { Fingerprint.Hash(text(node)).value }

    /// Whether a name without escapes has these bytes.
    package func isName(_ node: Int, _ wanted: [UInt8]) -> Bool {
        let inside = text(node).inside
        return inside.count == wanted.count && wanted.indices.allSatisfy { inside.start[$0] == wanted[$0] }
    }

    /// Whether a name says a text, whatever its escapes.
    func isNamed(_ node: Int, _ wanted: StaticString) -> Bool {
        if nodes[node].hasEscapes { return string(node) == wanted.description }
        return text(node).inside == Text(wanted.utf8Start, wanted.utf8CodeUnitCount)
    }

    /// The names of an object's members, in order; the value of each is the next node. Nothing for any other node.
    func names(_ object: Int) -> TapeChildren {
        TapeChildren(self, from: object + 1, to: end(object, of: .object), step: 1)
    }

    /// Those behind a value; 0 for all.
    func names(_ object: Int, after value: Int) -> TapeChildren {
        TapeChildren(
            self, from: value == 0 ? object + 1 : Int(nodes[value].next), to: end(object, of: .object), step: 1)
    }

    /// The elements of an array, in order; nothing for any other node.
    package func elements(_ array: Int) -> TapeChildren {
        TapeChildren(self, from: array + 1, to: end(array, of: .array), step: 0)
    }

    func isEmptyText(_ node: Int) -> Bool {
        nodes[node].kind == .string && nodes[node].end - nodes[node].start == 2
    }

    func isEmptyArray(_ node: Int) -> Bool { nodes[node].kind == .array && elements(node).isEmpty }

    private func end(_ node: Int, of kind: JSONKind) -> Int { nodes[node].kind == kind ? Int(nodes[node].next) : 0 }

    /// The value of the last member of a name, the one that counts; `nil` when there is none.
    ///
    /// - Parameter number: the number of the name.
    func last(_ number: UInt16, in object: Int) -> Int? {
        var found: Int?
        for name in names(object) where nodes[name].number == number { found = name + 1 }
        return found
    }

    /// The same, if it is an object.
    func lastObject(_ number: UInt16, in object: Int) -> Int? {
        last(number, in: object).flatMap { nodes[$0].kind == .object ? $0 : nil }
    }

    /// The same for a name that need not have a number.
    package func member(_ object: Int, _ wanted: StaticString) -> Int? {
        var found: Int?
        for name in names(object) where isNamed(name, wanted) { found = name + 1 }
        return found
    }

    /// The same for a path of names.
    func member(_ object: Int, at path: [String]) -> Int? {
        path.reduce(object) { object, wanted in
            object.flatMap { names($0).filter { string($0) == wanted }.last.map { $0 + 1 } }
        }
    }

    /// The colon before a member's value, with the white space after it.
    func colon(before value: Int) -> Text {
        let end = Int(nodes[value].start)
        var start = end - 1
        while bytes[start] != .colon { start -= 1 }
        return text(start, end)
    }

    /// The JSON pointer (RFC 6901) to a node.
    package func pointer(_ target: Int) -> String {
        path(target).reduce(into: "") { $0 += "/" + JSONText.pointer($1) }
    }

    /// The names and positions that lead to a node.
    func path(_ target: Int) -> [String] {
        var path: [String] = [], node = 0
        descend: while node != target {
            let isObject = nodes[node].kind == .object
            for (position, child) in (isObject ? names(node) : elements(node)).enumerated() {
                let value = isObject ? child + 1 : child
                guard target >= child, target < Int(nodes[value].next) else { continue }
                path.append(isObject ? string(child) : String(position))
                if isObject, target == child { return path }
                node = value
                continue descend
            }
            return path
        }
        return path
    }

    /// A node as a document of its own.
    func index(_ node: Int) -> JSONIndex? { try? JSONScanner.index(array(node), maximumDepth: .max) }
}

/// The children of one node.
package struct TapeChildren: Sequence, IteratorProtocol {
    private let tape: Tape
    private var position: Int
    private let end: Int
    /// How far behind its name a child's value is.
    private let step: Int

    fileprivate init(_ tape: Tape, from first: Int, to end: Int, step: Int) {
        (self.tape, position, self.end, self.step) = (tape, first, end, step)
    }

    var isEmpty: Bool { position >= end }

    @inline(__always)
    package mutating func next() -> Int? {
        guard position < end else { return nil }
        defer { position = Int(tape.nodes[position &+ step].next) }
        return position
    }
}
