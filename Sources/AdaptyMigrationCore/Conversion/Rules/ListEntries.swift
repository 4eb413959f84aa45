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
    /// The object by placement; 0 for none.
    private let data: Int
    private var next = 0

    private static let data = KnownNames.numbers.number("data")

    init(_ tape: Tape, _ kind: RecordKind, from: Column, to: Column) {
        self.tape = tape
        entries = Envelope(tape).entries?.sorted { $0.node < $1.node } ?? []
        rules = TableRules.of(kind.table, from: from, to: to)
        productRules = TableRules.of(.product, from: from, to: to)
        data = tape.lastObject(ListEntries.data, in: 0) ?? 0
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

    /// Whether a node is the object by placement, or around it.
    func isData(_ node: Int) -> Bool { data > 0 && node == data }
    func isAround(_ node: Int) -> Bool { data > 0 && node == 0 }
}
