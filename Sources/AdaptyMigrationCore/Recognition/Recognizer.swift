/// Recognises the kind and the column of a record from the numbers of its names, without a copy of the document. Of
/// several columns that fit equally well the first one counts, if all give the same document. ``DialectEvidence`` says
/// the reasons, when somebody asks.
///
/// Worked example, `{"profile_id":"p","paid_access_levels":{"a":{"is_active":1}}}`: the marks of the two names at the
/// root say profile. `1` is an objection of every column whose flags are words, so SDK 1.x from the server and over a
/// bridge are left. The bridge calls `profile_id` otherwise, which excludes it.
package struct Recognizer: EvidenceVisitor {
    let tape: Tape
    let columns: UInt16
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
            weigh(list, isByPlacement: envelope.isByPlacement)
        } else {
            weigh(envelope.wrapperBits)
        }
        records(envelope, kind)
    }

    /// The same in an index.
    package static func recognise(_ index: JSONIndex, _ dialect: Dialect?, isOurs: Bool = false) -> Recognition {
        index.withPaddedTape { recognise($0, dialect, isOurs: isOurs) }
    }

    /// - Parameters:
    ///   - dialect: decides between the columns; `nil` to recognise it. The kind is still recognised.
    ///   - isOurs: whether the caller knows that the record is Adapty's, or that it is of the dialect, as its residue
    ///     says. Then nothing speaks against that.
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
        if dialect != nil, isOurs, columns.nonzeroBitCount == 1 {
            return .one(Found(envelope, kind, Column.allCases[columns.trailingZeroBitCount]))
        }
        return choose(tape, envelope, kind, columns, isStated: dialect != nil, isChecked: !isOurs)
    }

    private static func choose(
        _ tape: Tape, _ envelope: Envelope, _ kind: RecordKind, _ columns: UInt16, isStated: Bool, isChecked: Bool
    ) -> Recognition {
        var recognizer = Recognizer(tape, envelope, kind, columns)
        if recognizer.fitting == 0 {
            let evidence = DialectEvidence(tape.index, kind, columns)
            if isStated, isChecked, evidence.isSpelledOtherwise(in: columns),
                let other = Recognizer(tape, envelope, kind, kind.columnBits(of: nil)).best?.first
            {
                return .none(.otherDialect(kind, other))
            }
            if isStated { return .one(Found(envelope, kind, evidence.leastRefused)) }
            recognizer.out = ~(evidence.allButFlags != 0 ? evidence.allButFlags : evidence.allButOneName)
        }
        guard let (first, best) = recognizer.best else { return .none(.noDialect(kind)) }
        if best.count == 1 || isStated { return .one(Found(envelope, kind, first)) }
        if kind == .profile, PurchaseMaps.areEmpty(tape, envelope.node, in: best) {
            return .one(Found(envelope, kind, first))
        }
        if recognizer.differs { recognizer = Recognizer(tape, envelope, kind, columns, like: first) }
        if recognizer.areEqual(best) { return .one(Found(envelope, kind, first)) }
        return .several(Column.ranked.filter(best.contains).map { Found(envelope, kind, $0) })
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
        return (Column.ranked.filter { recognizer.best?.all.contains($0) ?? false } + same).map(\.dialect).filter {
            seen.insert($0).inserted
        }
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
        for name in tape.names(envelope.node) {
            let facts = tape.facts(name)
            marks.formUnion(facts.pointee.marks)
            isStrange = isStrange || !facts.pointee.isOfEvents
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

    private mutating func weigh(_ list: ListedRecords, isByPlacement: Bool) {
        if isByPlacement {
            out |= ~Column.sdk3.bit
            isBeyondSDK2 = true
        }
        for entry in list.entries where entry.kept == nil {
            if entry.isStored { out |= ~(Column.sdk2.bit | Column.sdk3.bit) }
            if entry.isWrapped { out |= ~(Column.sdk1Wire.bit | Column.sdk2.bit | Column.sdk3.bit) }
        }
    }

    // MARK: Members

    @inline(__always)
    mutating func take(
        _ entry: UnsafePointer<EvidenceTable.Entry>, _ value: Int, _ table: UnsafePointer<EvidenceTable>,
        holders: UInt16
    ) {
        if holders != 0 { return weighHolder(entry, holders) }
        let kind = tape.nodes[value].kind
        let isLookedAt = entry.pointee.lookedAt & kind.bit != 0
        out |= isLookedAt ? objections(entry, value, kind) : entry.pointee.out[Int(kind.rawValue)]
        if !entry.pointee.isEven { doubts &+= entry.pointee.doubts }
        differs = differs || entry.pointee.differs
        if let reference {
            apart |= entry.pointee.rows ^ SIMD16(repeating: entry.pointee.rows[reference.rawValue])
        }
        isBeyondSDK2 = isBeyondSDK2 || entry.pointee.isBeyondSDK2
    }

    /// An object whose members are fields in some columns, and which is a value in others.
    private mutating func weighHolder(_ entry: UnsafePointer<EvidenceTable.Entry>, _ holders: UInt16) {
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
    }

    /// The columns that object to a value of which its text matters.
    @inline(never)
    private func objections(_ entry: UnsafePointer<EvidenceTable.Entry>, _ value: Int, _ kind: JSONKind) -> UInt16 {
        switch entry.pointee.look {
        case .empty where tape.isEmptyText(value) || tape.isEmptyArray(value):
            entry.pointee.outOfEmpty[Int(kind.rawValue)]
        case .entries where KeyedPair.all(tape, value) != nil: entry.pointee.elsewhere
        case .eventName: entry.pointee.elsewhere | EventWords.objections(tape, value) & entry.pointee.knownColumns
        default: entry.pointee.out[Int(kind.rawValue)]
        }
    }

    // MARK: The column

    /// The columns without objections.
    private var fitting: UInt16 {
        let hasBothSDKs = columns & Column.sdk3.bit != 0 && columns & Column.sdk2.bit != 0
        return columns & ~(hasBothSDKs && !isBeyondSDK2 ? out | Column.sdk3.bit : out)
    }

    /// The columns that fit equally well, and the first of them; `nil` when none fits.
    private var best: (first: Column, all: ColumnSet)? {
        let fitting = fitting
        var fewest = UInt32.max, first: Column?, all = ColumnSet()
        for column in Column.ranked where fitting & column.bit != 0 {
            let doubt = doubts[column.rawValue]
            if doubt > fewest { continue }
            if doubt < fewest { (fewest, first, all) = (doubt, column, []) }
            all.insert(column)
        }
        return first.map { ($0, all) }
    }

    /// Whether some columns take the members for the same.
    private func areEqual(_ columns: ColumnSet) -> Bool {
        columns.isSubset(of: .raised) && Column.allCases.allSatisfy { !columns.contains($0) || apart[$0.rawValue] == 0 }
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
