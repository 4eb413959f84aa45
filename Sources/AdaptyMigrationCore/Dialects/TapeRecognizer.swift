/// Recognises the kind and the column of a record from the numbers of its names, without a copy of the document. It
/// answers what ``Recognizer`` answers, or nothing: then that one is asked, which words its reasons.
///
/// Worked example, `{"profile_id":"p","paid_access_levels":{"a":{"is_active":1}}}`: the marks of the two names at the
/// root say profile. `1` is an objection of every column whose flags are words, so SDK 1.x from the server and over a
/// bridge are left. The bridge calls `profile_id` otherwise, which excludes it.
package struct TapeRecognizer {
    /// What a document with one record is.
    package struct Found: Equatable {
        package let kind: RecordKind
        package let column: Column
        /// The number of the record's node.
        package let node: Int
        /// The node of the envelope's id; `nil` when there is none.
        package let id: Int?
        /// Whether the record, or an envelope around it, has a member with the residue's name.
        package let hasResidue: Bool
    }

    private let tape: Tape
    private let columns: UInt16
    private var doubts = SIMD16<UInt32>()
    /// What each column takes the members for, worked out only where several columns fit equally well.
    private var signatures = SIMD16<UInt32>(repeating: 0x811C_9DC5)
    private let signs: Bool
    /// Whether any member is another field in some columns.
    private var differs = false
    private var out: UInt16 = 0
    private var isBeyondSDK2 = false

    private init(_ tape: Tape, _ columns: UInt16, signs: Bool) {
        self.tape = tape
        self.columns = columns
        self.signs = signs
    }

    package static func recognise(_ index: JSONIndex, _ dialect: Dialect?) -> Found? {
        // Its bytes have no margin.
        TapePool.tape(index.bytes, maximumDepth: .max, names: KnownNames.numbers) { recognise($0, dialect) }
    }

    /// - Parameter dialect: decides between the columns; `nil` to recognise it.
    package static func recognise(_ tape: Tape, _ dialect: Dialect?) -> Found? {
        let envelope = Envelope(tape)
        guard let kind = kind(tape, envelope) else { return nil }
        var columns = kind.columnBits
        if let dialect { columns &= dialect.columnBits }
        func found(_ column: Column) -> Found {
            Found(kind: kind, column: column, node: envelope.node, id: envelope.id, hasResidue: envelope.hasResidue)
        }
        if dialect != nil, columns.nonzeroBitCount == 1 { return found(Column.allCases[columns.trailingZeroBitCount]) }
        var recognizer = TapeRecognizer(tape, columns, signs: false)
        recognizer.weigh(envelope, kind)
        switch recognizer.column(isStated: dialect != nil) {
        case .none: return nil
        case .one(let column): return found(column)
        case .several:
            if kind == .profile {
                let best = recognizer.best
                if PurchaseMaps.areEmpty(tape, envelope.node, in: best) { return best.first.map(found) }
            }
            if !recognizer.differs { return recognizer.equal.map(found) }
            recognizer = TapeRecognizer(tape, columns, signs: true)
            recognizer.weigh(envelope, kind)
            return recognizer.equal.map(found)
        }
    }

    /// The columns that fit a document equally well, the first one first; empty when there are none, or what the document
    /// is cannot be told from its numbers.
    static func candidates(_ tape: Tape) -> [Found] {
        let envelope = Envelope(tape)
        guard let kind = kind(tape, envelope) else { return [] }
        var recognizer = TapeRecognizer(tape, kind.columnBits, signs: false)
        recognizer.weigh(envelope, kind)
        return recognizer.best.map {
            Found(kind: kind, column: $0, node: envelope.node, id: envelope.id, hasResidue: envelope.hasResidue)
        }
    }

    private mutating func weigh(_ envelope: Envelope, _ kind: RecordKind) {
        if let list = envelope.list {
            weigh(list, kind, isByPlacement: envelope.isByPlacement)
        } else {
            weigh(envelope.wrapperBits)
            record(envelope.node, EvidenceTable.of(kind))
        }
    }

    private static func kind(_ tape: Tape, _ envelope: Envelope) -> RecordKind? {
        // Arrays are lists for those who look for records in them, and no document with one residue.
        if envelope.isDoubtful || tape.nodes[0].kind != .object { return nil }
        return envelope.isPromo ? .promo : envelope.list.map(\.kind) ?? kind(tape, envelope.node)
    }

    /// `nil` for records of no kind that is converted, and for events that may be another service's.
    private static func kind(_ tape: Tape, _ node: Int) -> RecordKind? {
        var marks = KindMarks(), hasStrangers = false
        var name = node + 1
        let end = Int(tape.nodes[node].next), all = KindMarks.numbered, known = KindMarks.eventNames
        while name < end {
            let number = Int(tape.nodes[name].number)
            marks.formUnion(all[number])
            hasStrangers = hasStrangers || !known[number]
            name = Int(tape.nodes[name + 1].next)
        }
        guard let kind = marks.kind, kind.isConverted, kind != .promo else { return nil }
        return kind == .event && hasStrangers && !marks.contains(.sureEvent) ? nil : kind
    }

    private mutating func weigh(_ wrappers: UInt8) {
        if wrappers == 0 { return }
        let weight = EnvelopeWeight.of(wrappers)
        out |= weight.out
        doubts &+= weight.doubts
    }

    private mutating func weigh(_ list: ListedRecords, _ kind: RecordKind, isByPlacement: Bool) {
        if isByPlacement {
            out |= ~Column.sdk3.bit
            isBeyondSDK2 = true
        }
        for entry in list.entries where entry.kind?.isConverted ?? true {
            if entry.isStored { out |= ~(Column.sdk2.bit | Column.sdk3.bit) }
            if entry.isWrapped { out |= ~(Column.sdk1Wire.bit | Column.sdk2.bit | Column.sdk3.bit) }
            record(entry.node, EvidenceTable.of(entry.isMetaProduct ? .product : kind.table))
        }
    }

    // MARK: Members

    private mutating func record(_ node: Int, _ table: UnsafePointer<EvidenceTable>) {
        guard tape.nodes[node].kind == .object else { return }
        var name = node &+ 1
        let end = Int(tape.nodes[node].next), slots = table.pointee.slots
        while name < end {
            let slot = slots[Int(tape.nodes[name].number)], value = name &+ 1
            if slot != 0 { weigh(table.pointee.entries + (Int(slot) &- 1), value, table) }
            name = Int(tape.nodes[value].next)
        }
    }

    @inline(__always)
    private mutating func weigh(
        _ entry: UnsafePointer<EvidenceTable.Entry>, _ value: Int, _ table: UnsafePointer<EvidenceTable>
    ) {
        let kind = tape.nodes[value].kind
        if entry.pointee.holders & columns != 0, kind == .object { return weighHolder(entry, value, table) }
        let isLookedAt = entry.pointee.lookedAt & kind.bit != 0
        out |= isLookedAt ? objections(entry, value, kind) : entry.pointee.out[Int(kind.rawValue)]
        if !entry.pointee.isEven { doubts &+= entry.pointee.doubts }
        differs = differs || entry.pointee.differs
        if signs { signatures = (signatures ^ entry.pointee.rows) &* 0x0100_0193 }
        isBeyondSDK2 = isBeyondSDK2 || entry.pointee.isBeyondSDK2
        if kind.isContainer { enter(entry, value, columns) }
    }

    /// An object whose members are fields in some columns, and which is a value in others.
    private mutating func weighHolder(
        _ entry: UnsafePointer<EvidenceTable.Entry>, _ value: Int, _ table: UnsafePointer<EvidenceTable>
    ) {
        let holders = entry.pointee.holders
        let isHolder = Column.allCases.reduce(into: SIMDMask<SIMD16<Int32>>(repeating: false)) {
            $0[$1.rawValue] = holders & $1.bit != 0
        }
        out |= entry.pointee.out[Int(JSONKind.object.rawValue)] & ~holders
        doubts &+= entry.pointee.doubts.replacing(with: 0, where: isHolder)
        differs = true
        if signs {
            let mixed = (signatures ^ entry.pointee.rows) &* 0x0100_0193
            signatures = mixed.replacing(with: signatures, where: isHolder)
        }
        if entry.pointee.isBeyondSDK2 || holders & Column.sdk3.bit != 0 { isBeyondSDK2 = true }
        enter(entry, value, columns & ~holders)
        record(value, table.pointee.held + entry.pointee.held)
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
            let value = isObject ? child &+ 1 : child
            if tape.nodes[value].kind != .array {
                record(value, table)
            } else if depth < 4 {
                entries(value, table, depth: depth + 1)
            }
            child = Int(tape.nodes[value].next)
        }
    }

    /// The columns that object to a value of which its text matters.
    @inline(never)
    private func objections(_ entry: UnsafePointer<EvidenceTable.Entry>, _ value: Int, _ kind: JSONKind) -> UInt16 {
        let node = tape.nodes[value]
        let codec: Codec
        switch entry.pointee.look {
        case .eligibility where node.end - node.start == 2: codec = .eligibility
        case .attributes where Int(node.next) == value + 1: codec = .attributes
        case .eventName where !node.hasEscapes:
            return entry.pointee.elsewhere | EventWords.objections(tape.view, Int(node.start), Int(node.end))
                & entry.pointee.knownColumns
        case .eventName: codec = .eventName
        default: return entry.pointee.out[Int(kind.rawValue)]
        }
        let text = Array(UnsafeBufferPointer(start: tape.bytes + Int(node.start), count: Int(node.end - node.start)))
        guard let index = try? JSONScanner.index(text) else { return ~0 }
        return Column.allCases.reduce(entry.pointee.elsewhere) { found, column in
            entry.pointee.rows[column.rawValue] != 0 && codec.objection(index, 0, in: column) != nil
                ? found | column.bit : found
        }
    }

    // MARK: The column

    private enum Choice {
        case none
        case one(Column)
        /// Several fit equally well.
        case several
    }

    /// The columns without objections.
    private var fitting: UInt16 {
        let hasBothSDKs = columns & Column.sdk3.bit != 0 && columns & Column.sdk2.bit != 0
        return columns & ~(hasBothSDKs && !isBeyondSDK2 ? out | Column.sdk3.bit : out)
    }

    /// The column that ``Recognizer`` chooses.
    ///
    /// - Parameter isStated: whether the dialect is known, so that there is nothing to tell apart.
    private func column(isStated: Bool) -> Choice {
        let fitting = fitting
        var fewest = UInt32.max, first: Column?, count = 0
        for column in Column.ranked where fitting & column.bit != 0 {
            let doubt = doubts[column.rawValue]
            if doubt > fewest { continue }
            if doubt < fewest { (fewest, first, count) = (doubt, column, 0) }
            count += 1
        }
        guard let first else { return .none }
        return count == 1 || isStated ? .one(first) : .several
    }

    /// The columns that fit equally well, the first one first.
    private var best: [Column] {
        let fitting = fitting, all = Column.ranked.filter { fitting & $0.bit != 0 }
        let fewest = all.map { doubts[$0.rawValue] }.min()
        return all.filter { doubts[$0.rawValue] == fewest }
    }

    /// Of several columns the first one, if all take the members for the same.
    private var equal: Column? {
        let best = best
        guard let first = best.first else { return nil }
        let isSame = best.allSatisfy { signatures[$0.rawValue] == signatures[first.rawValue] && $0.isRaised }
        return isSame ? first : nil
    }
}

extension Column {
    /// All columns; of several that fit equally well the first one counts.
    fileprivate static let ranked = allCases.sorted { Recognizer.rank($0) < Recognizer.rank($1) }
}

/// The columns that object to each name of an event.
private enum EventWords {
    static func objections(_ bytes: PaddedView, _ start: Int, _ end: Int) -> UInt16 {
        masks[Int(numbers.number(bytes, start, end))]
    }

    private static let words = EventName.spellings.map { String(decoding: JSONText.encode($0), as: UTF8.self) }
    private static let numbers = NameNumbers(words)
    /// By the number of a name; first the objections to a name that nobody knows.
    private static let masks = (["\"?\""] + words).map { word in
        (try? JSONScanner.index(Array(word.utf8))).map { value in
            Column.allCases.reduce(0) { found, column in
                Codec.eventName.objection(value, 0, in: column) != nil ? found | column.bit : found
            }
        } ?? ~0
    }
}

extension EvidenceTable.Entry {
    /// The columns that know the name.
    fileprivate var knownColumns: UInt16 {
        Column.allCases.reduce(0) { rows[$1.rawValue] != 0 ? $0 | $1.bit : $0 }
    }
}

extension RecordKind {
    /// The columns of its dialects, one bit each.
    fileprivate var columnBits: UInt16 { RecordKind.allColumnBits[number] }

    private static let allColumnBits = allCases.map { kind in kind.columns.reduce(0) { $0 | $1.bit } as UInt16 }
}

extension Dialect {
    fileprivate var columnBits: UInt16 { Column.allCases.reduce(0) { $1.dialect == self ? $0 | $1.bit : $0 } }
}
