import AdaptyMigrationAccess
import AdaptyMigrationCore

/// The rules of all tables between two columns. Each table is made on first use.
final class Program {
    let from: Column
    let to: Column
    /// The columns that compete for a document of this kind; one or none where it is known whose it is.
    let columns: [Column]
    /// Those of them that are not ``from``, one bit each; and whether both SDK 2 and SDK 3 compete.
    let rivals: UInt16, hasBothSDKs: Bool
    /// The beginning of the residue of one hop, up to the kind.
    let head: NameToken
    /// The table of the record itself.
    let table: Int
    let sets: UnsafeMutablePointer<RuleSet?>

    init(from: Column, to: Column, kind: RecordKind, columns: [Column]) {
        self.from = from
        self.to = to
        self.columns = columns
        rivals = columns.reduce(0) { $0 | $1.bit } & ~from.bit
        hasBothSDKs = columns.contains(.sdk2) && columns.contains(.sdk3)
        table = kind.table.number
        head = NameToken(
            raw:
                "{\"v\":\(Residue.version),\"hops\":[{\"from\":\"\(from.id)\",\"to\":\"\(to.id)\",\"kind\":\"\(kind.rawValue)\""
        )
        sets = .allocate(capacity: TableID.allCases.count)
        sets.initialize(repeating: nil, count: TableID.allCases.count)
    }

    deinit {
        for table in TableID.allCases.indices { sets[table]?.deallocate() }
        sets.deallocate()
        head.deallocate()
    }

    @inline(__always)
    func rules(_ table: Int) -> RuleSet { sets[table] ?? make(table) }

    @inline(never)
    func make(_ table: Int) -> RuleSet {
        let set = RuleSet(TableID.allCases[table], from: from, to: to, columns: columns)
        sets[table] = set
        return set
    }

    /// What a wrapper says of each column.
    func weight(_ wrappers: [Envelope.Wrapper]) -> (out: UInt16, doubts: SIMD16<Int16>) {
        guard let empty = try? JSONScanner.index([0x7B, 0x7D]) else { return (~0, SIMD16()) }
        var score = DialectScore(empty, columns: columns)
        Recognizer.weigh(wrappers, &score)
        var weight: (out: UInt16, doubts: SIMD16<Int16>) = (0, SIMD16())
        for column in columns {
            if score[column].hard != nil { weight.out |= column.bit }
            weight.doubts[column.rawValue] = Int16(score[column].doubts - score[from].doubts)
        }
        return weight
    }

    private(set) lazy var enveloped = weight([.data, .attributes])
    private(set) lazy var inData = weight([.data])
}
