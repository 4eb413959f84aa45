import AdaptyMigrationCore

/// The table of one kind of object in MIGRATION.md, with one row for each field: its name, and only the spellings that
/// differ from it. A column for each dialect would repeat most names eleven times and be too wide for a screen.
struct FieldTable {
    private let table: Table
    /// The columns that have such an object.
    private let columns: [Column]

    init(_ table: Table) {
        self.table = table
        columns = (table.isEvent ? Column.events : Column.objects).filter { column in
            table.ownRows.contains { !$0.names[column].isEmpty }
        }
    }

    /// The tables of all kinds of objects.
    static var all: String { Table.all.map { FieldTable($0).text }.joined(separator: "\n\n") }

    private var text: String {
        let common = common
        let rows = table.ownRows.filter { row in !common.contains { $0 === row } }
        return [heading(common), "", body(rows)].joined(separator: "\n")
    }

    /// The rows that are explained once, with access levels.
    private var common: [Row] {
        if table.id == .accessLevel { return [] }
        let explained = Table[.accessLevel].rows
        return table.ownRows.filter { row in explained.contains { $0 === row } }
    }

    private func heading(_ common: [Row]) -> String {
        let dialects = "### \(table.id.title)\n\nIn \(DialectList.text(columns))."
        if common.isEmpty { return dialects }
        let names = common.map { "`\($0.id)`" }.joined(separator: ", ")
        return "\(dialects) These fields are as in an access level: \(names)."
    }

    private func body(_ rows: [Row]) -> String {
        let spellings = rows.map { FieldSpellings($0, columns) }
        let hasDifferences = spellings.contains { !$0.differences.isEmpty }
        let heading = hasDifferences ? ["field", "other spellings", "value", "notes"] : ["field", "value", "notes"]
        let cells = spellings.map { field -> [String] in
            let names = hasDifferences ? [field.name, field.differences] : [field.name]
            return names + [field.row.codec.description, field.row.documentedNote]
        }
        return MarkdownTable.text(heading, cells)
    }
}

/// The spellings of one field in the dialects that have its kind of object.
struct FieldSpellings {
    let row: Row
    private let columns: [Column]

    init(_ row: Row, _ columns: [Column]) {
        self.row = row
        self.columns = columns
    }

    /// The name of the row, and the same name in camelCase if a dialect has it.
    var name: String {
        let hasCamelCase = columns.contains { column in
            column.isCamelCase && row.names[column].contains { isName($0, in: column) }
        }
        let camel = Names.camelCase(row.id)
        return hasCamelCase && camel != row.id ? "`\(row.id)`, `\(camel)`" : "`\(row.id)`"
    }

    /// What differs from the name: the other spellings, and the dialects without the field. Empty when every dialect
    /// reads and writes the name.
    var differences: String {
        let having = columns.filter { has($0) }, lacking = columns.filter { !has($0) }
        var parts = others
        if having.isEmpty {
            parts.append("written by none")
        } else if !lacking.isEmpty {
            if DialectList.words(lacking).count <= DialectList.words(having).count {
                parts.append("not in \(DialectList.text(lacking))")
            } else if having.contains(where: { isUsual($0) }) {
                parts.insert("only in \(DialectList.text(having))", at: 0)
            } else {
                // The spellings name all dialects that have the field.
                parts[0] = "only \(parts[0])"
            }
        }
        return parts.joined(separator: "; ")
    }

    /// The spellings that are not the name, or not written, with their dialects; written ones first.
    private var others: [String] {
        let all = columns.flatMap { column in row.names[column].map { (column: column, spelling: $0) } }
        let unusual = all.filter {
            !(isName($0.spelling, in: $0.column) && $0.spelling.isWritten && $0.spelling.use != .passed)
        }
        let groups = unusual.grouped { (other($0.spelling, in: $0.column), $0.column) }
        return groups.sorted { $0.key.reading.rawValue < $1.key.reading.rawValue }
            .map { "\($0.key.text) in \(DialectList.text($0.values))" }
    }

    private func other(_ spelling: Spelling, in column: Column) -> Other {
        Other(isName(spelling, in: column) ? row.id : spelling.text, spelling.use)
    }

    /// Whether a spelling is the name of the row, in the column's case.
    private func isName(_ spelling: Spelling, in column: Column) -> Bool {
        spelling.text == (column.isCamelCase ? Names.camelCase(row.id) : row.id)
    }

    /// Whether a column has the field: under the name of the row, or under one that it writes.
    private func has(_ column: Column) -> Bool {
        row.names[column].contains { isName($0, in: column) || $0.isWritten }
    }

    /// Whether a column reads and writes the name of the row.
    private func isUsual(_ column: Column) -> Bool {
        row.names[column].contains { isName($0, in: column) && $0.isWritten }
    }

    /// A spelling as the table shows it.
    private struct Other: Hashable {
        /// When a spelling is read. The raw values are the order in a cell.
        enum Reading: Int {
            case always, passed, older, leftover, fallback
        }

        let name: String
        let reading: Reading

        init(_ name: String, _ use: Spelling.Use) {
            self.name = name
            reading =
                switch use {
                case .native, .carried: .always
                case .passed: .passed
                case .older: .older
                case .leftover: .leftover
                case .fallback: .fallback
                }
        }

        var text: String {
            switch reading {
            case .always: "`\(name)`"
            case .passed: "passed"
            case .older: "(`\(name)`)"
            case .leftover: "[`\(name)`]"
            case .fallback: "{`\(name)`}"
            }
        }
    }
}

extension Row {
    /// What happened to the field, or else what it is, for a cell of a table.
    fileprivate var documentedNote: String {
        (note.isEmpty ? summary : note).split(separator: "|").joined(separator: "\\|")
    }
}
