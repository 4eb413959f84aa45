import AdaptyMigrationCore

/// A dictionary or a list of entries.
protocol EntryCollection: DocumentValue {
    /// The JSON kind of the collection: an object or an array.
    static var kind: JSONKind { get }

    /// Creates an empty collection.
    init(_ names: ColumnNames)

    /// The collection with the names of another column.
    func converted(to column: Column) -> JSONIndex
}

extension ModelView {
    /// The names with which the objects in a field are written.
    func names(of row: String) -> ColumnNames {
        switch names.table.rows[names.number(row)].codec {
        case .record(let table), .entries(let table, _): ColumnNames.of(table, names.column)
        default: names
        }
    }
}
