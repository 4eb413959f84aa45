import AdaptyMigrationCore

/// The names of one table's fields in one column.
final class ColumnNames: Sendable {
    /// One spelling of a field.
    struct Name: Sendable {
        /// A name, or the name of a container and a name inside it.
        let path: [[UInt8]]
        /// Whether the spelling is used only when no other spelling is present.
        let isFallback: Bool
    }

    let table: Table
    let column: Column
    /// By row: all spellings that are read, the strongest first.
    let spellings: [[Name]]
    /// By row: the name of a new member.
    let written: [[String]]
    private let numbers: [String: Int]
    private let known: Set<ExactText>

    /// The names, created on first use and kept.
    static func of(_ table: TableID, _ column: Column) -> ColumnNames {
        all.value(column.rawValue * TableID.count + table.number) { ColumnNames(Table[table], column) }
    }

    private static let all = LazyTable<ColumnNames>(count: Column.allCases.count * TableID.count)

    private init(_ table: Table, _ column: Column) {
        self.table = table
        self.column = column
        spellings = table.rows.map { row in
            row.names[column].map { Name(path: $0.path.map { Array($0.utf8) }, isFallback: $0.use == .fallback) }
        }
        written = table.rows.map { row in
            row.names.written(column)?.path ?? row.names[column].first?.path
                ?? [column.isCamelCase ? Names.camelCase(row.id) : row.id]
        }
        numbers = Dictionary(
            table.rows.enumerated().map { ($0.element.id, $0.offset) }, uniquingKeysWith: { first, _ in first })
        known = Set(table.rows.flatMap { row in row.names[column].map { ExactText($0.path[0]) } })
    }

    /// The position of a row. Every property names a row of its table; a test checks all of them.
    func number(_ row: String) -> Int {
        guard let number = numbers[row] else { preconditionFailure("\(table.id) has no row \(row)") }
        return number
    }

    /// Whether a member belongs to a row or contains fields.
    func isKnown(_ name: Int, _ index: JSONIndex) -> Bool { known.contains(ExactText(index.name(name))) }
}
