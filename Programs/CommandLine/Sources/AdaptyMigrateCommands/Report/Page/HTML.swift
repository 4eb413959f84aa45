/// Builds HTML. All text from data goes through ``escaped(_:)``.
enum HTML {
    /// Makes a text safe for HTML content and between double quotes. Control characters and changes of direction are
    /// shown as numbers.
    static func escaped(_ text: String) -> String {
        var out = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "&": out += "&amp;"
            case "<": out += "&lt;"
            case ">": out += "&gt;"
            case "\"": out += "&quot;"
            case "'": out += "&#39;"
            case "\n", "\t": out.unicodeScalars.append(scalar)
            case _ where acts(scalar): out += "\\u{\(String(scalar.value, radix: 16))}"
            default: out.unicodeScalars.append(scalar)
            }
        }
        return out
    }

    private static func acts(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate, .privateUse, .unassigned: true
        default: false
        }
    }

    /// A name of the data. A narrow column breaks it between its words.
    static func code(_ text: String) -> String { "<code>\(breakable(escaped(text)))</code>" }

    /// With a place to break after each underscore and full stop, and before each capital of `camelCase`.
    private static func breakable(_ text: String) -> String {
        var out = "", last: Character = " "
        for letter in text {
            if letter.isUppercase, last.isLowercase { out += "<wbr>" }
            out.append(letter)
            if letter == "_" || letter == "." { out += "<wbr>" }
            last = letter
        }
        return out
    }

    /// A table that scrolls separately when it is wider than the screen.
    static func table(_ table: PageTable) -> String {
        let head = table.columns.map { column in
            "<th scope=\"col\"\(column.isNumber ? " class=\"number\"" : "")\(column.action.map { " data-action=\"\(escaped($0))\"" } ?? "")>\(escaped(column.title))</th>"
        }.joined()
        let rows = table.rows.map { row in
            "<tr>"
                + zip(table.columns, row).enumerated().map { cell($0.element.1, $0.element.0, isFirst: $0.offset == 0) }
                .joined() + "</tr>"
        }
        let caption = escaped(table.caption),
            rest = table.rest.isEmpty ? "" : "<p class=\"rest\">\(escaped(table.rest))</p>"
        return """
            <div class="scroll" role="region" tabindex="0" aria-label="\(caption), table"><table><caption><span>\(caption)</span></caption><thead><tr>\(head)</tr></thead><tbody>
            \(rows.joined(separator: "\n"))
            </tbody></table></div>\(rest)
            """
    }

    private static func cell(_ cell: PageTable.Cell, _ column: PageTable.Column, isFirst: Bool) -> String {
        if isFirst { return "<th scope=\"row\">\(content(cell))</th>" }
        guard case .share(let count, let share) = cell, let action = column.action else {
            return "<td\(column.isNumber ? " class=\"number\"" : "")>\(content(cell))</td>"
        }
        guard count > 0 else { return "<td class=\"number none\"><span class=\"aside\">none</span></td>" }
        return
            "<td class=\"number heat\" data-action=\"\(escaped(action))\" style=\"--share:\(Int((share * 100).rounded(.up)))%\">\(content(cell))</td>"
    }

    private static func content(_ cell: PageTable.Cell) -> String {
        if case .code(let text) = cell { return text.isEmpty ? "" : code(text) }
        return escaped(cell.plain)
    }
}
