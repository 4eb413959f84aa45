/// The evidence in a document for and against each column.
package struct DialectScore {
    /// The evidence for and against one column.
    package struct Standing: Sendable {
        /// The reason why the column is excluded; `nil` when it is not.
        package fileprivate(set) var hard: DialectObjection?
        /// The reason why it is excluded unless nothing fits better.
        package fileprivate(set) var soft: DialectObjection?
        /// The number of objections. It decides between the columns of a stated dialect when the document fits none of
        /// them.
        fileprivate(set) var objections = 0
        /// The weight of the doubts. Leftovers of servers weigh little compared with members that belong to another
        /// dialect.
        package fileprivate(set) var doubts = 0
        /// A hash of the rows found, in order. Equal signatures give equal upgrades.
        fileprivate(set) var signature: UInt64 = 0xCBF2_9CE4_8422_2325

        fileprivate mutating func mix(_ value: UInt64) { signature = (signature ^ value) &* 0x0000_0100_0000_01B3 }

        fileprivate mutating func object(_ node: Int, _ reason: DialectObjection.Reason) {
            objections += 1
            if hard == nil { hard = DialectObjection(node: node, reason: reason) }
        }

        fileprivate mutating func doubt(_ node: Int, weight: Int, _ reason: DialectObjection.Reason) {
            doubts += weight
            if soft == nil { soft = DialectObjection(node: node, reason: reason) }
        }
    }

    private let index: JSONIndex
    private var standings = Array(repeating: Standing(), count: Column.allCases.count)
    /// Names that only some columns have, with those columns.
    package private(set) var evidence: [(name: Int, own: ColumnSet)] = []
    /// Whether the document has a member that SDK 2 does not have.
    private(set) var isBeyondSDK2 = false

    package let columns: [Column]
    private let all: ColumnSet

    package init(_ index: JSONIndex, columns: [Column]) {
        self.index = index
        self.columns = columns
        all = ColumnSet(columns)
    }

    package subscript(column: Column) -> Standing { standings[column.rawValue] }

    mutating func object(_ column: Column, _ node: Int, _ reason: DialectObjection.Reason) {
        standings[column.rawValue].object(node, reason)
    }

    mutating func doubt(_ column: Column, _ node: Int, _ reason: DialectObjection.Reason) {
        standings[column.rawValue].doubt(node, weight: 100, reason)
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
        for column in columns where !(isObject && entry.holders.contains(column)) {
            guard let meaning = entry[column] else {
                miss(column, entry, member, isHeld: isHeld)
                continue
            }
            standings[column.rawValue].mix(UInt64(meaning.row) + 1)
            if meaning.use == .carried || meaning.use == .leftover {
                standings[column.rawValue].doubt(
                    member.name, weight: meaning.use == .carried ? 100 : 1, .notItsOwn)
            }
            if let objection = vocabulary.codecs[meaning.row].objection(index, member.value, in: column) {
                object(column, member.value, .value(objection))
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
        enter(vocabulary.codecs[row], member.value)
        for row in others { enter(vocabulary.codecs[row], member.value) }
    }

    /// Counts a member that a column does not have.
    private mutating func miss(_ column: Column, _ entry: Vocabulary.Entry, _ member: JSONIndex.Member, isHeld: Bool) {
        standings[column.rawValue].mix(0)
        if isHeld { return }
        if entry.elsewhere.contains(column) {
            object(column, member.name, .otherSpelling)
        } else {
            doubt(column, member.name, .noSuchMember)
        }
    }

    private mutating func enter(_ codec: Codec, _ value: Int) {
        switch codec {
        case .record(let table): record(value, table)
        case .entries(let table, _): entries(value, table)
        default: break
        }
    }

    /// The data nests entries two levels deep (dictionary, list). The limit keeps hostile nesting off the call stack.
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
}
