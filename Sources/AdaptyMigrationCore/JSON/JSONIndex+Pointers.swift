extension [UInt8] {
    /// The bytes of a range with parts of it replaced, in any order; `nil` when there is nothing to replace. A part covers
    /// those inside.
    package func replacing(_ parts: [(range: Range<Int>, bytes: [UInt8])], in range: Range<Int>) -> [UInt8]? {
        if parts.isEmpty { return nil }
        var out: [UInt8] = [], position = range.lowerBound
        let order = parts.sorted {
            ($0.range.lowerBound, -$0.range.upperBound) < ($1.range.lowerBound, -$1.range.upperBound)
        }
        for part in order where part.range.lowerBound >= position {
            out += self[position..<part.range.lowerBound]
            out += part.bytes
            position = part.range.upperBound
        }
        return out + self[position..<range.upperBound]
    }
}

extension JSONIndex {
    func replacing(_ parts: [(range: Range<Int>, bytes: [UInt8])], in range: Range<Int>) -> [UInt8]? {
        bytes.replacing(parts, in: range)
    }

    /// The members or elements of a node, with the step of a JSON pointer that leads to each; none of a scalar.
    package func children(_ node: Int) -> [(step: String, value: Int)] {
        kind(node) == .object
            ? members(node).map { (name($0.name), $0.value) }
            : elements(node).enumerated().map { (String($0.offset), $0.element) }
    }

    /// By node, its JSON pointer: ``pointer(_:)`` of all of them in one walk.
    package func pointers() -> [String] {
        var pointers = Array(repeating: "", count: nodes.count)
        for node in nodes.indices {
            for (step, child) in children(node) { pointers[child] = pointers[node] + "/" + JSONText.pointer(step) }
        }
        return pointers
    }

    /// The JSON pointer (RFC 6901) to a node.
    package func pointer(_ target: Int) -> String { withTape { $0.pointer(target) } }

    /// The names and positions that lead to a node.
    package func path(_ target: Int) -> [String] { withTape { $0.path(target) } }

    /// Line and column of a byte.
    func place(_ offset: Int) -> MigrationError.Place {
        var line = 1, start = 0
        for position in 0..<min(offset, bytes.count) where bytes[position] == .newline {
            line += 1
            start = position + 1
        }
        return .init(offset: offset, line: line, column: offset - start + 1)
    }
}
