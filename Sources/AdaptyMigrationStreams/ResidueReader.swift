import AdaptyMigrationAccess
import AdaptyMigrationCore

/// Reads the residue of one hop, as ``ResidueWriter`` wrote it, into flat lists of places: nothing is decoded, nothing
/// allocated. Every other form (several hops, layouts but that of a turned offer, a residue that somebody re-wrote) is
/// a ``Detour``.
struct ResidueReader {
    /// What is to be done to one value.
    struct Node: BitwiseCopyable {
        /// The name, key or reference that it belongs to.
        let name: Token
        /// A replaced value: the fingerprint of what it replaces, and its text.
        var expected = Token(), text = Token()
        /// The first change inside it, and the next one beside it; -1 for none.
        var inner = -1, next = -1
        var firstCut = 0, endCut = 0, firstName = 0, endName = 0
        /// The member that only the base has, and its fingerprint.
        var dropped = Token(), print = Token()
        /// The number of elements; -1 when it is no array.
        var count = -1
        /// The white space of an offer whose members are turned round.
        var turned: Spacing?
    }

    struct Cut: BitwiseCopyable {
        /// The member that it follows; empty at the start.
        var anchor = Token()
        var text = Token()
        /// The member that must not have been edited, and its fingerprint.
        var rival = Token(), print = Token()
    }

    struct Name: BitwiseCopyable {
        let base: Token, text: Token
    }

    private static let columns = Column.allCases, kinds = RecordKind.allCases
    private let columnNames = NameTable(columns.map(\.id)), kindNames = NameTable(kinds.map(\.rawValue))

    private let turned = Spaced(OfferForm.turned)

    private(set) var nodes = Stack<Node>()
    private(set) var cuts = Stack<Cut>()
    private(set) var names = Stack<Name>()
    private(set) var from = Column.sdk2, to = Column.sdk2
    private(set) var kind = RecordKind.profile
    private(set) var prefix = Token(), suffix = Token()
    private(set) var hasDelta = false

    func deallocate() {
        columnNames.deallocate()
        kindNames.deallocate()
        turned.forEach { $0.deallocate() }
        nodes.deallocate()
        cuts.deallocate()
        names.deallocate()
    }

    // MARK: The whole

    /// Reads from the brace on; the cursor ends after the closing one. The delta is node 0.
    mutating func read(_ cursor: inout Cursor) throws(Detour) {
        nodes.shrink(to: 0)
        cuts.shrink(to: 0)
        names.shrink(to: 0)
        (prefix, suffix, hasDelta) = (Token(), Token(), false)
        try ResidueReader.expect("{\"v\":1,\"hops\":[{\"from\":", &cursor)
        from = try column(&cursor)
        try ResidueReader.expect(",\"to\":", &cursor)
        to = try column(&cursor)
        try ResidueReader.expect(",\"kind\":", &cursor)
        kind = try kind(&cursor)
        if ResidueReader.take(",\"wrap\":[", &cursor) {
            prefix = try ResidueReader.string(&cursor)
            try ResidueReader.expect(",", &cursor)
            suffix = try ResidueReader.string(&cursor)
            try ResidueReader.expect("]", &cursor)
        }
        if ResidueReader.take(",\"delta\":", &cursor) {
            hasDelta = true
            _ = try node(Token(), &cursor)
        }
        try ResidueReader.expect("}]}", &cursor)
    }

    private func column(_ cursor: inout Cursor) throws(Detour) -> Column {
        try ResidueReader.columns[number(&cursor, columnNames)]
    }

    private func kind(_ cursor: inout Cursor) throws(Detour) -> RecordKind {
        try ResidueReader.kinds[number(&cursor, kindNames)]
    }

    private func number(_ cursor: inout Cursor, _ names: NameTable) throws(Detour) -> Int {
        let token = try ResidueReader.string(&cursor)
        guard let number = names.find(cursor.bytes, token.start + 1, token.end - 1) else { throw .general }
        return number
    }

    // MARK: Changes

    private mutating func node(_ name: Token, _ cursor: inout Cursor) throws(Detour) -> Int {
        let number = nodes.count
        // Its parts are written where it lies: copied as a whole just after they were written, they would be waited
        // for, ``Cursor/move(to:)``.
        nodes.append(Node(name: name))
        if cursor.bytes[cursor.at] == 0x5B {
            cursor.at += 1
            nodes[number].expected = try ResidueReader.string(&cursor)
            try ResidueReader.expect(",", &cursor)
            nodes[number].text = try ResidueReader.string(&cursor)
            try ResidueReader.expect("]", &cursor)
        } else if cursor.bytes[cursor.at &+ 2] == 0x6C {
            guard let spacing = Spacing.allCases.first(where: { cursor.isAt(turned[$0].bytes) }) else { throw .general }
            cursor.step(to: cursor.at &+ turned[spacing].bytes.count)
            nodes[number].turned = spacing
        } else {
            try object(number, &cursor)
        }
        return number
    }

    private mutating func object(_ node: Int, _ cursor: inout Cursor) throws(Detour) {
        try ResidueReader.expect("{", &cursor)
        if ResidueReader.take("\"n\":", &cursor) {
            let start = cursor.at
            try cursor.scalar(.number)
            guard let count = cursor.bytes.decimal(start..<cursor.at) else { throw .general }
            nodes[node].count = count
            try ResidueReader.expect(",", &cursor)
        }
        beginChanges(node)
        if cursor.bytes[cursor.at] != 0x7D || nodes[node].count >= 0 {
            var last = 0
            while true {
                try part(node, after: &last, &cursor)
                if cursor.bytes[cursor.at] != 0x2C { break }
                cursor.at += 1
            }
        }
        try ResidueReader.expect("}", &cursor)
    }

    /// The cuts and names that follow are the object's own.
    private mutating func beginChanges(_ node: Int) {
        nodes[node].firstCut = cuts.count
        nodes[node].endCut = cuts.count
        nodes[node].firstName = names.count
        nodes[node].endName = names.count
    }

    /// One of the parts of an object, which the writer puts in one order, or of an array, which has only the first.
    private mutating func part(_ node: Int, after last: inout Int, _ cursor: inout Cursor) throws(Detour) {
        let number =
            switch cursor.bytes[cursor.at + 1] {
            case 0x69: 1
            case 0x63: 2
            case 0x61: 3
            default: 4
            }
        guard number > last, number == 1 || nodes[node].count < 0 else { throw .general }
        last = number
        switch number {
        case 1:
            try ResidueReader.expect("\"in\":{", &cursor)
            try inner(node, &cursor)
            // Those inside may have had cuts and names of their own.
            beginChanges(node)
        case 2:
            try ResidueReader.expect("\"cut\":[", &cursor)
            repeat { try cut(&cursor) } while try ResidueReader.comma(closing: 0x5D, &cursor)
            nodes[node].endCut = cuts.count
        case 3:
            try ResidueReader.expect("\"as\":{", &cursor)
            repeat {
                let base = try ResidueReader.string(&cursor)
                try ResidueReader.expect(":", &cursor)
                names.append(Name(base: base, text: try ResidueReader.string(&cursor)))
            } while try ResidueReader.comma(closing: 0x7D, &cursor)
            nodes[node].endName = names.count
        default:
            try ResidueReader.expect("\"drop\":{", &cursor)
            nodes[node].dropped = try ResidueReader.string(&cursor)
            try ResidueReader.expect(":", &cursor)
            nodes[node].print = try ResidueReader.string(&cursor)
            try ResidueReader.expect("}", &cursor)
        }
    }

    private mutating func inner(_ node: Int, _ cursor: inout Cursor) throws(Detour) {
        var last = -1
        repeat {
            let name = try ResidueReader.string(&cursor)
            try ResidueReader.expect(":", &cursor)
            let child = try self.node(name, &cursor)
            if last < 0 { nodes[node].inner = child } else { nodes[last].next = child }
            last = child
        } while try ResidueReader.comma(closing: 0x7D, &cursor)
    }

    private mutating func cut(_ cursor: inout Cursor) throws(Detour) {
        var cut = Cut()
        try ResidueReader.expect("[", &cursor)
        if !ResidueReader.take("null", &cursor) { cut.anchor = try ResidueReader.string(&cursor) }
        try ResidueReader.expect(",", &cursor)
        cut.text = try ResidueReader.string(&cursor)
        if ResidueReader.take(",", &cursor) {
            cut.rival = try ResidueReader.string(&cursor)
            try ResidueReader.expect(",", &cursor)
            cut.print = try ResidueReader.string(&cursor)
        }
        try ResidueReader.expect("]", &cursor)
        cuts.append(cut)
    }

    // MARK: Small parts

    private static func string(_ cursor: inout Cursor) throws(Detour) -> Token {
        let start = cursor.at
        try cursor.string()
        return Token(start: start, end: cursor.at)
    }

    /// The comma before the next of several, or what closes them; the writer puts no white space around it.
    private static func comma(closing: UInt8, _ cursor: inout Cursor) throws(Detour) -> Bool {
        let byte = cursor.bytes[cursor.at]
        guard byte == 0x2C || byte == closing else { throw .general }
        cursor.at &+= 1
        return byte == 0x2C
    }

    /// Steps over the text if it stands here, and over its quotes.
    @inline(__always)
    private static func take(_ text: StaticString, _ cursor: inout Cursor) -> Bool {
        for offset in 0..<text.utf8CodeUnitCount where cursor.bytes[cursor.at &+ offset] != text.utf8Start[offset] {
            return false
        }
        cursor.step(to: cursor.at &+ text.utf8CodeUnitCount)
        return true
    }

    @inline(__always)
    private static func expect(_ text: StaticString, _ cursor: inout Cursor) throws(Detour) {
        guard take(text, &cursor) else { throw .general }
    }
}
