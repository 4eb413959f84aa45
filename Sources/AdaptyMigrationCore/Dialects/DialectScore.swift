/// What a document says for and against each column.
package struct DialectScore {
    /// Why a column is out, or out unless nothing fits better.
    package struct Objection: Sendable {
        let node: Int
        let reason: String
    }

    private let index: JSONIndex
    package private(set) var hard: [Objection?] = Array(repeating: nil, count: Column.allCases.count)
    private(set) var soft: [Objection?] = Array(repeating: nil, count: Column.allCases.count)
    /// How often each column is out: what tells columns of a dialect apart that somebody named although a document fits
    /// none of them.
    private(set) var objections: [Int] = Array(repeating: 0, count: Column.allCases.count)
    /// How much each column is doubted. What servers leave behind weighs little beside another dialect's own members.
    package private(set) var doubts: [Int] = Array(repeating: 0, count: Column.allCases.count)
    /// Names that only some columns have, and which.
    private(set) var evidence: [(name: Int, own: ColumnSet)] = []
    /// The rows met, in order, by column: equal signatures give equal upgrades.
    private(set) var signatures: [UInt64] = Array(repeating: 0xCBF2_9CE4_8422_2325, count: Column.allCases.count)
    /// The document has a member that SDK 2 does not have.
    private(set) var isBeyondSDK2 = false

    let columns: [Column]
    private let all: ColumnSet

    package init(_ index: JSONIndex, columns: [Column]) {
        self.index = index
        self.columns = columns
        all = ColumnSet(columns)
    }

    mutating func object(_ column: Column, _ node: Int, _ reason: @autoclosure () -> String) {
        objections[column.rawValue] += 1
        if hard[column.rawValue] == nil { hard[column.rawValue] = Objection(node: node, reason: reason()) }
    }

    mutating func doubt(_ column: Column, _ node: Int, weight: Int = 100, _ reason: @autoclosure () -> String) {
        doubts[column.rawValue] += weight
        if soft[column.rawValue] == nil { soft[column.rawValue] = Objection(node: node, reason: reason()) }
    }

    mutating func record(_ node: Int, _ table: TableID) {
        guard index.kind(node) == .object else { return }
        let vocabulary = Vocabulary.of(table)
        for member in index.members(node) {
            guard let entry = vocabulary[index, member.name] else { continue }
            weigh(entry, member, vocabulary, isHeld: false)
            guard !entry.holders.isEmpty, index.kind(member.value) == .object else { continue }
            let holder = index.name(member.name)
            for inner in index.members(member.value) {
                if let entry = vocabulary.held(holder, index.name(inner.name)) {
                    weigh(entry, inner, vocabulary, isHeld: true)
                }
            }
        }
    }

    private mutating func weigh(
        _ entry: Vocabulary.Entry, _ member: JSONIndex.Member, _ vocabulary: Vocabulary, isHeld: Bool
    ) {
        let own = entry.own.intersection(all)
        if own != all, evidence.count < 64 { evidence.append((member.name, own)) }
        let isObject = index.kind(member.value) == .object
        var row: Int?, others: [Int] = []
        for column in columns {
            if entry.holders.contains(column), isObject { continue }
            guard let meaning = entry[column] else {
                mix(column, 0)
                if isHeld { continue }
                if entry.elsewhere.contains(column) {
                    object(column, member.name, "\(column.dialect.rawValue) spells this otherwise")
                } else {
                    doubt(column, member.name, "\(column.dialect.rawValue) has no such member")
                }
                continue
            }
            mix(column, UInt64(meaning.row) + 1)
            if meaning.use == .carried || meaning.use == .leftover {
                doubt(
                    column, member.name, weight: meaning.use == .carried ? 100 : 1,
                    "not \(column.dialect.rawValue)'s own member")
            }
            if let objection = vocabulary.table.rows[meaning.row].codec.objection(index, member.value, in: column) {
                object(column, member.value, objection.reason(column))
            }
            if row == nil {
                row = meaning.row
            } else if row != meaning.row, !others.contains(meaning.row) {
                others.append(meaning.row)
            }
        }
        if entry.own.contains(.sdk3), !entry.own.contains(.sdk2) || entry.holders.contains(.sdk3) && isObject {
            isBeyondSDK2 = true
        }
        guard let row else { return }
        enter(vocabulary.table.rows[row], member.value)
        for row in others { enter(vocabulary.table.rows[row], member.value) }
    }

    private mutating func enter(_ row: Row, _ value: Int) {
        switch row.codec {
        case .record(let table): record(value, table)
        case .entries(let table, _): entries(value, table)
        default: break
        }
    }

    /// The data nests entries two deep (dictionary, list); the bound keeps hostile nesting off the call stack.
    private mutating func entries(_ node: Int, _ table: TableID, depth: Int = 0) {
        let children = index.kind(node) == .object ? index.members(node).map(\.value) : index.elements(node)
        for child in children {
            if index.kind(child) != .array {
                record(child, table)
            } else if depth < 4 {
                entries(child, table, depth: depth + 1)
            }
        }
    }

    private mutating func mix(_ column: Column, _ value: UInt64) {
        signatures[column.rawValue] = (signatures[column.rawValue] ^ value) &* 0x0000_0100_0000_01B3
    }
}
