/// The members of a document that tell dialects apart: their names belong to some columns alone.
package struct TellingMembers {
    /// In the order of the document, at most 64: the nodes of their names, and the columns that have them.
    package private(set) var all: [(name: Int, own: ColumnSet)] = []
    private let tape: Tape
    private let columns: UInt16

    /// - Parameter columns: those of the record's kind, one bit each.
    package init(_ tape: Tape, _ envelope: Envelope, _ found: Found, _ columns: UInt16) {
        (self.tape, self.columns) = (tape, columns)
        if let entries = envelope.entries {
            for entry in entries where entry.kept == nil {
                record(entry.node, EvidenceTable.of(entry.isMetaProduct ? .product : found.kind.table))
            }
        } else {
            record(envelope.node, EvidenceTable.of(found.isBarePromo ? .promo : found.kind.upgraded.table))
        }
    }

    /// Those of a column that fewest others have.
    package func best(_ number: Int, of column: Column) -> [(name: Int, own: ColumnSet)] {
        var best: [(name: Int, own: ColumnSet)] = []
        for count in 1...Column.count {
            for member in all where member.own.count == count && member.own.contains(column) {
                best.append(member)
                if best.count == number { return best }
            }
        }
        return best
    }

    private mutating func record(_ node: Int, _ table: UnsafePointer<EvidenceTable>) {
        for name in tape.names(node) {
            let slot = table.pointee.slots[Int(tape.nodes[name].number)]
            if slot == 0 { continue }
            let entry = table.pointee.entries + (Int(slot) &- 1), own = entry.pointee.own & columns
            if own != columns, all.count < 64 { all.append((name, ColumnSet(rawValue: own))) }
            guard tape.nodes[name + 1].kind.isContainer else { continue }
            let isHolder = entry.pointee.holders != 0 && tape.nodes[name + 1].kind == .object
            if isHolder { record(name + 1, table.pointee.held + entry.pointee.held) }
            for child in [entry.pointee.child, entry.pointee.otherChild] {
                guard let table = child.table,
                    child.columns & columns & ~(isHolder ? entry.pointee.holders : 0) != 0
                else { continue }
                if child.isEntries { entries(name + 1, table) } else { record(name + 1, table) }
            }
        }
    }

    private mutating func entries(_ node: Int, _ table: UnsafePointer<EvidenceTable>, depth: Int = 0) {
        let isObject = tape.kind(node) == .object
        for child in isObject ? tape.names(node) : tape.elements(node) {
            let entry = isObject ? child + 1 : child, value = isObject ? entry : KeyedPair(tape, entry)?.value ?? entry
            if tape.kind(value) != .array {
                record(value, table)
            } else if depth < 4 {
                entries(value, table, depth: depth + 1)
            }
        }
    }
}
