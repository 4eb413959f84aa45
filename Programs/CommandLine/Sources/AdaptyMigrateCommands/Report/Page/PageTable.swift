@_spi(Tools) import AdaptyMigrationTools

/// A table of a report: its caption, its columns, and rows whose first cell is a heading.
struct PageTable {
    struct Column {
        let title: String
        var isNumber = false
        /// The action that the column counts, in a heat map.
        var action: String?

        static func text(_ title: String) -> Column { Column(title: title) }
        static func number(_ title: String) -> Column { Column(title: title, isNumber: true) }
    }

    enum Cell {
        case text(String)
        /// A name or other text from the data.
        case code(String)
        case number(Int)
        /// A number and its share of the row, from 0 to 1.
        case share(Int, Double)

        static func code(_ cell: ReportCell) -> Cell { .code(cell.text) }

        /// The cell as plain text.
        var plain: String {
            switch self {
            case .text(let text), .code(let text): text
            case .number(let number): Text.grouped(number)
            case .share(let number, _): number == 0 ? "" : Text.grouped(number)
            }
        }
    }

    let caption: String
    let columns: [Column]
    var rows: [[Cell]]
    /// A sentence about the rows that were left out.
    var rest = ""
}

extension Text {
    /// `1234567` → `1,234,567`.
    static func grouped(_ number: Int) -> String {
        var digits = String(number.magnitude), groups: [String] = []
        while digits.count > 3 {
            groups.insert(String(digits.suffix(3)), at: 0)
            digits.removeLast(3)
        }
        return (number < 0 ? "-" : "") + ([digits] + groups).joined(separator: ",")
    }
}
