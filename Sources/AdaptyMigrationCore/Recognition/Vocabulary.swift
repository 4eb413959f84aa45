/// All names of one table in all columns, for detection. It never changes; it is a class, so that passing it costs
/// nothing.
package final class Vocabulary: Sendable {
    package struct Meaning: Sendable {
        package let row: Int
        package let use: Spelling.Use
    }

    /// The meaning of a name, by column. It contains no reference, so a look-up counts none.
    package struct Entry: Sendable {
        /// By column, the row's number plus one; 0 when the column does not know the name.
        private var rows = SIMD16<UInt8>()
        private var uses = SIMD16<UInt8>()
        /// Columns in which the name is a container of fields.
        package var holders = ColumnSet()

        /// Columns that know the name, columns that define it, and columns that spell a field of this name differently.
        package var known = ColumnSet(), own = ColumnSet(), elsewhere = ColumnSet()

        package fileprivate(set) subscript(column: Column) -> Meaning? {
            get {
                guard rows[column.rawValue] != 0, let use = Spelling.Use(rawValue: uses[column.rawValue]) else {
                    return nil
                }
                return Meaning(row: Int(rows[column.rawValue]) - 1, use: use)
            }
            set {
                rows[column.rawValue] = newValue.map { UInt8($0.row + 1) } ?? 0
                uses[column.rawValue] = newValue?.use.rawValue ?? 0
            }
        }

        fileprivate mutating func summarise(_ table: Table, isPlatform: Bool = false) {
            for column in Column.allCases {
                if self[column] != nil || holders.contains(column) { known.insert(column) }
                if self[column]?.use.isEvidence ?? false || holders.contains(column) { own.insert(column) }
            }
            let rows = Set(Column.allCases.compactMap { self[$0]?.row })
            for column in Column.allCases where !known.contains(column) {
                if rows.isEmpty && !isPlatform || rows.contains(where: { !table.rows[$0].names[column].isEmpty }) {
                    elsewhere.insert(column)
                }
            }
        }
    }

    /// By row.
    let codecs: [Codec]
    package let names: [String]
    /// By the number of a name.
    private let entries: [Entry?]
    private let held: [String: [String: Entry]]

    private init(_ table: Table) {
        codecs = table.rows.map(\.codec)
        var names: [String] = []
        var entries: [String: Entry] = [:]
        var held: [String: [String: Entry]] = [:]
        for (row, definition) in table.rows.enumerated() {
            for column in Column.allCases {
                for spelling in definition.names[column] {
                    let name = spelling.path[0]
                    if entries[name] == nil {
                        names.append(name)
                        entries[name] = Entry()
                    }
                    if spelling.path.count == 1 {
                        if entries[name]?[column] == nil {
                            entries[name]?[column] = Meaning(row: row, use: spelling.use)
                        }
                    } else {
                        entries[name]?.holders.insert(column)
                        // What is in a platform's object there is no evidence.
                        if spelling.path.count > 2 { continue }
                        held[name, default: [:]][spelling.path[1], default: Entry()][column] =
                            Meaning(row: row, use: spelling.use)
                    }
                }
            }
        }
        self.names = names
        self.entries = KnownNames.numbers.names.map { name in
            var entry = entries[name]
            entry?.summarise(table, isPlatform: Names.platforms.contains(name))
            return entry
        }
        self.held = held.mapValues {
            $0.mapValues { entry in
                var entry = entry
                entry.summarise(table)
                return entry
            }
        }
    }

    subscript(number: UInt16) -> Entry? { entries[Int(number)] }

    package subscript(name: String) -> Entry? { self[KnownNames.numbers.number(name)] }

    func heldNames(_ holder: String) -> [String] { held[holder].map { $0.keys.sorted() } ?? [] }

    func held(_ holder: String, _ name: String) -> Entry? { held[holder]?[name] }

    /// The vocabulary of a table, made on first use and kept.
    package static func of(_ table: TableID) -> Vocabulary { all.value(table.number) { Vocabulary(Table[table]) } }

    private static let all = LazyTable<Vocabulary>(count: TableID.count)
}
