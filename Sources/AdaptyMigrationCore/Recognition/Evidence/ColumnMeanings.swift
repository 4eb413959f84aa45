/// What one name means to each column.
struct ColumnMeanings {
    /// The row, and the role of the spelling there; `nil` for columns that do not know the name.
    private(set) var fields: [Column: (row: Int, use: Spelling.Use)] = [:]
    /// The columns in which an object of this name is a container of fields, and what those mean.
    private(set) var holders = ColumnSet()
    private(set) var held: [String: ColumnMeanings] = [:]

    /// The names of a table.
    static func all(in table: Table) -> [String: ColumnMeanings] {
        var all: [String: ColumnMeanings] = [:]
        for (row, definition) in table.rows.enumerated() {
            for column in Column.allCases {
                for spelling in definition.names[column] {
                    all[spelling.path[0], default: ColumnMeanings()].add(spelling, row, column)
                }
            }
        }
        return all
    }

    private mutating func add(_ spelling: Spelling, _ row: Int, _ column: Column) {
        if spelling.path.count == 1 {
            if fields[column] == nil { fields[column] = (row, spelling.use) }
            return
        }
        holders.insert(column)
        // What is in a platform's object there is no evidence.
        if spelling.path.count == 2 {
            held[spelling.path[1], default: ColumnMeanings()].fields[column] = (row, spelling.use)
        }
    }

    /// The columns that define the name.
    var own: ColumnSet {
        ColumnSet(Column.allCases.filter { holders.contains($0) || fields[$0]?.use.isEvidence ?? false })
    }

    /// Whether a column that does not know the name spells a field of this name otherwise.
    func isSpelledOtherwise(in column: Column, _ table: Table, isPlatform: Bool) -> Bool {
        if holders.contains(column) { return false }
        return fields.isEmpty
            ? !isPlatform
            // A name that is the field only where no other is there may as well be somebody's own.
            : fields.values.contains { $0.use != .fallback && !table.rows[$0.row].names[column].isEmpty }
    }
}
