/// The reasons for and against each column, in a second walk over a document that was recognised or refused.
package struct DialectEvidence {
    /// What speaks against one column.
    package struct Standing: Sendable {
        /// The reason why the column is excluded; `nil` when it is not.
        package fileprivate(set) var hard: DialectObjection?
        /// The reason why it is excluded unless nothing fits better.
        package fileprivate(set) var soft: DialectObjection?
        /// The number of objections, and of those to the name of the first one, as a name that only other dialects have.
        fileprivate var objections: UInt32 = 0, strays: UInt32 = 0
    }

    private let index: JSONIndex
    private var standings = Array(repeating: Standing(), count: Column.allCases.count)
    /// Whether the document has a member that SDK 2 does not have.
    private var isBeyondSDK2 = false

    package let columns: [Column]
    private let all: ColumnSet

    /// - Parameter columns: of the record's kind, one bit each.
    package init(_ index: JSONIndex, _ found: Found, _ columns: UInt16) {
        self.index = index
        self.columns = Column.allCases.filter { columns & $0.bit != 0 }
        all = ColumnSet(self.columns)
        let envelope = Envelope(index)
        weigh(envelope)
        if let entries = envelope.entries {
            for entry in entries where entry.kept == nil {
                record(entry.node, entry.isMetaProduct ? .product : found.kind.table)
            }
        } else {
            record(envelope.node, found.isBarePromo ? .promo : found.kind.upgraded.table)
        }
        if all.contains(.sdk3), all.contains(.sdk2), !isBeyondSDK2, !envelope.isByPlacement {
            object(.sdk3, envelope.node, .notNewer)
        }
    }

    package subscript(column: Column) -> Standing { standings[column.rawValue] }

    /// The column with the fewest objections; of several the first one.
    var leastRefused: Column {
        Column.ranked.filter(all.contains).min { self[$0].objections < self[$1].objections } ?? .sdk2
    }

    /// The columns against which speaks nothing but one name that only other dialects have. In a document of such a
    /// column it is an unknown member.
    var allButOneName: UInt16 {
        columns.reduce(0) { self[$1].strays > 0 && self[$1].strays == self[$1].objections ? $0 | $1.bit : $0 }
    }

    private mutating func object(_ column: Column, _ node: Int, _ reason: DialectObjection.Reason) {
        standings[column.rawValue].objections += 1
        if self[column].hard == nil { standings[column.rawValue].hard = DialectObjection(node: node, reason: reason) }
    }

    /// A name that only other dialects have.
    private mutating func stray(_ column: Column, _ name: Int) {
        let first = standings[column.rawValue].hard?.node ?? name
        if index[first].number == index[name].number { standings[column.rawValue].strays += 1 }
        object(column, name, .otherSpelling)
    }

    private mutating func doubt(_ column: Column, _ node: Int, _ reason: DialectObjection.Reason) {
        if self[column].soft == nil { standings[column.rawValue].soft = DialectObjection(node: node, reason: reason) }
    }

    // MARK: Envelopes

    private mutating func weigh(_ envelope: Envelope) {
        let wrappers = envelope.wrappers
        for (column, wrapper) in columns.flatMap({ column in wrappers.map { (column, $0) } }) {
            switch EnvelopeWeight.reason(wrapper, among: wrappers, against: column) {
            case .hard(let reason)?: object(column, 0, reason)
            case .soft(let reason)?: doubt(column, 0, reason)
            case nil: break
            }
        }
        if envelope.isByPlacement { for column in columns where column != .sdk3 { object(column, 0, .byPlacement) } }
        for (entry, column) in (envelope.entries ?? []).flatMap({ entry in columns.map { (entry, $0) } }) {
            if entry.isStored, column != .sdk2, column != .sdk3 { object(column, entry.node, .storedEntry) }
            if entry.isWrapped, column != .sdk1Wire, column != .sdk2, column != .sdk3 {
                object(column, entry.node, .wrappedEntry)
            }
        }
    }

    // MARK: Members

    private mutating func record(_ node: Int, _ table: TableID) {
        let vocabulary = Vocabulary.of(table)
        for member in index.members(node) {
            guard let entry = vocabulary[index[member.name].number] else { continue }
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
        let isObject = index.kind(member.value) == .object
        var rows: [Int] = []
        for column in columns where !(isObject && entry.holders.contains(column)) {
            guard let meaning = entry[column] else {
                if isHeld { continue }
                if entry.elsewhere.contains(column) {
                    stray(column, member.name)
                } else {
                    doubt(column, member.name, .noSuchMember)
                }
                continue
            }
            if meaning.use == .carried || meaning.use == .leftover { doubt(column, member.name, .notItsOwn) }
            if let objection = vocabulary.codecs[meaning.row].objection(index, member.value, in: column) {
                object(column, member.value, .value(objection))
            }
            if !rows.contains(meaning.row) { rows.append(meaning.row) }
        }
        if entry.own.contains(.sdk3), !entry.own.contains(.sdk2) || entry.holders.contains(.sdk3) && isObject {
            isBeyondSDK2 = true
        }
        for row in rows { enter(vocabulary.codecs[row], member.value) }
    }

    private mutating func enter(_ codec: Codec, _ value: Int) {
        switch codec {
        case .record(let table): record(value, table)
        case .entries(let table, _): entries(value, table)
        default: break
        }
    }

    private mutating func entries(_ node: Int, _ table: TableID, depth: Int = 0) {
        for (_, entry) in index.children(node) {
            let child = KeyedPair(index, entry)?.value ?? entry
            if index.kind(child) != .array {
                record(child, table)
            } else if depth < 4 {
                entries(child, table, depth: depth + 1)
            }
        }
    }

    // MARK: Words

    /// The first reason against a column in words, and its place; `nil` when there is none.
    func words(against column: Column, includesDoubts: Bool = false) -> (words: String, pointer: String)? {
        guard let objection = self[column].hard ?? (includesDoubts ? self[column].soft : nil) else { return nil }
        return (objection.words(column, value: index.text(objection.node)), index.pointer(objection.node))
    }

    /// The same as a sentence.
    ///
    /// - Parameter includesDoubts: whether a doubt is a reason.
    package func reason(against column: Column, includesDoubts: Bool) -> (text: String, pointer: String)? {
        words(against: column, includesDoubts: includesDoubts).map { words, place in
            ("not \(column.id): \(words)" + (place.isEmpty ? "" : " (\(place))"), place)
        }
    }

    /// The names of dialects, each once.
    package static func names(_ columns: [Column]) -> String {
        var seen: Set<Dialect> = []
        return columns.map(\.dialect).filter { seen.insert($0).inserted }.map(\.rawValue).joined(separator: ", ")
    }

    /// The same in the order of the columns. There are few such sets, and each is asked for often.
    package static func names(_ columns: ColumnSet) -> String {
        if let names = kept.withLock({ $0[columns.rawValue] }) { return names }
        let names = names(columns.columns)
        kept.withLock { $0[columns.rawValue] = names }
        return names
    }

    private static let kept = Locked<[UInt16: String]>([:])
}
