/// The members of a document that tell dialects apart: their names belong to some columns alone.
package struct TellingMembers: EvidenceVisitor {
    /// In the order of the document, at most 64: the nodes of their names, and the columns that have them.
    package private(set) var all: [(name: Int, own: ColumnSet)] = []
    let tape: Tape
    let columns: UInt16

    /// - Parameter columns: those of the record's kind, one bit each.
    package init(_ tape: Tape, _ envelope: Envelope, _ kind: RecordKind, _ columns: UInt16) {
        (self.tape, self.columns) = (tape, columns)
        records(envelope, kind)
    }

    mutating func take(
        _ entry: UnsafePointer<EvidenceTable.Entry>, _ value: Int, _ table: UnsafePointer<EvidenceTable>,
        holders: UInt16
    ) {
        let own = entry.pointee.own & columns
        if own != columns, all.count < 64 { all.append((value - 1, ColumnSet(rawValue: own))) }
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
}
