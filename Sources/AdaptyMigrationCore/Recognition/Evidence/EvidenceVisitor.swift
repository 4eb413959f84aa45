/// A walk over the members of a record that its table knows, and of the records inside, in the order of the document.
protocol EvidenceVisitor {
    var tape: Tape { get }
    /// The columns in question, one bit each.
    var columns: UInt16 { get }

    /// Takes one member.
    ///
    /// - Parameters:
    ///   - value: the node of its value; that of the name is the one before.
    ///   - holders: the columns in which the value is a container of fields, which are taken next.
    mutating func take(
        _ entry: UnsafePointer<EvidenceTable.Entry>, _ value: Int, _ table: UnsafePointer<EvidenceTable>,
        holders: UInt16)
}

extension EvidenceVisitor {
    /// The records in an envelope that are converted.
    mutating func records(_ envelope: Envelope, _ kind: RecordKind) {
        guard let list = envelope.list else {
            let isBarePromo = kind == .promo && !envelope.isPromo
            if kind == .profile, let product = envelope.product { record(product, EvidenceTable.of(TableID.product)) }
            return record(envelope.node, isBarePromo ? EvidenceTable.of(TableID.promo) : EvidenceTable.of(kind))
        }
        for entry in list.entries where entry.kept == nil {
            record(entry.node, EvidenceTable.of(entry.isMetaProduct ? .product : kind.table))
        }
    }

    mutating func record(_ node: Int, _ table: UnsafePointer<EvidenceTable>) {
        guard tape.nodes[node].kind == .object else { return }
        var name = node &+ 1
        let end = Int(tape.nodes[node].next), slots = table.pointee.slots
        while name < end {
            let slot = slots[Int(tape.nodes[name].number)], value = name &+ 1
            if slot != 0 { member(table.pointee.entries + (Int(slot) &- 1), value, table) }
            name = Int(tape.nodes[value].next)
        }
    }

    @inline(__always)
    private mutating func member(
        _ entry: UnsafePointer<EvidenceTable.Entry>, _ value: Int, _ table: UnsafePointer<EvidenceTable>
    ) {
        let kind = tape.nodes[value].kind
        if kind == .object, entry.pointee.holders & columns != 0 {
            let holders = entry.pointee.holders
            take(entry, value, table, holders: holders)
            enter(entry, value, columns & ~holders)
            return record(value, table.pointee.held + entry.pointee.held)
        }
        take(entry, value, table, holders: 0)
        if kind.isContainer { enter(entry, value, columns) }
    }

    private mutating func enter(_ entry: UnsafePointer<EvidenceTable.Entry>, _ value: Int, _ columns: UInt16) {
        if entry.pointee.child.columns & columns != 0 { enter(entry.pointee.child, value) }
        if entry.pointee.otherChild.columns & columns != 0 { enter(entry.pointee.otherChild, value) }
    }

    private mutating func enter(_ child: EvidenceTable.Child, _ value: Int) {
        guard let table = child.table else { return }
        if child.isEntries { entries(value, table) } else { record(value, table) }
    }

    /// The data nests entries two levels deep (dictionary, list). The limit keeps hostile nesting off the call stack.
    private mutating func entries(_ node: Int, _ table: UnsafePointer<EvidenceTable>, depth: Int = 0) {
        let isObject = tape.nodes[node].kind == .object, end = Int(tape.nodes[node].next)
        var child = node &+ 1
        while child < end {
            let entry = isObject ? child &+ 1 : child, value = isObject ? entry : KeyedPair(tape, entry)?.value ?? entry
            if tape.nodes[value].kind != .array {
                record(value, table)
            } else if depth < 4 {
                entries(value, table, depth: depth + 1)
            }
            child = Int(tape.nodes[entry].next)
        }
    }
}
