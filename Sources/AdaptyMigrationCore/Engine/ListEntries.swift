/// The records of a list document, in the order of the document.
struct ListEntries {
    private let tape: Tape
    private let entries: [ListedRecords.Entry]
    private let rules: UnsafePointer<TableRules>, productRules: UnsafePointer<TableRules>
    private var next = 0

    init(_ tape: Tape, _ kind: RecordKind, from: Column, to: Column) {
        self.tape = tape
        entries = Envelope(tape).entries?.sorted { $0.node < $1.node } ?? []
        rules = TableRules.of(kind.table, from: from, to: to)
        productRules = TableRules.of(.product, from: from, to: to)
    }

    /// Whether all were taken.
    var isEmpty: Bool { next == entries.count }

    /// Takes the next record, if it is this node.
    ///
    /// - Returns: its rules, or `nil` in the optional for a record of a kind that is not converted; `nil` for every
    ///   other node.
    mutating func take(_ node: Int) -> UnsafePointer<TableRules>?? {
        guard next < entries.count, entries[next].node == node else { return nil }
        let entry = entries[next]
        next += 1
        if let kind = entry.kind, !kind.isConverted { return .some(nil) }
        return entry.isMetaProduct ? productRules : rules
    }

    /// Whether the next record is inside a node.
    func isInside(_ node: Int) -> Bool { next < entries.count && entries[next].node < Int(tape.nodes[node].next) }

    /// The text that tells an element from others; `nil` when there is none.
    func identity(_ element: Int) -> Text? {
        guard isInside(element) else { return nil }
        return EntryShape.identity(tape, entries[next].node, entries[next].isMetaProduct ? productRules : rules)
    }
}

extension Tape {
    /// The number of elements of an array.
    func count(_ array: Int) -> Int {
        var element = array + 1, count = 0
        while element < Int(nodes[array].next) {
            count += 1
            element = Int(nodes[element].next)
        }
        return count
    }
}
