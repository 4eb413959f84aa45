/// Weighs what speaks against each column, for ``DialectEvidence``.
struct DialectScale: EvidenceVisitor {
    /// By column.
    private(set) var standings = Array(repeating: DialectEvidence.Standing(), count: Column.allCases.count)
    let tape: Tape
    let columns: UInt16
    private let index: JSONIndex
    private let all: [Column]
    /// Whether the document has a member that SDK 2 does not have.
    private var isBeyondSDK2 = false

    /// - Parameter tape: that of the index.
    init(_ tape: Tape, _ index: JSONIndex, _ kind: RecordKind, _ columns: UInt16) {
        (self.tape, self.index, self.columns) = (tape, index, columns)
        all = ColumnSet(rawValue: columns).columns
        let envelope = Envelope(tape)
        weigh(envelope)
        records(envelope, kind)
        if all.contains(.sdk3), all.contains(.sdk2), !isBeyondSDK2, !envelope.isByPlacement {
            object(.sdk3, envelope.node, .notNewer)
        }
    }

    private mutating func object(_ column: Column, _ node: Int, _ reason: DialectObjection.Reason) {
        let standing = standings[column.rawValue]
        standings[column.rawValue].objections += 1
        if standing.hard == nil { standings[column.rawValue].hard = DialectObjection(node: node, reason: reason) }
    }

    private mutating func doubt(_ column: Column, _ node: Int, _ reason: DialectObjection.Reason) {
        if standings[column.rawValue].soft == nil {
            standings[column.rawValue].soft = DialectObjection(node: node, reason: reason)
        }
    }

    private mutating func weigh(_ envelope: Envelope) {
        let wrappers = envelope.wrappers
        for (column, wrapper) in all.flatMap({ column in wrappers.map { (column, $0) } }) {
            switch EnvelopeWeight.reason(wrapper, among: wrappers, against: column) {
            case .hard(let reason)?: object(column, 0, reason)
            case .soft(let reason)?: doubt(column, 0, reason)
            case nil: break
            }
        }
        if envelope.isByPlacement { for column in all where column != .sdk3 { object(column, 0, .byPlacement) } }
        for (entry, column) in (envelope.entries ?? []).flatMap({ entry in all.map { (entry, $0) } }) {
            if entry.isStored, column != .sdk2, column != .sdk3 { object(column, entry.node, .storedEntry) }
            if entry.isWrapped, column != .sdk1Wire, column != .sdk2, column != .sdk3 {
                object(column, entry.node, .wrappedEntry)
            }
        }
    }

    // MARK: Members

    mutating func take(
        _ entry: UnsafePointer<EvidenceTable.Entry>, _ value: Int, _ table: UnsafePointer<EvidenceTable>,
        holders: UInt16
    ) {
        let name = value - 1
        for column in all where holders & column.bit == 0 {
            let row = Int(entry.pointee.rows[column.rawValue]), isDoubtful = entry.pointee.doubts[column.rawValue] > 0
            if row == 0 {
                if entry.pointee.elsewhere & column.bit != 0 { stray(column, name, decides(entry, table)) }
                if isDoubtful { doubt(column, name, .noSuchMember) }
                continue
            }
            if isDoubtful { doubt(column, name, .notItsOwn) }
            let codec = table.pointee.rows[row - 1].codec
            if let form = codec.objection(tape, value, in: column) {
                if form == .bool { standings[column.rawValue].oldFlags += 1 }
                object(column, value, .value(codec, form))
            } else if codec == .flag || codec == .sandbox {
                standings[column.rawValue].flags += 1
            }
        }
        if entry.pointee.isBeyondSDK2 || holders & Column.sdk3.bit != 0 { isBeyondSDK2 = true }
    }

    /// Whether a name decides, in any column, about identity, access or money.
    private func decides(
        _ entry: UnsafePointer<EvidenceTable.Entry>, _ table: UnsafePointer<EvidenceTable>
    ) -> Bool {
        Column.allCases.contains {
            let row = Int(entry.pointee.rows[$0.rawValue])
            return row > 0 && table.pointee.rows[row - 1].isDeciding
        }
    }

    /// A name that only other dialects have.
    private mutating func stray(_ column: Column, _ name: Int, _ decides: Bool) {
        let first = standings[column.rawValue].hard?.node ?? name
        if tape.nodes[first].number == tape.nodes[name].number { standings[column.rawValue].strays += 1 }
        if decides { standings[column.rawValue].isSpelledOtherwise = true }
        object(column, name, .otherSpelling)
    }
}
