/// Recognises the kind and the column of a record from the numbers of its names, without a copy of the document. Of
/// several columns that fit equally well the first one counts, if all give the same document. ``DialectEvidence`` says
/// the reasons, when somebody asks.
///
/// Worked example, `{"profile_id":"p","paid_access_levels":{"a":{"is_active":1}}}`: the marks of the two names at the
/// root say profile. `1` is an objection of every column whose flags are words, so SDK 1.x from the server and over a
/// bridge are left. The bridge calls `profile_id` otherwise, which excludes it.
package struct Recognizer {
    private let tape: Tape
    private let columns: UInt16
    private var doubts = SIMD16<UInt32>()
    /// The column with which the others are compared, and by column 0 if it takes every member for the same as that one
    /// does. It is asked only where several columns fit equally well.
    private let reference: Column?
    private var apart = SIMD16<UInt32>()
    /// Whether any member is another field in some columns.
    private var differs = false
    private var out: UInt16 = 0
    private var isBeyondSDK2 = false

    private init(_ tape: Tape, _ columns: UInt16, like reference: Column? = nil) {
        (self.tape, self.columns, self.reference) = (tape, columns, reference)
    }

    private init(
        _ tape: Tape, _ envelope: Envelope, _ kind: RecordKind, _ columns: UInt16, like reference: Column? = nil
    ) {
        self.init(tape, columns, like: reference)
        if let list = envelope.list {
            weigh(list, kind, isByPlacement: envelope.isByPlacement)
        } else {
            weigh(envelope.wrapperBits)
            let isBarePromo = kind == .promo && !envelope.isPromo
            record(envelope.node, isBarePromo ? EvidenceTable.of(TableID.promo) : EvidenceTable.of(kind))
        }
    }

    /// The same in an index.
    package static func recognise(_ index: JSONIndex, _ dialect: Dialect?, isOurs: Bool = false) -> Recognition {
        index.withPaddedTape { recognise($0, dialect, isOurs: isOurs) }
    }

    /// - Parameters:
    ///   - dialect: decides between the columns; `nil` to recognise it. The kind is still recognised.
    ///   - isOurs: whether the caller knows that the record is Adapty's, as it does when it states a dialect.
    package static func recognise(_ tape: Tape, _ dialect: Dialect?, isOurs: Bool = false) -> Recognition {
        let envelope = Envelope(tape)
        // SDK 1.x stores null after logout.
        if tape.kind(0) == .null { return .one(Found(envelope, .profile, (dialect ?? .sdk1Stored).column)) }
        var hasStrangers = false
        guard let kind = kind(tape, envelope, &hasStrangers) else { return .none(.unknown) }
        if envelope.isDoubtful, SecondRecord(tape, envelope) != nil { return .none(.twoRecords) }
        // Who states the dialect knows whose record it is.
        if dialect == nil, !isOurs {
            if kind == .event, RepeatedEvent(tape, envelope.node) != nil { return .none(.repeatedEvent) }
            if hasStrangers {
                switch EventOrigin(tape, envelope.node) {
                case .adapty: break
                case .unclear: return .one(Found.leftAlone(tape, envelope, .event, .webhook))
                case .foreign: return .none(.foreign)
                }
            } else if !RecordOrigin.isAdaptys(tape, envelope, kind) {
                return .none(.scant(kind))
            }
        }
        let columns = kind.columnBits(of: dialect)
        if columns == 0 { return .none(.noSuchKind(kind)) }
        if !kind.isConverted { return .one(Found.leftAlone(tape, envelope, kind, .sdk3)) }
        if dialect != nil, columns.nonzeroBitCount == 1 {
            return .one(Found(envelope, kind, Column.allCases[columns.trailingZeroBitCount]))
        }
        return choose(tape, envelope, kind, columns, isStated: dialect != nil)
    }

    private static func choose(
        _ tape: Tape, _ envelope: Envelope, _ kind: RecordKind, _ columns: UInt16, isStated: Bool
    ) -> Recognition {
        var recognizer = Recognizer(tape, envelope, kind, columns)
        if recognizer.fitting == 0 {
            let evidence = DialectEvidence(tape.index, Found(envelope, kind, .sdk2), columns)
            if isStated { return .one(Found(envelope, kind, evidence.leastRefused)) }
            recognizer.out = ~evidence.allButOneName
        }
        switch recognizer.column(isStated: isStated) {
        case .none: return .none(.noDialect(kind))
        case .one(let column): return .one(Found(envelope, kind, column))
        case .several: break
        }
        let best = recognizer.best
        if kind == .profile, PurchaseMaps.areEmpty(tape, envelope.node, in: best) {
            return .one(Found(envelope, kind, best[0]))
        }
        if recognizer.differs { recognizer = Recognizer(tape, envelope, kind, columns, like: best[0]) }
        if recognizer.areEqual(best) { return .one(Found(envelope, kind, best[0])) }
        return .several(best.map { Found(envelope, kind, $0) })
    }

    /// The other dialects that fit a recognised document and would upgrade it to the same.
    package static func alternatives(_ tape: Tape, _ envelope: Envelope, _ found: Found) -> [Dialect] {
        if found.isLeftAlone || tape.kind(0) == .null { return [] }
        let own = found.column
        let recognizer = Recognizer(tape, envelope, found.kind, found.kind.columnBits(of: nil), like: own)
        let fitting = recognizer.fitting
        if fitting & ~own.bit == 0 { return [] }
        let same = Column.allCases.filter {
            fitting & $0.bit != 0 && recognizer.apart[$0.rawValue] == 0 && $0.isRaised && own.isRaised
        }
        var seen: Set<Dialect> = [own.dialect]
        return (recognizer.best + same).map(\.dialect).filter { seen.insert($0).inserted }
    }

    /// The same in an index.
    package static func alternatives(_ index: JSONIndex, _ found: Found) -> [Dialect] {
        index.withPaddedTape { alternatives($0, Envelope($0), found) }
    }

    /// What the members of a record say about each column: the columns that are excluded, and doubts.
    package static func standing(_ index: JSONIndex, _ table: TableID) -> (out: UInt16, doubts: SIMD16<UInt32>) {
        index.withPaddedTape { tape in
            var recognizer = Recognizer(tape, ~0)
            recognizer.record(0, EvidenceTable.of(table))
            return (recognizer.out, recognizer.doubts)
        }
    }

    // MARK: The kind

    /// - Parameter hasStrangers: set for an event with members that Adapty's do not have.
    private static func kind(_ tape: Tape, _ envelope: Envelope, _ hasStrangers: inout Bool) -> RecordKind? {
        if let list = envelope.list {
            let entries = list.entries
            if let kind = list.kind ?? entries.lazy.compactMap(\.kept).first { return kind }
            guard entries.allSatisfy(\.isMetaProduct) else { return nil }
            return tape.member(0, "meta") != nil ? .paywalls : nil
        }
        if envelope.isPromo { return .promo }
        var marks = KindMarks(), isStrange = false
        let all = KindMarks.numbered, known = KindMarks.eventNames
        for name in tape.names(envelope.node) {
            let number = Int(tape.nodes[name].number)
            marks.formUnion(all[number])
            isStrange = isStrange || !known[number]
        }
        let kind = marks.kind ?? (SDKEvent.holds(tape) ? .sdkEvent : nil)
        hasStrangers = kind == .event && isStrange && !marks.contains(.sureEvent)
        return kind
    }

    // MARK: Envelopes

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
        if let reference {
            apart |= entry.pointee.rows ^ SIMD16(repeating: entry.pointee.rows[reference.rawValue])
        }
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
        if let reference {
            // A container is never the same as a value.
            let isContainer = holders & reference.bit != 0
            let rows = entry.pointee.rows.replacing(with: .max, where: isHolder)
            apart |= rows ^ SIMD16(repeating: isContainer ? .max : rows[reference.rawValue])
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
            let entry = isObject ? child &+ 1 : child, value = isObject ? entry : KeyedPair(tape, entry)?.value ?? entry
            if tape.nodes[value].kind != .array {
                record(value, table)
            } else if depth < 4 {
                entries(value, table, depth: depth + 1)
            }
            child = Int(tape.nodes[entry].next)
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
        case .entries where KeyedPair.all(tape, value) != nil: return entry.pointee.elsewhere
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

    /// The column that fits best.
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

    /// Those that fit equally well, the first one first.
    private var best: [Column] {
        let fitting = fitting, all = Column.ranked.filter { fitting & $0.bit != 0 }
        let fewest = all.map { doubts[$0.rawValue] }.min()
        return all.filter { doubts[$0.rawValue] == fewest }
    }

    /// Whether some columns take the members for the same.
    private func areEqual(_ columns: [Column]) -> Bool {
        columns.allSatisfy { apart[$0.rawValue] == 0 && $0.isRaised }
    }
}

extension Column {
    /// All columns; of several that fit equally well the first one counts.
    static let ranked: [Column] = [
        .webhook, .webhookLegacy, .sdk3, .sdk2, .sdk2Bridge, .sdk3Bridge, .sdk3BridgeFlat, .sdk1Wire, .sdk1Stored,
        .sdk1Bridge, .sdk1BridgeSnake, .serverV1, .serverV2,
    ]
}

extension EvidenceTable.Entry {
    /// The columns that know the name.
    fileprivate var knownColumns: UInt16 {
        Column.allCases.reduce(0) { rows[$1.rawValue] != 0 ? $0 | $1.bit : $0 }
    }
}
