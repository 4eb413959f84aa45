/// The records of a list document, in the order of the document.
struct ListEntries {
    struct Entry {
        let node: Int
        /// `nil` for a record of a kind that is not converted.
        let rules: UnsafePointer<TableRules>?
        let kind: RecordKind?
    }

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

    /// Takes the next record, if it is this node; `nil` for every other node.
    mutating func take(_ node: Int) -> Entry? {
        guard next < entries.count, entries[next].node == node else { return nil }
        let entry = entries[next], isConverted = entry.kind?.isConverted ?? true
        next += 1
        return Entry(
            node: node, rules: isConverted ? entry.isMetaProduct ? productRules : rules : nil, kind: entry.kind)
    }

    /// Whether the next record is inside a node.
    func isInside(_ node: Int) -> Bool { next < entries.count && entries[next].node < Int(tape.nodes[node].next) }
}
