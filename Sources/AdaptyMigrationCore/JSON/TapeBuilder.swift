/// Builds the nodes of a valid document in one pass over its bytes, with the positions of its quotes at hand.
///
/// Worked example, `{"a":[1,true]}`: the quotes are at 1 and 3, so the name is known without looking for its end. While
/// a container is open, its node keeps the number of the container around it in `next`. Its end and its real `next` are
/// written when it closes, so no stack is needed.
///
/// A builder keeps its memory from document to document.
///
/// **Contract.** It is `Sendable` because it is with one thread at a time: ``TapePool`` hands it out.
package final class TapeBuilder: @unchecked Sendable {
    private let quotes = QuotePositions()
    private let names: NameNumbers
    @exclusivity(unchecked) private var document = PaddedBytes(capacity: 1 << 12)
    @exclusivity(unchecked) private var nodes: UnsafeMutablePointer<JSONNode>
    @exclusivity(unchecked) private var capacity = 1 << 8

    /// - Parameter names: the names that get their numbers.
    package init(_ names: NameNumbers) {
        self.names = names
        nodes = .allocate(capacity: capacity)
    }

    deinit {
        nodes.deallocate()
        document.deallocate()
    }

    /// The index of a document; `nil` when it is not JSON, deeper than allowed, or 2 GB long. ``JSONScanner`` says why.
    func index(_ bytes: [UInt8], maximumDepth: Int) -> JSONIndex? {
        guard let count = build(load(bytes), maximumDepth: maximumDepth) else { return nil }
        return JSONIndex(bytes: bytes, nodes: Array(UnsafeBufferPointer(start: nodes, count: count)))
    }

    /// A copy of a document in memory with margins; valid until the next document.
    func load(_ bytes: [UInt8]) -> PaddedView { document.load(bytes) }

    /// The tape of a document in memory with margins; `nil` as for ``index(_:maximumDepth:)``. It is valid until the
    /// next document.
    package func tape(_ document: PaddedView, maximumDepth: Int) -> Tape? {
        guard let nodeCount = build(document, maximumDepth: maximumDepth) else { return nil }
        return Tape(
            bytes: document.start, byteCount: document.count, nodes: UnsafePointer(nodes), nodeCount: nodeCount)
    }

    /// The tape of a document that lacks the last member of another one.
    ///
    /// - Parameter name: the node of that member's name.
    func tape(_ document: PaddedView, of other: Tape, until name: Int) -> Tape {
        while capacity < name { grow(0) }
        nodes.update(from: other.nodes, count: name)
        nodes[0].end -= UInt32(truncatingIfNeeded: other.byteCount - document.count)
        nodes[0].next = UInt32(truncatingIfNeeded: name)
        return Tape(bytes: document.start, byteCount: document.count, nodes: UnsafePointer(nodes), nodeCount: name)
    }

    /// Whether it may wait for the next document: after an unusually large one its memory is given back.
    var isSmall: Bool { document.capacity <= 1 << 20 && capacity <= 1 << 16 }

    private func grow(_ count: Int) {
        let larger = UnsafeMutablePointer<JSONNode>.allocate(capacity: 2 * capacity)
        larger.update(from: nodes, count: count)
        nodes.deallocate()
        nodes = larger
        capacity *= 2
    }

    /// - Returns: the number of nodes; `nil` when the document is not valid.
    private func build(_ bytes: PaddedView, maximumDepth: Int) -> Int? {
        guard quotes.scan(bytes) else { return nil }
        let lookup = names.lookup
        var nodes = nodes, count = 0, open = Open()
        var strings = Strings(bytes, quotes)
        var at = bytes.afterSpace(0), end = at
        while true {
            if count &+ 2 > capacity {
                grow(count)
                nodes = self.nodes
            }
            if open.isObject {
                guard let colon = strings.next(at, into: nodes + count), bytes[bytes.afterSpace(colon)] == 0x3A else {
                    return nil
                }
                nodes[count].number =
                    nodes[count].hasEscapes
                    ? escaped(bytes, nodes[count])
                    : lookup.number(bytes, Int(nodes[count].start) &+ 1, Int(nodes[count].end) &- 1)
                nodes[count].next = UInt32(truncatingIfNeeded: count &+ 1)
                count &+= 1
                at = bytes.afterSpace(bytes.afterSpace(colon) &+ 1)
            }
            guard let kind = JSONKind(first: bytes[at]) else { return nil }
            if kind.isContainer {
                guard open.depth < maximumDepth else { return nil }
                nodes[count] = JSONNode(
                    kind: kind, start: UInt32(truncatingIfNeeded: at), end: 0,
                    next: UInt32(truncatingIfNeeded: open.container))
                open.enter(count, kind)
                count &+= 1
                at = bytes.afterSpace(at &+ 1)
                if bytes[at] != open.bracket { continue }
            } else {
                guard
                    let scalarEnd = kind == .string
                        ? strings.next(at, into: nodes + count)
                        : TapeBuilder.scalar(kind, bytes, at, into: nodes + count)
                else { return nil }
                end = scalarEnd
                count &+= 1
                nodes[count &- 1].next = UInt32(truncatingIfNeeded: count)
                at = bytes.afterSpace(end)
            }
            while open.depth > 0, bytes[at] == open.bracket {
                end = at &+ 1
                open.leave(nodes, end: end, count)
                at = bytes.afterSpace(end)
            }
            // What stands after a document that is a part of other bytes is not looked at.
            if open.depth == 0 { return end <= bytes.count && at >= bytes.count ? count : nil }
            guard bytes[at] == 0x2C else { return nil }
            at = bytes.afterSpace(at &+ 1)
        }
    }

    @inline(never)
    private func escaped(_ bytes: PaddedView, _ name: JSONNode) -> UInt16 {
        let token = Array(UnsafeBufferPointer(start: bytes.start + Int(name.start), count: Int(name.end - name.start)))
        return names.number(JSONText.decode(token[...], hasEscapes: true))
    }

    /// A number or literal.
    ///
    /// - Returns: its end; `nil` when there is none.
    @inline(__always)
    private static func scalar(
        _ kind: JSONKind, _ bytes: PaddedView, _ at: Int, into node: UnsafeMutablePointer<JSONNode>
    ) -> Int? {
        let end: Int
        switch kind {
        case .number:
            guard let number = number(bytes, at) else { return nil }
            end = number
        case .false:
            guard bytes.word(at) & 0xFF_FFFF_FFFF == 0x65_736C_6166 else { return nil }
            end = at &+ 5
        default:
            guard bytes.word(at) & 0xFFFF_FFFF == (kind == .true ? 0x6575_7274 : 0x6C6C_756E) else { return nil }
            end = at &+ 4
        }
        node.pointee = JSONNode(
            kind: kind, start: UInt32(truncatingIfNeeded: at), end: UInt32(truncatingIfNeeded: end), next: 0)
        return end
    }

    /// Where the number ends that begins at a position; `nil` when there is none.
    private static func number(_ bytes: PaddedView, _ start: Int) -> Int? {
        let first = start &+ (bytes[start] == 0x2D ? 1 : 0)
        guard var end = digits(bytes, first), bytes[first] != 0x30 || end &- first == 1 else { return nil }
        if bytes[end] == 0x2E {
            guard let fraction = digits(bytes, end &+ 1) else { return nil }
            end = fraction
        }
        if bytes[end] | 0x20 == 0x65 {
            let isSigned = bytes[end &+ 1] == 0x2B || bytes[end &+ 1] == 0x2D
            guard let exponent = digits(bytes, end &+ (isSigned ? 2 : 1)) else { return nil }
            end = exponent
        }
        return end
    }

    /// The end of one or more digits.
    @inline(__always)
    private static func digits(_ bytes: PaddedView, _ start: Int) -> Int? {
        var position = start, run = bytes.digits(position)
        if run == 0 { return nil }
        while run == 8 {
            position &+= 8
            run = bytes.digits(position)
        }
        return position &+ run
    }
}

extension TapeBuilder {
    /// The innermost open container.
    private struct Open {
        /// Its node; all ones outside the document.
        private(set) var container = -1
        private(set) var isObject = false
        private(set) var depth = 0

        /// The bracket that closes it.
        var bracket: UInt8 { isObject ? 0x7D : 0x5D }

        @inline(__always)
        mutating func enter(_ node: Int, _ kind: JSONKind) {
            container = node
            isObject = kind == .object
            depth &+= 1
        }

        @inline(__always)
        mutating func leave(_ nodes: UnsafeMutablePointer<JSONNode>, end: Int, _ count: Int) {
            let outer = nodes[container].next
            nodes[container].end = UInt32(truncatingIfNeeded: end)
            nodes[container].next = UInt32(truncatingIfNeeded: count)
            container = Int(Int32(bitPattern: outer))
            depth &-= 1
            isObject = depth > 0 && nodes[container].kind == .object
        }
    }

    /// The strings of a document, in order.
    private struct Strings {
        private let bytes: PaddedView
        private var quotes: UnsafePointer<UInt32>
        private let firstBackslash: Int

        init(_ bytes: PaddedView, _ index: QuotePositions) {
            self.bytes = bytes
            quotes = UnsafePointer(index.positions)
            firstBackslash = index.firstBackslash
        }

        /// The next string, which must begin at a position.
        ///
        /// - Returns: its end; `nil` when it begins elsewhere.
        @inline(__always)
        mutating func next(_ at: Int, into node: UnsafeMutablePointer<JSONNode>) -> Int? {
            guard Int(quotes[0]) == at else { return nil }
            let end = Int(quotes[1]) &+ 1
            quotes += 2
            node.pointee = JSONNode(
                kind: .string,
                hasEscapes: end > firstBackslash && bytes.contains(0x5C, max(at, firstBackslash)..<end),
                start: UInt32(truncatingIfNeeded: at), end: UInt32(truncatingIfNeeded: end), next: 0)
            return end
        }
    }
}

extension JSONKind {
    /// The kind of value that begins with a byte.
    @inline(__always)
    fileprivate init?(first byte: UInt8) {
        switch byte {
        case 0x22: self = .string
        case 0x7B: self = .object
        case 0x5B: self = .array
        case 0x74: self = .true
        case 0x66: self = .false
        case 0x6E: self = .null
        case 0x2D, 0x30...0x39: self = .number
        default: return nil
        }
    }
}
