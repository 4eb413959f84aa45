/// What the names and values of one table say for and against each column, by the number of the name.
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
        /// The same for `""` and `[]`.
        var outOfEmpty = SIMD8<UInt16>()
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
        /// `""` and `[]` are forms of their own.
        case empty
        /// A list of entries with their keys is a dictionary.
        case entries
        /// Old event names are not current.
        case eventName
    }

    /// By the number of a name, its entry plus one; 0 for names that the table does not have.
    let slots: UnsafePointer<UInt8>
    let entries: UnsafePointer<Entry>
    /// The names inside the containers.
    let held: UnsafePointer<EvidenceTable>
    let rows: [Row]

    private init(_ entries: [(number: UInt16, entry: Entry)], held: [EvidenceTable], _ table: Table) {
        rows = table.rows
        slots = KnownNames.slots(entries.map(\.number))
        self.entries = Kept(entries.map(\.entry)).pointer
        self.held = Kept(held).pointer
    }

    /// The evidence of a table, made on first use and kept.
    static func of(_ table: TableID) -> UnsafePointer<EvidenceTable> {
        all.value(table.number) { Kept([EvidenceTable(Table[table])]) }.pointer
    }

    /// The evidence of a kind's records.
    static func of(_ kind: RecordKind) -> UnsafePointer<EvidenceTable> { of(kind.upgraded.table) }

    private static let all = LazyTable<Kept<EvidenceTable>>(count: TableID.count)

    private init(_ table: Table) {
        var held: [EvidenceTable] = []
        let entries = ColumnMeanings.all(in: table).map { name, meanings in
            var entry = EvidenceTable.entry(meanings, table, isPlatform: Names.platforms.contains(name))
            if meanings.holders.rawValue != 0 {
                entry.held = held.count
                let inside = meanings.held.map {
                    (KnownNames.numbers.number($0), EvidenceTable.entry($1, table, isHeld: true))
                }
                held.append(EvidenceTable(inside, held: [], table))
            }
            return (KnownNames.numbers.number(name), entry)
        }
        self.init(entries, held: held, table)
    }

    subscript(name: String) -> Entry? {
        let slot = slots[Int(KnownNames.numbers.number(name))]
        return slot == 0 ? nil : entries[Int(slot) - 1]
    }

    private static func entry(
        _ meanings: ColumnMeanings, _ table: Table, isHeld: Bool = false, isPlatform: Bool = false
    ) -> Entry {
        var entry = Entry(), rows: [Int] = []
        (entry.holders, entry.own) = (meanings.holders.rawValue, meanings.own.rawValue)
        for column in Column.allCases {
            guard let (row, use) = meanings.fields[column] else {
                if isHeld { continue }
                if meanings.isSpelledOtherwise(in: column, table, isPlatform: isPlatform) {
                    entry.elsewhere |= column.bit
                } else {
                    entry.doubts[column.rawValue] = 100
                }
                continue
            }
            let codec = table.rows[row].codec
            entry.rows[column.rawValue] = UInt32(row + 1)
            if use == .carried { entry.doubts[column.rawValue] = 100 }
            if use == .leftover || use == .passed && ColumnSet.held.contains(column) {
                entry.doubts[column.rawValue] = 1
            }
            // An object that contains fields says more than the form of a flag in it.
            if !(isHeld && codec == .flag) {
                entry.out |= objections(samples, codec, column)
                entry.outOfEmpty |= objections(empty, codec, column)
            }
            if !rows.contains(row) { rows.append(row) }
        }
        entry.out |= SIMD8(repeating: entry.elsewhere)
        entry.outOfEmpty |= SIMD8(repeating: entry.elsewhere)
        for row in rows { entry.add(table.rows[row].codec, of: row) }
        let own = table.id.columns
        func isSame(_ lanes: SIMD16<UInt32>) -> Bool {
            own.allSatisfy { lanes[$0.rawValue] == lanes[own[0].rawValue] }
        }
        (entry.isEven, entry.differs) = (isSame(entry.doubts) && entry.holders == 0, !isSame(entry.rows))
        entry.isBeyondSDK2 = meanings.own.contains(.sdk3) && !meanings.own.contains(.sdk2)
        return entry
    }

    /// The column, by kind of the values to which it objects.
    private static func objections(_ samples: [JSONIndex], _ codec: Codec, _ column: Column) -> SIMD8<UInt16> {
        samples.reduce(into: SIMD8()) { out, sample in
            if sample.withTape({ codec.objection($0, 0, in: column) }) != nil {
                out[Int(sample.kind(0).rawValue)] = column.bit
            }
        }
    }

    private static let samples = indexes("{}", "[1]", #""x""#, "1", "true", "false", "null")
    private static let empty = indexes(#""""#, "[]")

    private static func indexes(_ texts: String...) -> [JSONIndex] {
        texts.compactMap { try? JSONScanner.index(Array($0.utf8)) }
    }
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
        case .eventName: (lookedAt, look) = (JSONKind.string.bit, .eventName)
        default:
            let empty = codec.forms.filter(\.form.isRepaired)
            if !empty.isEmpty { (lookedAt, look) = (empty.reduce(0) { $0 | $1.form.kinds }, .empty) }
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
