/// What the names and values of one table say for and against each column, by the number of the name. It is the
/// ``Vocabulary`` of the table, worked out for every kind of value.
///
/// **Contract.** The memory is written in `init` only, and kept as long as the process.
struct EvidenceTable {
    /// What one name says. Lanes and bits are columns.
    struct Entry: BitwiseCopyable {
        /// The row's number plus one; 0 where the column does not know the name.
        var rows = SIMD16<UInt32>()
        var doubts = SIMD16<UInt32>()
        /// By kind of the value, the columns that object to the name or to such a value.
        var out = SIMD8<UInt16>()
        /// The columns in which an object of this name is a container of fields, and the number of their table.
        var holders: UInt16 = 0
        var held = 0
        /// The records inside, for the columns that have them. Two rows may share a name.
        var child = Child(), otherChild = Child()
        /// The columns that define the name, and those that spell a field of this name otherwise.
        var own: UInt16 = 0, elsewhere: UInt16 = 0
        /// The kind of value whose text matters, and how.
        var lookedAt: UInt8 = 0
        var look = Look.none
        var isBeyondSDK2 = false
        /// Whether the name says the same of all columns that have the table: then it speaks for none of them.
        var isEven = false
        /// Whether it is another field in some of them.
        var differs = false
    }

    struct Child: BitwiseCopyable {
        var columns: UInt16 = 0
        var table: UnsafePointer<EvidenceTable>?
        var isEntries = false
    }

    /// A value that must be looked at.
    enum Look: UInt8 {
        case none
        /// `""` is no word for eligibility.
        case eligibility
        /// An empty array is an empty object: of attributes in some columns, of entries in all.
        case attributes, entries
        /// Old event names are not current.
        case eventName
    }

    /// By the number of a name, its entry plus one; 0 for names that the table does not have.
    let slots: UnsafePointer<UInt8>
    let entries: UnsafePointer<Entry>
    /// The names inside the containers.
    let held: UnsafePointer<EvidenceTable>

    private init(_ entries: [(number: UInt16, entry: Entry)], held: [EvidenceTable]) {
        slots = KnownNames.slots(entries.map(\.number))
        self.entries = Kept(entries.map(\.entry)).pointer
        self.held = Kept(held).pointer
    }

    /// The evidence of a table, made on first use and kept.
    static func of(_ table: TableID) -> UnsafePointer<EvidenceTable> {
        all.value(table.number) { Kept([EvidenceTable(Table[table], Vocabulary.of(table))]) }.pointer
    }

    /// The evidence of a kind's records.
    static func of(_ kind: RecordKind) -> UnsafePointer<EvidenceTable> { of(kind.upgraded.table) }

    private static let all = LazyTable<Kept<EvidenceTable>>(count: TableID.count)

    private init(_ table: Table, _ vocabulary: Vocabulary) {
        let holders = vocabulary.names.filter { vocabulary[$0].map { !$0.holders.isEmpty } ?? false }
        let held = holders.map { holder in
            EvidenceTable(
                vocabulary.heldNames(holder).compactMap { name in
                    vocabulary.held(holder, name).map {
                        (KnownNames.numbers.number(name), EvidenceTable.entry($0, table, isHeld: true))
                    }
                }, held: [])
        }
        self.init(
            vocabulary.names.compactMap { name in
                guard let known = vocabulary[name] else { return nil }
                var entry = EvidenceTable.entry(known, table, isHeld: false)
                entry.held = holders.firstIndex(of: name) ?? 0
                return (KnownNames.numbers.number(name), entry)
            }, held: held)
    }

    private static func entry(_ known: Vocabulary.Entry, _ table: Table, isHeld: Bool) -> Entry {
        var entry = Entry(), rows: [Int] = []
        (entry.holders, entry.own) = (known.holders.rawValue, known.own.rawValue)
        for column in Column.allCases {
            guard let meaning = known[column] else {
                if isHeld { continue }
                if known.elsewhere.contains(column) {
                    entry.elsewhere |= column.bit
                } else {
                    entry.doubts[column.rawValue] = 100
                }
                continue
            }
            let codec = table.rows[meaning.row].codec
            entry.rows[column.rawValue] = UInt32(meaning.row + 1)
            if meaning.use == .carried { entry.doubts[column.rawValue] = 100 }
            if meaning.use == .leftover { entry.doubts[column.rawValue] = 1 }
            for (kind, sample) in samples where codec.objection(sample, 0, in: column) != nil {
                entry.out[Int(kind.rawValue)] |= column.bit
            }
            if !rows.contains(meaning.row) { rows.append(meaning.row) }
        }
        entry.out |= SIMD8(repeating: entry.elsewhere)
        for row in rows { entry.add(table.rows[row].codec, of: row) }
        let own = table.id.columns
        func isSame(_ lanes: SIMD16<UInt32>) -> Bool {
            own.allSatisfy { lanes[$0.rawValue] == lanes[own[0].rawValue] }
        }
        (entry.isEven, entry.differs) = (isSame(entry.doubts) && entry.holders == 0, !isSame(entry.rows))
        entry.isBeyondSDK2 = known.own.contains(.sdk3) && !known.own.contains(.sdk2)
        return entry
    }

    private static let samples: [(JSONKind, JSONIndex)] = [
        (JSONKind.object, "{}"), (.array, "[1]"), (.string, "\"x\""), (.number, "1"), (.true, "true"),
        (.false, "false"), (.null, "null"),
    ].compactMap { kind, text in (try? JSONScanner.index(Array(text.utf8))).map { (kind, $0) } }
}

extension EvidenceTable.Entry {
    /// What is inside a value of a row, and whether its text matters.
    fileprivate mutating func add(_ codec: Codec, of row: Int) {
        var columns: UInt16 = 0
        for column in Column.allCases where rows[column.rawValue] == UInt32(row + 1) { columns |= column.bit }
        func enter(_ table: TableID, isEntries: Bool) {
            let found = EvidenceTable.Child(columns: columns, table: EvidenceTable.of(table), isEntries: isEntries)
            if child.columns == 0 { child = found } else { otherChild = found }
        }
        switch codec {
        case .record(let table): enter(table, isEntries: false)
        case .entries(let table, _):
            enter(table, isEntries: true)
            (lookedAt, look) = (JSONKind.array.bit, .entries)
        case .eligibility: (lookedAt, look) = (JSONKind.string.bit, .eligibility)
        case .attributes: (lookedAt, look) = (JSONKind.array.bit, .attributes)
        case .eventName: (lookedAt, look) = (JSONKind.string.bit, .eventName)
        default: break
        }
    }
}

extension TableID {
    /// The columns that have records of the table.
    fileprivate var columns: [Column] {
        switch self {
        case .profile, .accessLevel, .subscription, .nonSubscription, .updateParameters: RecordKind.profile.columns
        case .paywall, .product, .reference, .discount, .period, .promo: RecordKind.paywall.columns
        case .event, .eventProperties: RecordKind.event.columns
        }
    }
}

extension Column {
    /// Its bit in a set of columns.
    var bit: UInt16 { 1 << UInt16(rawValue) }
}

extension JSONKind {
    /// Its bit in a set of kinds.
    var bit: UInt8 { 1 << rawValue }
}
