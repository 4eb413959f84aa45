import AdaptyMigrationCore

/// A dictionary or a list of entries.
protocol EntryCollection: DocumentValue {
    /// Whether it stands in an object or in an array.
    static var kind: JSONKind { get }

    /// Without entries.
    init(_ names: ColumnNames)

    /// Itself in the names of another column.
    func converted(to column: Column) -> JSONIndex
}

extension ModelView {
    /// The names in which a field's objects are written.
    func names(of row: String) -> ColumnNames {
        switch names.table.rows[names.number(row)].codec {
        case .record(let table), .entries(let table, _): ColumnNames.of(table, names.column)
        default: names
        }
    }
}
