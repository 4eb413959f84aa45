@testable import AdaptyMigrationCore

/// Which rows of the table a document's members are, by JSON pointer.
struct RowTrail {
    struct Place: Hashable {
        let table: TableID
        let row: Int
    }

    private(set) var places: [String: Place] = [:]
    private let index: JSONIndex
    private let column: Column

    init(_ document: [UInt8], _ column: Column, _ kind: RecordKind) throws(MigrationError) {
        index = try JSONScanner.index(document)
        self.column = column
        let envelope = Envelope(index)
        if envelope.wrappers.last == .promo {
            record(envelope.node, .paywall)
        } else {
            for entry in envelope.entries ?? [] { record(entry.node, entry.isMetaProduct ? .product : kind.table) }
            if envelope.entries == nil { record(envelope.node, kind.table) }
        }
    }

    private mutating func record(_ node: Int, _ table: TableID) {
        guard index.kind(node) == .object else { return }
        for member in index.members(node) {
            let name = index.name(member.name)
            if let row = row(table, [name]) { meet(row, table, member.value) }
            guard index.kind(member.value) == .object else { continue }
            for inner in index.members(member.value) {
                if let row = row(table, [name, index.name(inner.name)]) { meet(row, table, inner.value) }
            }
        }
    }

    private func row(_ table: TableID, _ path: [String]) -> Int? {
        Table[table].rows.firstIndex { $0.names[column].contains { $0.path == path } }
    }

    private mutating func meet(_ row: Int, _ table: TableID, _ value: Int) {
        places[index.pointer(value)] = Place(table: table, row: row)
        switch Table[table].rows[row].codec {
        case .record(let inner): record(value, inner)
        case .entries(let inner, _): entries(value, inner)
        default: return
        }
    }

    private mutating func entries(_ node: Int, _ table: TableID) {
        for child in index.kind(node) == .object ? index.members(node).map(\.value) : index.elements(node) {
            if index.kind(child) == .array { entries(child, table) } else { record(child, table) }
        }
    }
}
