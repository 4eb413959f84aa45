@testable import AdaptyMigrationCore

/// What is wrong with a table, one sentence each.
enum TableLint {
    static func complaints(_ table: Table) -> [String] {
        var complaints: [String] = []
        if Set(table.rows.map(\.id)).count != table.rows.count { complaints.append("two rows have one id") }
        for column in Column.allCases {
            var names: [String: String] = [:]
            var targets: [String: String] = [:]
            for row in table.rows {
                let spellings = row.names[column]
                if spellings.filter(\.isWritten).count > 1 {
                    complaints.append("\(row.id) has two written names in \(column.id)")
                }
                for spelling in spellings {
                    if let other = names[spelling.text] {
                        complaints.append("\(spelling.text) in \(column.id) is both \(other) and \(row.id)")
                    }
                    names[spelling.text] = row.id
                }
                if let target = row.names.written(column) {
                    if let other = targets[target.text] {
                        complaints.append("\(target.text) in \(column.id) has two sources, \(other) and \(row.id)")
                    }
                    targets[target.text] = row.id
                }
                if row.isRequired(in: column), row.names.written(column) == nil {
                    complaints.append("\(row.id) is required by \(column.id), which has no name for it")
                }
            }
        }
        for row in table.rows {
            if Column.allCases.allSatisfy({ row.names[$0].isEmpty }) { complaints.append("\(row.id) is in no dialect") }
            if row.summary.isEmpty { complaints.append("\(row.id) has no summary") }
            complaints += unwritten(row)
        }
        return complaints
    }

    /// A current record shows what it passes, and an edit of it needs a place on the way back. JavaScript's SDK alone
    /// refuses names that it does not know.
    private static func unwritten(_ row: Row) -> [String] {
        guard row.isPassed(in: .sdk2) || row.isPassed(in: .sdk3) else { return [] }
        let readers = Column.allCases.filter { !row.names[$0].isEmpty && !ColumnSet.sdk3Bridges.contains($0) }
        return readers.filter { row.names.written($0) == nil }.map {
            "\(row.id) is passed, and \($0.id) reads it without writing it"
        }
    }
}
